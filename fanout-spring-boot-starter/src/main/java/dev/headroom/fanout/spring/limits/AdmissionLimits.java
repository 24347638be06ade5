package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.web.Admission;
import java.util.List;
import java.util.Map;

/** The requests in flight, and the bound on them, if any. Nobody waits there. */
final class AdmissionLimits implements LimitSource {
    private final Admission admission;

    AdmissionLimits(Admission admission) {
        this.admission = admission;
    }

    @Override
    public List<LimitReading> read() {
        return List.of(new LimitReading(
                "requests",
                Kind.REQUESTS,
                admission.limit().isPresent() ? admission.limit().getAsInt() : null,
                admission.inFlight(),
                0,
                admission.completed(),
                admission.heldNanos(),
                admission.turnedAway(),
                Map.of()));
    }
}
