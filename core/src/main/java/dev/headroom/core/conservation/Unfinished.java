package dev.headroom.core.conservation;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.text.Numbers;
import java.util.Optional;

/**
 * Requests that were in flight when a load with a short drain was over. They are no errors: nobody knows what would have become of them.
 * What takes longer than the whole run, such as a timeout of a minute in a run of ten seconds, did not happen in it.
 */
public final class Unfinished {

    private Unfinished() {}

    public static Optional<String> note(Evidence evidence) {
        long unfinished = evidence.workload().failures().unfinished();
        return unfinished == 0
                ? Optional.empty()
                : Optional.of(unfinished + " requests were still in flight when the run was over, after "
                        + Numbers.seconds(evidence.workload().elapsed())
                        + ": they are neither answers nor errors. A timeout that is longer than the run cannot show.");
    }
}
