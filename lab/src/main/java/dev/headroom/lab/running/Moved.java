package dev.headroom.lab.running;

import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.model.Inspection;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Limit;
import java.util.List;
import java.util.Optional;

/**
 * What came of moving a limit, for whatever is found later: a verdict that names the same limit is judged by it.
 *
 * @param limit that was named when it was moved
 */
public record Moved(Optional<Limit> limit, Intervention intervention) {

    public Moved(Inspection before, Intervention intervention) {
        this(before.found().bindingLimit(), intervention);
    }

    public Inspection judge(Inspection later) {
        return later.found().bindingLimit().equals(limit) ? Doctor.judge(later, List.of(intervention)) : later;
    }
}
