package dev.headroom.core.model.diagnosis;

import java.util.OptionalInt;

/**
 * Something with a ceiling.
 *
 * @param pool the name of the pool or other thing that holds
 * @param workers m: workers, connections, permits; empty where the limit has none
 */
public record Limit(LimitKind kind, String pool, OptionalInt workers) {}
