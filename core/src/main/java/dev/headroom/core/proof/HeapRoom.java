package dev.headroom.core.proof;

import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import java.util.Optional;

/**
 * Whether a heap has room for more that are at work at a time. At the worst all that lives belongs to these, and grows as they do. Where that would not fit, each of those
 * that come is taken to keep all that a request allocates, which bounds from above what it can keep.
 *
 * @param lives bytes in the old generation when it was collected last; what has died since the one before is in it
 * @param most bytes that this may come to
 */
public record HeapRoom(long lives, long most) {

    /** Whether it has, whatever a request allocates. */
    public boolean isSure(Move move) {
        return lives * move.factor() <= most;
    }

    /**
     * Why nothing is to be moved so, for the reader; empty where there is room.
     *
     * @param request bytes that one allocates; NaN where that is not known
     */
    public Optional<String> lacks(Move move, double request) {
        double more = move.settings().stream()
                .mapToDouble(part -> more(part))
                .filter(each -> each > 0)
                .max()
                .orElse(0);
        double needs = more * request;
        return !isSure(move) && needs > most - lives
                ? Optional.of(
                        "a request allocates %.0f MB, %.0f more of them at a time may keep %.0f MB, and of the %d MB of the heap that outlive a collection %d MB are free"
                                .formatted(megabytes(request), more, megabytes(needs), most >> 20, most - lives >> 20))
                : Optional.empty();
    }

    private static double more(Part part) {
        return part.to() - part.from();
    }

    private static double megabytes(double bytes) {
        return bytes / (1 << 20);
    }
}
