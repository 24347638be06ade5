package dev.headroom.core.model.experiment;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.load.Success;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * What a run has to be like, as its experiment file asks.
 *
 * @param bounds on figures
 * @param binds what has to bind
 * @param success of each response; where there is no bound on the errors, none may fail it
 */
public record Expectations(List<Bound> bounds, Optional<Binds> binds, Success success) {

    public static final Expectations NONE = new Expectations(List.of(), Optional.empty(), Success.DEFAULT);

    public Expectations {
        bounds = List.copyOf(bounds);
    }

    /** A figure of a run. Times are in seconds, rates per second, errors a share from 0 to 1. */
    public enum Figure {
        MEAN("mean"),
        P50("p50"),
        P90("p90"),
        P95("p95"),
        P99("p99"),
        P999("p99.9"),
        MAX("max"),
        ERRORS("errors"),
        GOODPUT("goodput"),
        THROUGHPUT("throughput");

        private final String key;

        Figure(String key) {
            this.key = key;
        }

        /** As experiment files have it. */
        public String key() {
            return key;
        }
    }

    /** How a figure has to stand to its bound. */
    public enum Relation {
        BELOW("<"),
        AT_MOST("<="),
        ABOVE(">"),
        AT_LEAST(">=");

        private final String sign;

        Relation(String sign) {
            this.sign = sign;
        }

        public String sign() {
            return sign;
        }

        public boolean holds(double figure, double bound) {
            return switch (this) {
                case BELOW -> figure < bound;
                case AT_MOST -> figure <= bound;
                case ABOVE -> figure > bound;
                case AT_LEAST -> figure >= bound;
            };
        }
    }

    public record Bound(Figure figure, Relation relation, double value) {}

    /**
     * What has to bind.
     *
     * @param kind empty where nothing may
     * @param pool its name; empty for any
     * @param workers its size; empty for any
     */
    public record Binds(Optional<LimitKind> kind, Optional<String> pool, OptionalInt workers) {
        public static final Binds NOTHING = new Binds(Optional.empty(), Optional.empty(), OptionalInt.empty());
    }

    /** Whether errors may be so many that a bound says how many. */
    public boolean boundsErrors() {
        return bounds.stream().anyMatch(bound -> bound.figure() == Figure.ERRORS);
    }

    /** These, but for what {@code own} has of its own. */
    public Expectations under(Expectations own) {
        Stream<Bound> kept = bounds.stream()
                .filter(bound -> own.bounds.stream().noneMatch(other -> other.figure() == bound.figure()));
        return new Expectations(
                Stream.concat(kept, own.bounds.stream())
                        .sorted(Comparator.comparing(Bound::figure))
                        .toList(),
                own.binds.isPresent() ? own.binds : binds,
                new Success(
                        own.success.statuses().isEmpty() ? success.statuses() : own.success.statuses(),
                        own.success.contains().isEmpty() ? success.contains() : own.success.contains()));
    }

    /**
     * What became of one expectation.
     *
     * @param name {@code p95}, {@code verdict}
     * @param expected {@code < 500 ms}
     * @param measured {@code 612 ms}, or why there is no figure
     */
    public record Outcome(String name, String expected, String measured, boolean met) {}
}
