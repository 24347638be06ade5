package dev.headroom.core.proof;

import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Optional;

/**
 * Whether a heap has room for more that are at work at a time. At the worst all that lives belongs to these, in buffers that each keeps as well as in what a request allocates, and
 * grows as they do.
 *
 * @param lives bytes of the old generation that were in use when it was collected last; what has died since the collection before is in it
 * @param size bytes that it may come to
 * @param shared whether new objects have to find room in these as well
 */
public record HeapRoom(long lives, long size, boolean shared) {

    /** Of a heap that is shared, 0 to 1: a collector that has less left for new objects gives up. */
    private static final double FILLED = Thresholds.MOST;

    /** As many times as many as there is room for. */
    public double most() {
        return lives == 0 ? Double.POSITIVE_INFINITY : room() / lives;
    }

    private double room() {
        return shared ? FILLED * size : size;
    }

    /** The same where no more than so many bytes are to be had. */
    public HeapRoom within(long bytes) {
        return new HeapRoom(lives, Math.min(size, bytes), shared);
    }

    /** Why nothing is to be moved so, for the reader; empty where there is room. */
    public Optional<String> lacks(Move move) {
        return move.factor() > most()
                ? Optional.of(
                        "%d of the %d MB of its heap were in use after the last collection, and %s times as many at work may need as many times as much: there is room for %.0f MB. Some may be garbage: try again later, or with a larger heap"
                                .formatted(lives >> 20, size >> 20, Numbers.of(move.factor()), room() / (1 << 20)))
                : Optional.empty();
    }
}
