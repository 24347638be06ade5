package dev.headroom.core.diagnosis;

import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.text.Numbers;
import java.util.Optional;

/** Why nobody knows how many requests a service answers: none was seen, or nobody counts them. */
final class Uncounted {

    private Uncounted() {}

    /** Empty where they are counted. */
    static Optional<String> words(Evidence evidence) {
        if (evidence.isObserved()
                && !(evidence.throughput() > 0)
                && evidence.workload().inFlight() == 0) {
            return Optional.of("no request was seen by a port in these " + Numbers.seconds(evidence.window())
                    + (isBusy(evidence) ? "" : ": put load on it"));
        }
        return Double.isNaN(evidence.throughput())
                ? Optional.of("the requests of this service are not counted ("
                        + evidence.workload().throughput().source() + ")")
                : Optional.empty();
    }

    /** Perhaps with messages, which come by no port. */
    private static boolean isBusy(Evidence evidence) {
        return evidence.observation().pools().stream().anyMatch(pool -> pool.active() >= Waiting.FEWEST);
    }
}
