package dev.headroom.core.model;

import java.util.OptionalInt;

/**
 * Something with a ceiling.
 *
 * @param station the id of the station that it is; its name where it is none that was observed, such as the processor
 * @param pool what it is called
 * @param workers m: workers, connections, permits; empty where the limit has none
 */
public record Limit(LimitKind kind, String station, String pool, OptionalInt workers) {

    public Limit {
        station = station.isEmpty() ? pool : station; // files of earlier builds do not say
    }

    /** Of what is found by its name. */
    public Limit(LimitKind kind, String pool, OptionalInt workers) {
        this(kind, pool, pool, workers);
    }
}
