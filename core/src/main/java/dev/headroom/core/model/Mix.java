package dev.headroom.core.model;

import java.math.BigInteger;
import java.util.List;

/**
 * The requests that a load sends, each as often as it weighs.
 *
 * @param parts at least one, all to one host and port
 */
public record Mix(List<Part> parts) {

    /** @param weight of so many requests as all weights come to, this many are this one */
    public record Part(String name, int weight, Request request) {
        public Part {
            if (weight < 1) {
                throw new IllegalArgumentException("a request weighs at least 1, not " + weight);
            }
        }
    }

    public Mix {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a load sends at least one request");
        }
    }

    /** One request over and over. */
    public static Mix of(Request request) {
        return new Mix(List.of(new Part("", 1, request)));
    }

    /** One of these, over and over. */
    public static Mix of(Part part) {
        return new Mix(List.of(part));
    }

    /** Whether there is more than one kind of request. */
    public boolean several() {
        return parts.size() > 1;
    }

    /** Turns of a part in each cycle. */
    public int turns(Part part) {
        return part.weight() / divisor();
    }

    /** The fewest requests in which every part has had as many turns as it weighs. */
    public int cycle() {
        return parts.stream().mapToInt(Part::weight).sum() / divisor();
    }

    /** Of all requests, those of one part, 0 to 1. */
    public double share(Part part) {
        return (double) turns(part) / cycle();
    }

    /** Which part comes next, from the beginning. */
    public Turns turns() {
        return new Turns(parts.stream().mapToInt(this::turns).toArray());
    }

    private int divisor() {
        return parts.stream()
                .map(part -> BigInteger.valueOf(part.weight()))
                .reduce(BigInteger.ZERO, BigInteger::gcd)
                .intValue();
    }
}
