package dev.headroom.core.model.diagnosis;

import dev.headroom.core.model.Measure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Limits that were moved to and fro while the load went on, and what came of it.
 *
 * @param move what was planned
 * @param phases the windows that were counted, in their order
 * @param outcome what they say
 * @param elasticity how much throughput answered; empty where too little was counted
 * @param placebo the same of windows in which nothing was moved though it was said to be
 * @param note why, for the reader, where it is not plain from the figures
 * @param series throughput over the whole of it
 */
public record Intervention(
        Move move,
        List<Phase> phases,
        Outcome outcome,
        Optional<Elasticity> elasticity,
        Optional<Elasticity> placebo,
        String note,
        List<Point> series) {

    public Intervention {
        phases = List.copyOf(phases);
        series = List.copyOf(series);
    }

    /** With what is said of it before its own note. */
    public Intervention noted(List<String> before) {
        String all = Stream.concat(before.stream(), Stream.of(note))
                .filter(one -> !one.isEmpty())
                .collect(Collectors.joining("; "));
        return new Intervention(move, phases, outcome, elasticity, placebo, all, series);
    }

    /** What is moved. */
    public enum Subject {
        /** The capacity of pools or resources, by their setters. */
        CAPACITY,
        /** The share of time for which a lock or a loop is free: the agent keeps it busy for the rest. */
        OCCUPATION,
        /** Cores, of which another process uses some. */
        PROCESSOR,
        /** Calls to another process at once: fewer workers make them. The first part is the calls, the second the workers. */
        CALLS,
        /** Users, or the offered rate. */
        LOAD,
        /** All capacities that can be set to and fro, and the load with them where it is one of users. */
        EVERYTHING;

        /** Whether there is no more of it to give: it can only be slowed, or asked for less. */
        public boolean onlySlows() {
            return switch (this) {
                case OCCUPATION, PROCESSOR, CALLS -> true;
                case CAPACITY, LOAD, EVERYTHING -> false;
            };
        }
    }

    /**
     * What is moved together, by the same factor as far as whole numbers allow.
     *
     * @param parts what is moved
     * @param factor to over from: above 1 where there is to be more of it
     * @param back how it becomes as it was while the load goes on
     * @param expected what the wait that it should take away is, in seconds, where throughput is given by who asks; NaN otherwise
     */
    public record Move(Subject subject, List<Part> parts, double factor, Back back, double expected) {

        public Move {
            parts = List.copyOf(parts);
        }

        public boolean up() {
            return factor > 1;
        }

        /** Whether it is about this and nothing else. */
        public boolean isOf(String target) {
            return (parts.size() == 1 || subject == Subject.CALLS)
                    && parts.getFirst().target().equals(target);
        }

        /** Only some of its parts, by the same factor. */
        public Move only(Subject of, Predicate<Part> which) {
            return new Move(of, parts.stream().filter(which).toList(), factor, back, expected);
        }

        /** Everything but that; empty where it is not a move of everything, or no capacity is left. */
        public Optional<Move> without(String setting) {
            if (subject != Subject.EVERYTHING) {
                return Optional.empty();
            }
            List<Part> left = parts.stream().filter(part -> !part.sets(setting)).toList();
            return left.stream().allMatch(Part::isLoad)
                    ? Optional.empty()
                    : Optional.of(new Move(subject, left, leastFactor(left), back, expected));
        }

        /** Of everything that is moved together, so that what is not among it is not overstated. */
        public static double leastFactor(List<Part> parts) {
            return parts.stream()
                    .mapToDouble(part -> part.to() / part.from())
                    .min()
                    .orElse(1);
        }

        /** Whether it is about this, perhaps among others. */
        public boolean concerns(String target) {
            return parts.stream().anyMatch(part -> part.target().equals(target));
        }

        /** The part of which that is a setting, for the reader. */
        public String named(String setting) {
            return parts.stream()
                    .filter(part -> part.sets(setting))
                    .map(Part::name)
                    .findFirst()
                    .orElse(setting);
        }

        /** Whether the other moves the same, in the same direction. */
        public boolean isLike(Move other) {
            return up() == other.up() && targets().equals(other.targets());
        }

        public Set<String> targets() {
            return parts.stream().map(Part::target).collect(Collectors.toSet());
        }

        /** What is set for it, one by one. */
        public List<Part> settings() {
            return parts.stream().flatMap(Part::settings).toList();
        }

        /** {@code orders and items}. */
        public String name() {
            return parts.stream().map(Part::name).collect(Collectors.joining(" and "));
        }
    }

    /** How a limit becomes as it was while the load goes on. */
    public enum Back {
        /** By setting it so. */
        SET,
        /** It keeps what it has while there is work: what was added is kept busy instead. */
        OCCUPIED,
        NEVER
    }

    /**
     * @param target name of a pool or id of a resource; {@code load} or {@code cpu} otherwise
     * @param name for the reader
     * @param from capacity, users, requests per second or cores
     * @param to the same, moved
     * @param shares of one limit, such as a pool for each shard: what each of them is moved by; empty where it is one
     */
    public record Part(String target, String name, double from, double to, List<Part> shares) {
        /** Of the load. */
        public static final String LOAD = "load";

        public Part {
            shares = List.copyOf(shares);
        }

        /** One that is set by itself. */
        public Part(String target, String name, double from, double to) {
            this(target, name, from, to, List.of());
        }

        /** Of several that are one limit. */
        public static Part of(String target, String name, List<Part> shares) {
            return new Part(
                    target,
                    name,
                    shares.stream().mapToDouble(Part::from).sum(),
                    shares.stream().mapToDouble(Part::to).sum(),
                    shares);
        }

        private Stream<Part> settings() {
            return shares.isEmpty() ? Stream.of(this) : shares.stream();
        }

        private boolean sets(String setting) {
            return settings().anyMatch(one -> one.target().equals(setting));
        }

        public boolean isLoad() {
            return target.equals(LOAD);
        }
    }

    /** A window. */
    public enum Setting {
        /** As it was found. */
        HOME,
        MOVED,
        /** As it was found, though drawn as one that is moved: it has to make no difference. */
        PLACEBO
    }

    /**
     * @param at since the start of the series
     * @param factor by which what is moved was moved, as measured: 1 at home
     * @param throughput good responses per second
     * @param response mean seconds of them; NaN where nobody counts these
     * @param failed responses per second that were not successful; NaN where nobody tells these from good ones
     * @param inFlight mean requests in flight; NaN where nobody counts these
     * @param size mean bytes of an answer, good or not; NaN where nobody counts these
     */
    public record Phase(
            Setting setting,
            Duration at,
            Duration length,
            double factor,
            Measure throughput,
            double response,
            double failed,
            double inFlight,
            double size) {

        public boolean isMoved() {
            return setting == Setting.MOVED;
        }
    }

    public enum Outcome {
        /** It answers in full: this binds. */
        FULL,
        /** It answers in part: one of several, or up to the next limit. */
        PART,
        /** It does not answer. */
        NONE,
        /** It answers the other way: more of it harms. */
        NEGATIVE,
        /** More came of it than could by it alone. */
        EXCESS,
        /** Too few windows, or too uneven ones, to tell. */
        UNDECIDED,
        /** The service would not let it be moved. */
        REFUSED,
        /** It was broken off; the note says why, and whether everything was put back. */
        BROKEN_OFF
    }

    /** Successful responses per second around {@code at}. */
    public record Point(Duration at, double perSecond) {}
}
