package dev.headroom.core.model;

import java.time.Duration;
import java.util.List;

/**
 * A limit that was moved while the load went on, and what came of it.
 *
 * @param move what was planned
 * @param phases the windows in which throughput was measured, in their order
 * @param outcome whether throughput did as predicted
 * @param note why, for the reader, where it is not plain from the figures
 * @param series throughput over the whole of it
 */
public record Intervention(Move move, List<Phase> phases, Outcome outcome, String note, List<Point> series) {

    public Intervention {
        phases = List.copyOf(phases);
        series = List.copyOf(series);
    }

    /** What is moved. */
    public enum Subject {
        /** The capacity of a pool or resource. */
        CAPACITY,
        /** Users, or the offered rate: throughput has to follow. */
        LOAD,
        /** Users, or the offered rate, beyond a limit that cannot be moved: throughput has to stay. */
        OVERLOAD,
        /** Cores that the service may use. */
        CORES
    }

    /**
     * @param target name of a pool or id of a resource; {@code load} or {@code cpu} otherwise
     * @param name for the reader
     * @param from capacity, users, requests per second or cores
     * @param to the same, moved
     * @param predicted throughput that the laws expect then, per second
     * @param comesBack false where it cannot be put back under load: then it is moved twice in one direction
     */
    public record Move(
            Subject subject, String target, String name, int from, int to, Measure predicted, boolean comesBack) {}

    /**
     * @param name {@code A}, {@code B}, {@code A'} or {@code C}, where C is a second step in the same direction
     * @param at since the start of the series
     * @param setting capacity, users, rate or cores in this window
     * @param throughput measured, per second
     * @param predicted per second
     */
    public record Phase(
            String name, Duration at, Duration length, int setting, Measure throughput, Measure predicted) {}

    public enum Outcome {
        /** Throughput did as predicted, and did so again when the limit was put back or moved once more. */
        FOLLOWED,
        /** Throughput did something else: this is not what limits it, or not alone. */
        NOT_FOLLOWED,
        /** The service would not let it be moved. */
        REFUSED,
        /** It was broken off; everything was put back. */
        BROKEN_OFF
    }

    /** Successful responses per second around {@code at}. */
    public record Point(Duration at, double perSecond) {}
}
