package dev.headroom.core.bounds;

import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import java.util.Optional;

/** A limit of one, such as a semaphore of one permit or an executor of one thread: it may be there so that only one at a time changes something. */
public final class MutualExclusion {

    private MutualExclusion() {}

    /** Why nothing is to be moved so, for the reader; empty where it raises no limit of one, whatever it is one for. A rate of one a second keeps nobody out. */
    public static Optional<String> in(Move move, Observation seen) {
        return move.settings().stream()
                .filter(part -> part.from() == 1 && part.to() > 1 && !isRate(part, seen))
                .findFirst()
                .map(
                        part -> part.name()
                                + " lets one past at a time, perhaps so that only one changes something: two at once may damage data");
    }

    /**
     * What to look at before one is raised, for the reader; empty where it is no limit of one.
     *
     * @param target that is raised, by its id
     * @param alike how many it is in all
     */
    public static Optional<String> before(String target, int alike, Observation seen) {
        return seen.station(target)
                .filter(one -> one.maximum().orElse(0) == alike)
                .filter(one -> switch (one.kind()) {
                    case RATE_LIMITER, EVENT_LOOPS, FORK_JOIN -> false; // the last has as many as the machine has cores
                    default -> true;
                })
                .map(one -> "See first that " + one.name() + " does not let one past at a time so that only"
                        + " one changes something: two at once may damage data.");
    }

    private static boolean isRate(Part part, Observation seen) {
        return seen.station(part.target())
                .filter(station -> station.kind() == StationKind.RATE_LIMITER)
                .isPresent();
    }
}
