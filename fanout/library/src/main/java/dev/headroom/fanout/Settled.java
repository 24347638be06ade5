package dev.headroom.fanout;

import org.jspecify.annotations.Nullable;

/** What a part came to: an answer, or why there is none. {@link Part#settled()} makes it, so that one failure ends no others. */
public sealed interface Settled<T extends @Nullable Object> {
    /** The answer. */
    record Answered<T extends @Nullable Object>(T value) implements Settled<T> {}

    /** Why there is none. */
    record Failed<T extends @Nullable Object>(FanOutException why) implements Settled<T> {}

    /** The answer, or the other value where there is none. */
    default T orElse(T other) {
        return this instanceof Answered<T> answered ? answered.value() : other;
    }
}
