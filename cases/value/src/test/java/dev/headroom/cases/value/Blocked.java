package dev.headroom.cases.value;

import dev.headroom.cases.testing.Log;

/** Threads that block for the value, as the service logs them. */
final class Blocked {
    private Blocked() {}

    /** How many did at the same time, at most. */
    static int most(Log log) {
        int blocked = 0;
        int most = 0;
        for (Log.Line line : log.all()) {
            switch (line.message()) {
                case "blocks" -> most = Math.max(most, ++blocked);
                case "has the value" -> blocked--;
                default -> {
                    // of another matter
                }
            }
        }
        return most;
    }
}
