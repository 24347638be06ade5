package dev.headroom.core.model.load;

import java.time.Duration;

/** When a closed load ends. */
public sealed interface Until {
    /** Each user sends this many requests, then leaves. */
    record Iterations(int perUser) implements Until {}

    /** All users together send this many requests (as {@code ab -n} does). */
    record Requests(long total) implements Until {}

    /** No request starts later than this after the start of the load. */
    record Elapsed(Duration duration) implements Until {}

    /** Requests that so many users send together; 0 where the load ends by the clock. */
    default long requests(int users) {
        return switch (this) {
            case Iterations iterations -> (long) users * iterations.perUser();
            case Requests requests -> requests.total();
            case Elapsed elapsed -> 0;
        };
    }
}
