package dev.headroom.cases.downstream;

import java.time.Duration;
import java.util.function.Function;

/**
 * What the simulator does, as it was asked for by {@code --key=value}.
 *
 * @param address to listen on
 * @param port to listen on; 0 for any free one
 * @param delay before the answer of the metadata, profile and address
 * @param jitter added to every delay, uniform from {@code -jitter} to {@code +jitter}
 * @param seed of everything random: names, phone numbers, jitter, errors
 * @param errorRate share of the delayed answers that are a 500, from 0 to 1
 * @param https with a self-signed certificate that is made at start
 * @param eventLoops threads; one carries tens of thousands of requests in flight, TLS handshakes may need more
 * @param workers delayed requests that are worked on at the same time, the others wait for their turn; 0 for all of them
 */
record Settings(
        String address,
        int port,
        Duration delay,
        Duration jitter,
        long seed,
        double errorRate,
        boolean https,
        int eventLoops,
        int workers) {

    static final Settings DEFAULT =
            new Settings("127.0.0.1", 8090, Duration.ofMillis(330), Duration.ZERO, 1, 0, false, 1, 0);

    static final String USAGE = """
            usage: java -jar downstream.jar [--key=value]...
              --server.address=127.0.0.1  address to listen on
              --server.port=8090          port to listen on, 0 for any free one
              --delay=330ms               time to an answer
              --jitter=0ms                uniform, added to or taken from each delay
              --seed=1                    of names, phone numbers, jitter and errors
              --error-rate=0              share of delayed answers that are a 500, 0 to 1
              --https=false               with a self-signed certificate
              --event-loops=1             threads
              --workers=0                 delayed requests worked on at a time, 0 for all""";

    /** @throws IllegalArgumentException that says what was found and what was expected */
    static Settings parse(String... args) {
        Settings settings = DEFAULT;
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (!arg.startsWith("--") || equals < 0) {
                throw new IllegalArgumentException("found '" + arg + "' where --key=value was expected");
            }
            settings = settings.with(arg.substring(2, equals), arg.substring(equals + 1));
        }
        return settings;
    }

    private Settings with(String key, String value) {
        return switch (key) {
            case "server.address" ->
                new Settings(value, port, delay, jitter, seed, errorRate, https, eventLoops, workers);
            case "server.port" -> {
                int read = number(key, value, "a port from 0 to 65535", Integer::parseInt, 0, 65_535);
                yield new Settings(address, read, delay, jitter, seed, errorRate, https, eventLoops, workers);
            }
            case "delay" ->
                new Settings(address, port, duration(key, value), jitter, seed, errorRate, https, eventLoops, workers);
            case "jitter" ->
                new Settings(address, port, delay, duration(key, value), seed, errorRate, https, eventLoops, workers);
            case "seed" -> {
                long read = number(key, value, "a whole number", Long::parseLong, Long.MIN_VALUE, Long.MAX_VALUE);
                yield new Settings(address, port, delay, jitter, read, errorRate, https, eventLoops, workers);
            }
            case "error-rate" -> {
                double read = number(key, value, "a share from 0 to 1", Double::parseDouble, 0, 1);
                yield new Settings(address, port, delay, jitter, seed, read, https, eventLoops, workers);
            }
            case "https" ->
                new Settings(address, port, delay, jitter, seed, errorRate, truth(key, value), eventLoops, workers);
            case "event-loops" -> {
                int read = number(key, value, "a number of threads from 1 to 64", Integer::parseInt, 1, 64);
                yield new Settings(address, port, delay, jitter, seed, errorRate, https, read, workers);
            }
            case "workers" -> {
                int read =
                        number(key, value, "a number of requests from 0 to 1000000", Integer::parseInt, 0, 1_000_000);
                yield new Settings(address, port, delay, jitter, seed, errorRate, https, eventLoops, read);
            }
            default -> throw new IllegalArgumentException("there is no setting '" + key + "'");
        };
    }

    private static <N extends Number> N number(
            String key, String value, String expected, Function<String, N> reader, double least, double most) {
        try {
            N number = reader.apply(value);
            if (number.doubleValue() >= least && number.doubleValue() <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // reported below, with what was expected
        }
        throw new IllegalArgumentException("--" + key + " is '" + value + "', expected " + expected);
    }

    private static Duration duration(String key, String value) {
        try {
            return Durations.parse(value);
        } catch (IllegalArgumentException mistake) {
            throw new IllegalArgumentException("--" + key + " is " + mistake.getMessage(), mistake);
        }
    }

    private static boolean truth(String key, String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("--" + key + " is '" + value + "', expected true or false");
        };
    }

    @Override
    public String toString() {
        return "delay " + delay.toNanos() / 1e6 + " ms, jitter " + jitter.toNanos() / 1e6 + " ms, seed " + seed
                + ", error rate " + errorRate + (workers == 0 ? "" : ", " + workers + " workers");
    }
}
