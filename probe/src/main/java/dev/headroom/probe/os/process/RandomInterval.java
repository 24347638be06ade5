package dev.headroom.probe.os.process;

import java.util.random.RandomGenerator;

/**
 * Times at random between two looks. Looks at a fixed rate see what repeats with that rate always in the same phase: ten clients with a cycle of 50 ms that began
 * together are all waiting, or all thinking, at every look 100 ms apart, and a mean over such looks is wrong whatever its spread says.
 */
public final class RandomInterval {

    private static final double SHORTEST = 0.5;
    private static final double LONGEST = 1.5;

    private RandomInterval() {}

    /** An interval from half to one and a half of {@code mean}, each as likely as any other. */
    public static long around(long mean, RandomGenerator random) {
        return Math.round(mean * random.nextDouble(SHORTEST, LONGEST));
    }
}
