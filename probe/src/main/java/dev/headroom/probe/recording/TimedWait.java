package dev.headroom.probe.recording;

/**
 * A wait that a clock was held to.
 *
 * @param thread its Java id
 * @param target {@code host:port} of a socket read; empty for a sleep
 */
public record TimedWait(long endMicros, double seconds, long thread, boolean virtual, String target) {

    public boolean isRead() {
        return !target.isEmpty();
    }
}
