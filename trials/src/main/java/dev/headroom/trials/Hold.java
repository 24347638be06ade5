package dev.headroom.trials;

import java.util.SplittableRandom;
import java.util.concurrent.Callable;

/**
 * Takes {@code --delay} milliseconds in the mean (default 100). {@code --spread} says how they vary: {@code constant}; {@code log-normal}
 * with a shape of 0.5; {@code bimodal}, nine of ten half as long and one five and a half times.
 */
final class Hold implements Work, Callable<String> {

    private static final double SHAPE = 0.5;

    private final double millis;
    private final String spread;
    private final SplittableRandom random = new SplittableRandom(1);

    Hold(Settings settings) {
        this(settings.number("delay", 100), settings.text("spread", "constant"));
    }

    Hold(double millis, String spread) {
        this.millis = millis;
        this.spread = spread;
    }

    @Override
    public void serve() throws InterruptedException {
        long nanos = Math.round(next() * 1e6);
        Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
    }

    /** As a task of a pool. */
    @Override
    public String call() throws InterruptedException {
        serve();
        return "";
    }

    /** Where nobody can be told of an interrupt. */
    void serveQuietly() {
        try {
            serve();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private double next() {
        return switch (spread) {
            case "constant" -> millis;
            case "log-normal" -> millis * Math.exp(SHAPE * gaussian() - SHAPE * SHAPE / 2);
            case "bimodal" -> millis * (uniform() < 0.9 ? 0.5 : 5.5);
            default -> throw new IllegalArgumentException("no spread `" + spread + "`");
        };
    }

    private double gaussian() {
        synchronized (random) {
            return random.nextGaussian();
        }
    }

    private double uniform() {
        synchronized (random) {
            return random.nextDouble();
        }
    }
}
