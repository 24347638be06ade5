package dev.headroom.fanout.limit;

/**
 * @param floor the least that the limit may be, in calls, at least 1
 * @param initial where it begins
 * @param ceiling the most that it may be
 */
record Bounds(int floor, int initial, int ceiling) {
    Bounds {
        if (floor < 1 || initial < floor || ceiling < initial) {
            throw new IllegalArgumentException("a limit needs 1 <= floor <= initial <= ceiling, but has " + floor + ", "
                    + initial + ", " + ceiling);
        }
    }

    double within(double limit) {
        return Math.max(floor, Math.min(ceiling, limit));
    }
}
