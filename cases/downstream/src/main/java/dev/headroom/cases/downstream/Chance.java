package dev.headroom.cases.downstream;

/**
 * Random numbers as a function of a seed and a number, without state: the nth request has the same fate in every run
 * of the same seed, whichever thread asks.
 *
 * <p>The mixing function is that of SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators",
 * OOPSLA 2014).
 */
record Chance(long seed) {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    /** Another series of the same seed. */
    Chance series(long number) {
        return new Chance(bits(~number));
    }

    /** Uniform from 0 (included) to 1 (excluded). */
    double uniform(long n) {
        return (bits(n) >>> 11) * 0x1.0p-53;
    }

    /** Uniform from 0 (included) to {@code bound} (excluded). */
    int below(int bound, long n) {
        return (int) (uniform(n) * bound);
    }

    private long bits(long n) {
        return mix(mix(seed + GOLDEN_GAMMA) + (n + 1) * GOLDEN_GAMMA);
    }

    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
