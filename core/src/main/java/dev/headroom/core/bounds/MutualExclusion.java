package dev.headroom.core.bounds;

import dev.headroom.core.model.diagnosis.Intervention.Move;
import java.util.Optional;

/** A limit of one, such as a semaphore of one permit or an executor of one thread: it may be there so that only one at a time changes something. */
public final class MutualExclusion {

    private MutualExclusion() {}

    /** Why nothing is to be moved so, for the reader; empty where it raises no limit of one. */
    public static Optional<String> in(Move move) {
        return move.settings().stream()
                .filter(part -> part.from() == 1 && part.to() > 1)
                .findFirst()
                .map(
                        part -> part.name()
                                + " lets one past at a time, perhaps so that only one changes something: two at once may damage data");
    }
}
