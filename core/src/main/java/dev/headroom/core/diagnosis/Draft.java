package dev.headroom.core.diagnosis;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.DiagnosisBuilder;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.rules.Processors;
import dev.headroom.core.rules.Timeouts;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Optional;

/** Begins a diagnosis with what is to be said of a run whatever binds it. */
final class Draft {

    private static final double GC_WORTH_A_NOTE = Thresholds.SLIGHT;

    private Draft() {}

    static DiagnosisBuilder of(Verdict verdict, Evidence evidence) {
        DiagnosisBuilder draft = Diagnosis.builder(verdict, evidence.served())
                .chain(evidence.chain().names(evidence.structure()));
        failures(evidence, draft);
        unfinished(evidence).ifPresent(draft::note);
        evidence.measured()
                .baseline()
                .filter(one -> !one.agree())
                .flatMap(one -> one.before().flatMap(before -> one.after().map(after -> apart(before, after))))
                .ifPresent(draft::note);
        double paused = evidence.observation().processor().gcPauseShare().orElse(0);
        if (paused >= GC_WORTH_A_NOTE) {
            draft.note("Garbage collection paused the service for " + Numbers.percent(paused) + " of the window.");
        }
        evidence.workload().generator().ifPresent(generator -> generator(verdict, generator, evidence, draft));
        return draft;
    }

    /** What is the generator's in the response times is told, whatever binds. */
    private static void generator(
            Verdict verdict, Workload.Generator generator, Evidence evidence, DiagnosisBuilder draft) {
        if (generator.binding() && verdict != Verdict.GENERATOR_IS_THE_LIMIT) {
            draft.note((generator.isTool() ? "The load tool had no processor time left" : "The load generator was late")
                    + (Processors.filledByService(evidence) ? " because the service left it no core" : "")
                    + ": response times are longer than they would be from another machine.");
        }
        if (generator.failedChecks() > 0) {
            draft.note(Numbers.whole(generator.failedChecks())
                    + " checks of the load tool's script did not hold. It does not tell of which responses, so that"
                    + " some of those that count as successful may be none.");
        }
        if (generator.late() > 0 && verdict != Verdict.GENERATOR_IS_THE_LIMIT) {
            draft.note("Of the 99th percentile of the response time, " + Numbers.seconds(generator.p99()) + ", about "
                    + Numbers.seconds(generator.late())
                    + " are the load generator's own lateness, and not the service's.");
        }
        if (generator.again() >= Timeouts.WORTH_A_NOTE) {
            draft.note(Numbers.percent(generator.again())
                    + " of the requests were sent a second time, since the service had closed their connection or refused"
                    + " them: a client that does not send again gets errors for these.");
        }
        generator
                .waits()
                .ifPresent(waits -> draft.note(waits.requests()
                        + " requests found all connections of the load in use and waited for one, "
                        + Numbers.seconds(Times.seconds(waits.mean())) + " on average: that is in their response times."
                        + (evidence.workload().arrivals() instanceof Workload.Closed closed
                                ? " To the service it was a load of " + Numbers.count(closed.users())
                                        + " users in the window."
                                : "")));
    }

    private static void failures(Evidence evidence, DiagnosisBuilder draft) {
        double failed = evidence.workload().failedShare();
        if (failed >= Timeouts.WORTH_A_NOTE) {
            draft.note(Numbers.percent(failed)
                    + " of the requests in the window got no successful response; X counts "
                    + (evidence.workload().countsFailures()
                            ? "these as well."
                            : evidence.served().equals(evidence.workload().throughput())
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

    /**
     * Requests that were in flight when a load with a short drain was over. They are no errors: nobody knows what would have become of them.
     * What takes longer than the whole run, such as a timeout of a minute in a run of ten seconds, did not happen in it.
     */
    private static Optional<String> unfinished(Evidence evidence) {
        long unfinished = evidence.workload().failures().unfinished();
        return unfinished == 0
                ? Optional.empty()
                : Optional.of(unfinished + " requests were still in flight when the run was over, after "
                        + Numbers.seconds(evidence.workload().elapsed())
                        + ": they are neither answers nor errors. A timeout that is longer than the run cannot show.");
    }
}
