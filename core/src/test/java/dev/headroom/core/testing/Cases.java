package dev.headroom.core.testing;

import java.util.Random;
import java.util.function.Consumer;

/** Properties are held against many seeded random cases; a failure names its seed, which repeats it. */
public final class Cases {

    private static final int MANY = 200;

    private final Random random;

    private Cases(long seed) {
        this.random = new Random(seed);
    }

    public static void forAll(Consumer<Cases> property) {
        for (long seed = 0; seed < MANY; seed++) {
            try {
                property.accept(new Cases(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("does not hold for seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    public double between(double low, double high) {
        return low + random.nextDouble() * (high - low);
    }

    public int whole(int low, int high) {
        return random.nextInt(low, high + 1);
    }
}
