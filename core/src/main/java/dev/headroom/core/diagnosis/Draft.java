package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.DiagnosisBuilder;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Workload;
import dev.headroom.core.text.Numbers;

/** Begins a diagnosis with what is to be said of a run whatever binds it. */
final class Draft {

    /** Failed responses from this share on are worth a word. */
    private static final double WORTH_A_NOTE = 0.01;

    private static final double GC_WORTH_A_NOTE = 0.05;

    private Draft() {}

    static DiagnosisBuilder of(Verdict verdict, Evidence evidence) {
        DiagnosisBuilder draft = Diagnosis.builder(verdict, evidence.served())
                .chain(evidence.chain().names(evidence.structure()));
        failures(evidence, draft);
        Unfinished.note(evidence).ifPresent(draft::note);
        evidence.measured()
                .baseline()
                .filter(one -> !one.agree())
                .flatMap(one -> one.before().flatMap(before -> one.after().map(after -> apart(before, after))))
                .ifPresent(draft::note);
        double paused = evidence.observation().processor().gcPauseShare();
        if (paused >= GC_WORTH_A_NOTE) {
            draft.note("Garbage collection paused the service for " + Numbers.percent(paused) + " of the window.");
        }
        if (verdict != Verdict.GENERATOR_IS_THE_LIMIT
                && evidence.workload()
                        .generator()
                        .filter(Workload.Generator::binding)
                        .isPresent()) {
            draft.note(
                    "The load generator was late because the service left it no core: response times are longer than they"
                            + " would be from another machine.");
        }
        return draft;
    }

    private static void failures(Evidence evidence, DiagnosisBuilder draft) {
        double failed = evidence.workload().failedShare();
        if (failed >= WORTH_A_NOTE) {
            draft.note(Numbers.percent(failed)
                    + " of the requests in the window got no successful response; X counts "
                    + (evidence.served().equals(evidence.workload().throughput())
                            ? "the others only."
                            : evidence.served().source() + "; successful responses were "
                                    + Numbers.rate(evidence.throughput()) + "."));
            Timeouts.notes(evidence).forEach(draft::note);
        }
    }

    private static String apart(Measure before, Measure after) {
        return "With one user a response took " + Numbers.seconds(before.value()) + " before the load and "
                + Numbers.seconds(after.value()) + " after it; the smaller counts.";
    }
}
