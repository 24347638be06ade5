package dev.headroom.probe.os.call;

import java.net.SocketTimeoutException;
import java.time.Duration;

/** By when something has to be over, however slowly somebody talks: what is left of it bounds each wait. */
public record Deadline(long end) {

    public static Deadline in(Duration patience) {
        return new Deadline(System.nanoTime() + patience.toNanos());
    }

    /**
     * More than nothing, and at least the smallest time that a socket knows.
     *
     * @throws SocketTimeoutException where nothing is left
     */
    public Duration left(Duration smallest) throws SocketTimeoutException {
        long left = end - System.nanoTime();
        if (left < smallest.toNanos()) {
            throw new SocketTimeoutException("it did not answer in time");
        }
        return Duration.ofNanos(left);
    }
}
