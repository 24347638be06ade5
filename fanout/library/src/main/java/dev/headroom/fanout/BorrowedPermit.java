package dev.headroom.fanout;

import java.time.Duration;

/** For a thread that calls with a permit already: it goes back where it was taken, and who took it learns what was found. */
record BorrowedPermit(Downstream downstream, Hold hold, Deadline deadline) implements Permit {
    @Override
    public void close() {}

    @Override
    public void failed(Throwable thrown, Duration retryAfter) {
        downstream.note(hold, thrown, retryAfter, deadline);
    }
}
