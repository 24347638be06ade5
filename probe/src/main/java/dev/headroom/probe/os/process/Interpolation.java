package dev.headroom.probe.os.process;

/** Reads a counter between two of its readings, on the straight line through them. */
public final class Interpolation {

    private Interpolation() {}

    /**
     * @param times rising, at least one
     * @return the value at {@code time}; beyond either end the value there
     */
    public static double at(double[] times, double[] values, double time) {
        int after = 0;
        while (after < times.length && times[after] < time) {
            after++;
        }
        if (after == 0) {
            return values[0];
        }
        if (after == times.length) {
            return values[times.length - 1];
        }
        double part = (time - times[after - 1]) / (times[after] - times[after - 1]);
        return values[after - 1] + part * (values[after] - values[after - 1]);
    }
}
