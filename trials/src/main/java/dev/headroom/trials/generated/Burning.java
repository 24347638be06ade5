package dev.headroom.trials.generated;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Uses the processor. Of a virtual thread nobody tells the time that it used, so there it is as much work as a platform thread does in that time. */
final class Burning {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long CALIBRATION_NANOS = 50_000_000;

    /** Of which the last counts: the first are made while it is compiled. */
    private static final int MEASUREMENTS = 10;

    private static final int STEPS = 1_000;

    private static volatile long sink;

    /** Measured when it is first asked for. */
    private static final class Speed {
        private static final double PER_MILLI = stepsPerMilli();
    }

    private Burning() {}

    static void burn(double millis) {
        long begin = THREADS.getCurrentThreadCpuTime();
        if (begin < 0) { // a virtual thread
            for (long left = Math.round(millis * Speed.PER_MILLI); left > 0; left--) {
                steps();
            }
        } else {
            long end = begin + Math.round(millis * 1e6);
            while (THREADS.getCurrentThreadCpuTime() < end) {
                Thread.onSpinWait();
            }
        }
    }

    /** So many times {@link #steps}, on a platform thread. */
    private static double stepsPerMilli() {
        double[] perMilli = {1};
        Thread platform = new Thread(() -> {
            for (int i = 0; i < MEASUREMENTS; i++) {
                perMilli[0] = measure();
            }
        });
        platform.start();
        try {
            platform.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return perMilli[0];
    }

    private static double measure() {
        long begin = THREADS.getCurrentThreadCpuTime();
        long end = begin;
        long done = 0;
        for (; end - begin < CALIBRATION_NANOS; end = THREADS.getCurrentThreadCpuTime()) {
            steps();
            done++;
        }
        return done * 1e6 / (end - begin);
    }

    private static void steps() {
        long value = sink;
        for (int i = 0; i < STEPS; i++) {
            value = value * 6_364_136_223_846_793_005L + 1;
        }
        sink = value;
    }
}
