package dev.headroom.core.model.load;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The requests that a load sends, each as often as it weighs.
 *
 * @param parts at least one, all to one host and port; steps of one sequence stand next to each other, in their order
 */
public record Mix(List<Part> parts, Visitors visitors) {

    /**
     * @param weight of so many requests as all weights come to, this many are this one
     * @param sequence name of the steps that it is one of; empty where it stands alone
     * @param take values of its answer that later requests of the same user need
     */
    public record Part(String name, int weight, Request request, String sequence, List<Take> take) {
        public Part {
            take = List.copyOf(take);
            if (weight < 1) {
                throw new IllegalArgumentException("a request weighs at least 1, not " + weight);
            }
        }

        public Part(String name, int weight, Request request) {
            this(name, weight, request, "", List.of());
        }

        /** Its name, or what it asks for. */
        public String label() {
            return name.isEmpty() ? request.method() + " " + request.path() : name;
        }

        private boolean plain() {
            return sequence.isEmpty() && take.isEmpty() && !request.hasValues();
        }
    }

    /**
     * Whoever sends the requests.
     *
     * @param data values for them
     * @param login what each sends once, before its first request
     * @param cookies whether each keeps the cookies that it is given
     * @param sessions how many there are in an open load
     */
    public record Visitors(List<Table> data, List<Part> login, boolean cookies, int sessions) {

        /** They have nothing but requests. */
        public static final Visitors PLAIN = new Visitors(List.of(), List.of(), false, Users.SESSIONS);

        public Visitors {
            data = List.copyOf(data);
            login = List.copyOf(login);
        }
    }

    /**
     * Requests that one user sends one after the other.
     *
     * @param first index of the part that begins it
     * @param length number of parts
     */
    public record Sequence(int first, int length) {}

    public Mix {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a load sends at least one request");
        }
    }

    public Mix(List<Part> parts) {
        this(parts, Visitors.PLAIN);
    }

    public static Mix of(Request request) {
        return new Mix(List.of(new Part("", 1, request)));
    }

    /** Only this part, with the steps that come before it. */
    public Mix upTo(Part part) {
        List<Part> steps = part.sequence().isEmpty()
                ? List.of()
                : parts.subList(0, parts.indexOf(part)).stream()
                        .filter(other -> other.sequence().equals(part.sequence()))
                        .toList();
        return new Mix(Stream.concat(steps.stream(), Stream.of(part)).toList(), visitors);
    }

    public Optional<Part> before(Part part) {
        List<Part> steps = upTo(part).parts();
        return steps.size() > 1 ? Optional.of(steps.get(steps.size() - 2)) : Optional.empty();
    }

    /** Whether every request is the same bytes each time, whoever sends it. */
    public boolean plain() {
        return parts.stream().allMatch(Part::plain) && visitors.login().isEmpty() && !visitors.cookies();
    }

    public boolean several() {
        return parts.size() > 1;
    }

    /** Requests alone and steps that follow each other. */
    public List<Sequence> sequences() {
        List<Sequence> all = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            String name = parts.get(i).sequence();
            if (i > 0 && !name.isEmpty() && name.equals(parts.get(i - 1).sequence())) {
                Sequence last = all.removeLast();
                all.add(new Sequence(last.first(), last.length() + 1));
            } else {
                all.add(new Sequence(i, 1));
            }
        }
        return all;
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

    /** Which of the {@link #sequences()} comes next, from the beginning. */
    public Turns turns() {
        return new Turns(sequences().stream()
                .mapToInt(sequence -> turns(parts.get(sequence.first())))
                .toArray());
    }

    private int divisor() {
        return parts.stream()
                .map(part -> BigInteger.valueOf(part.weight()))
                .reduce(BigInteger.ZERO, BigInteger::gcd)
                .intValue();
    }
}
