package dev.headroom.core.proof;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;

/** What moves say of the remedy, where they prove nothing. */
final class Advice {

    /** Of a capacity (0 to 1), what has to be taken that it may be what binds. */
    private static final double FULL = Thresholds.NEARLY_ALL;

    private Advice() {}

    /** Nobody is told to raise what was raised and gained nothing. */
    static Diagnosis withoutGain(Diagnosis judged, Limit raised) {
        return judged.toBuilder()
                .remedy(Remedy.of(
                        "Do not raise " + raised.pool()
                                + " alone, which gained nothing: look at what its holders wait for.",
                        ""))
                .next(Optional.empty())
                .build();
    }

    /** Where nobody knows what binds, and one capacity, of which all was taken, was raised with the load, throughput rising in full: that one. */
    static Diagnosis ofEverything(Diagnosis judged, Intervention everything, Observation seen) {
        List<Part> capacities = everything.move().parts().stream()
                .filter(part -> !part.isLoad())
                .toList();
        boolean unknown = judged.bindingLimit()
                .filter(limit -> limit.kind() == LimitKind.UNKNOWN)
                .isPresent();
        if (!unknown || everything.outcome() != Outcome.FULL || capacities.size() != 1) {
            return judged;
        }
        Part only = capacities.getFirst();
        if (seen.station(only.target()).stream().noneMatch(one -> one.active() >= FULL * only.from())) {
            return judged; // the load alone may have raised it
        }
        String from = Numbers.of(only.from());
        String load = everything.move().concerns(Part.LOAD) ? " together with the load" : "";
        return judged.toBuilder()
                .remedy(Remedy.of(
                        "Raise " + only.name() + " (" + from + ").",
                        "Throughput rose in full when it was raised to " + Numbers.of(only.to()) + load + "."))
                .build();
    }
}
