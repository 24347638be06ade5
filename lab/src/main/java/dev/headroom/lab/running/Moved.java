package dev.headroom.lab.running;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.proof.Ruling;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What came of moving limits, for whatever is found later: a verdict that names the same limit is judged by it, for a while, and no better than it was at once.
 *
 * @param before what was seen when they were moved
 * @param at when the last of them was put back
 */
public record Moved(Inspection before, List<Intervention> interventions, Instant at) {

    /** For so long a proof stands: load, data and caches of a service change within minutes. */
    static final Duration STANDS = Duration.ofMinutes(10);

    public Moved {
        interventions = List.copyOf(interventions);
    }

    /** Whether anything was counted. */
    public boolean tells() {
        return interventions.stream().anyMatch(Moved::tells);
    }

    private static boolean tells(Intervention one) {
        return !one.phases().isEmpty();
    }

    /** @param now when {@code later} was seen */
    public Inspection judge(Inspection later, Instant now) {
        if (!isOf(later.found().bindingLimit(), now)) {
            return later;
        }
        Diagnosis judged = Ruling.of(Case.of(later), interventions);
        Standing then = Ruling.of(Case.of(before), interventions).standing();
        return later.with(
                judged.standing().compareTo(then) > 0
                        ? judged.toBuilder().standing(then).build()
                        : judged);
    }

    /**
     * Whether a verdict is judged by it.
     *
     * @param named by the verdict, before anything that was moved told of it
     */
    public boolean isOf(Optional<Limit> named, Instant now) {
        return stands(now) && named.equals(before.found().bindingLimit()) && !interventions.isEmpty();
    }

    /**
     * And what was moved after it, which may be what this one left: it is about what was named at first, and stands no longer. What was moved again tells for itself.
     */
    public Moved and(Moved later) {
        List<Intervention> left = interventions.stream()
                .filter(one -> later.interventions.stream()
                        .noneMatch(again -> tells(again) && again.move().isLike(one.move())))
                .toList();
        return left.isEmpty()
                ? new Moved(before, later.interventions, later.at)
                : new Moved(
                        before,
                        Stream.concat(left.stream(), later.interventions.stream())
                                .toList(),
                        at);
    }

    public boolean stands(Instant now) {
        return !now.isAfter(at.plus(STANDS));
    }
}
