package dev.headroom.lab.running;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.Inspection;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Limit;
import dev.headroom.core.proof.Ruling;
import java.util.List;
import java.util.Optional;

/**
 * What came of moving a limit, for whatever is found later: a verdict that names the same limit is judged by it.
 *
 * @param limit that was named when it was moved
 */
public record Moved(Optional<Limit> limit, List<Intervention> interventions) {

    public Moved(Inspection before, List<Intervention> interventions) {
        this(before.found().bindingLimit(), interventions);
    }

    public Inspection judge(Inspection later) {
        return later.found().bindingLimit().equals(limit)
                ? later.with(Ruling.of(Case.of(later), interventions))
                : later;
    }
}
