package dev.headroom.core.diagnosis;

import dev.headroom.core.bounds.Bound;
import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.rules.UnknownWaits;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Why requests may wait though the load seems to be carried. */
final class LoadDoubts {

    /** Requests that wait at one place on average, from which one is always there. */
    private static final double ALWAYS = Thresholds.ONE;

    private LoadDoubts() {}

    static List<String> of(Evidence evidence) {
        List<String> doubts = new ArrayList<>();
        if (!evidence.workload().tellsFailures()) {
            doubts.add("Whether answers are good was not counted: who is turned away at once waits for nothing.");
        }
        if (Waiting.mayBeElsewhere(evidence)) {
            doubts.add("Whether requests queue where the service itself waits for others cannot be seen from here.");
        }
        if (Waiting.mayBeOfFew(evidence)) {
            doubts.add(
                    "Much of a response is a wait, or at no place that was seen: so few requests do not wait for each other, but may for what the service does besides.");
        }
        if (Waiting.mayStand(evidence) > 0) {
            doubts.add(standing(evidence));
        }
        alwaysAwaited(evidence)
                .map(place -> UnknownWaits.alwaysThere(place, evidence))
                .ifPresent(doubts::add);
        if (Waiting.isAloneAsWell(evidence)) {
            doubts.add(
                    "One user waits as well, in a queue of his own tasks, for a lock or for what lets only so many past: no load tells what he would get without it.");
        }
        if (Bound.isLongerThoughHardlyAnyWait(evidence)) {
            doubts.add(longer(evidence));
        }
        return doubts;
    }

    private static String longer(Evidence evidence) {
        return "A response takes " + Numbers.seconds(evidence.workload().response()) + ", and with one user "
                + Numbers.seconds(evidence.baseline().orElseThrow().value())
                + ": so few requests do not wait for each other, but may for what the service does besides.";
    }

    private static String standing(Evidence evidence) {
        return "By the kernel's account " + Numbers.of(Waiting.mayStand(evidence))
                + " requests at least whose threads are runnable do not run, beside cores that are free: whether they wait in native code, and for what, cannot be told.";
    }

    /** Where somebody waits all the while: those who do may be all of a quick kind of request, however many there are of others. */
    private static Optional<Place> alwaysAwaited(Evidence evidence) {
        return evidence.places().stream()
                .filter(place -> evidence.isObserved() && Waiting.mayBe(place, evidence))
                .filter(place -> UnknownWaits.isUnknown(place) && !place.name().isEmpty())
                .filter(place -> place.requests() >= ALWAYS)
                .max(Comparator.comparingDouble(Place::requests));
    }
}
