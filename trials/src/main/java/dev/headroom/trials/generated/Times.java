package dev.headroom.trials.generated;

import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;

/** Service times of one station, in milliseconds: their mean, their shape, and spells in which they are three times as long. */
final class Times {

    private static final double SPELL = 3;

    private final double mean;
    private final double cv;
    private final String shape;
    private final double spellEvery;
    private final double spellFor;
    private final SplittableRandom random;

    private Times(double mean, double cv, String shape, double every, double length, long seed) {
        this.mean = mean;
        this.cv = cv;
        this.shape = shape;
        this.spellEvery = every;
        this.spellFor = length;
        this.random = new SplittableRandom(seed);
    }

    /** @param stream tells one station's times from another's; the same service draws the same times each time it is started */
    static Times of(JsonNode station, JsonNode root, int stream) {
        boolean spells = root.path("spellStation")
                .asString("")
                .equals(station.path("name").asString(""));
        return new Times(
                station.path("millis").asDouble(0),
                station.path("cv").asDouble(0),
                station.path("shape").asString("deterministic"),
                spells ? root.path("spellEvery").asDouble(0) : 0,
                root.path("spellFor").asDouble(0),
                root.path("seed").asLong(1) + stream);
    }

    double next() {
        double time = mean == 0 ? 0 : mean * factor();
        boolean spell = spellEvery > 0 && System.nanoTime() / 1e6 % spellEvery < spellFor;
        return spell ? SPELL * time : time;
    }

    private synchronized double factor() {
        return switch (shape) {
            case "deterministic" -> 1;
            case "exponential" -> random.nextExponential();
            case "log-normal" -> {
                double variance = Math.log(1 + cv * cv);
                yield Math.exp(Math.sqrt(variance) * random.nextGaussian() - variance / 2);
            }
            case "bimodal" -> {
                double rare = cv < 3 ? 0.1 : 0.02;
                yield random.nextDouble() < rare
                        ? 1 + cv * Math.sqrt((1 - rare) / rare)
                        : 1 - cv * Math.sqrt(rare / (1 - rare));
            }
            default -> throw new IllegalArgumentException("no shape `" + shape + "`");
        };
    }

    static void sleep(double millis) throws InterruptedException {
        long nanos = Math.round(millis * 1e6);
        if (nanos > 0) {
            Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
        }
    }
}
