package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.Ceiling;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.stream.Stream;

/** Garbage collection pauses, in which no worker of any pool moves. */
public final class GarbageCollection {

    /** Share of the window spent in pauses that leaves no doubt. */
    private static final double PAUSED = Thresholds.FIFTH;

    /** And in which whoever waits, waits for the collector, whatever else for. */
    private static final double MOSTLY = Thresholds.HALF;

    private GarbageCollection() {}

    public static Stream<Hypothesis> in(Evidence evidence) {
        double paused = evidence.observation().processor().gcPauseShare().orElse(0)
                + evidence.observation().host().allocationStall().orElse(0);
        if (!(paused >= PAUSED)) {
            return Stream.empty();
        }
        Finding finding = Finding.of(
                Naming.limit(LimitKind.GC, "gc"),
                Remedy.of(
                        "Give it more memory, or allocate less.",
                        "Without pauses the same work would take "
                                + Numbers.percent(1 - Math.min(1, paused)) + " of the time: up to "
                                + Numbers.rate(Ceiling.of(1, 1, Math.max(1e-9, 1 - paused))
                                        * evidence.served().value())
                                + "."),
                "The service spends " + Numbers.percent(paused) + " of its time in garbage collection pauses.");
        return Stream.of(Hypothesis.of("gc", finding, place -> paused >= MOSTLY || place.onCores())
                .heldBy(1, evidence.observation().host().allocating())
                .inPart(place -> paused >= MOSTLY ? 1 : paused));
    }
}
