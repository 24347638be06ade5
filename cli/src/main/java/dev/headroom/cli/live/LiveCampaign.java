package dev.headroom.cli.live;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.proof.Campaign;
import dev.headroom.core.proof.Campaign.Rights;
import dev.headroom.core.text.Printable;
import dev.headroom.lab.proof.LivePlant;
import dev.headroom.lab.proof.Plant;
import dev.headroom.lab.proof.RaiseRisk;
import dev.headroom.lab.proof.Runner;
import dev.headroom.lab.proof.Runner.Progress;
import dev.headroom.lab.running.Inspector;
import dev.headroom.lab.running.Moved;
import dev.headroom.lab.store.Redaction;
import dev.headroom.probe.Probe;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.report.text.MoveWords;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Moves in a JVM that somebody else has started, which prove what was found there.
 *
 * @param budget for all moves together
 */
public record LiveCampaign(Inspection found, RaiseRisk risk, Duration budget) {

    private static final String NONE =
            "none of the limits found can be changed while the service runs and put back afterwards";

    private static final String MORE_LOAD = "that nothing binds is shown by more load alone: `headroom run`";

    private static final String NO_LIMIT = "no limit was found that could be moved";

    public LiveCampaign(Inspection found, ProcessId process, Duration budget) {
        this(found, RaiseRisk.of(found.seen(), process), budget);
    }

    private Case about() {
        return Case.of(found);
    }

    private Campaign campaign() {
        return new Campaign(about(), Rights.GUEST.upTo(risk.most()));
    }

    /** What is going to be moved first; empty where nothing that was found can be, and come back while there is work. */
    public Optional<Move> first() {
        return campaign().next(List.of());
    }

    /** Why that is not moved, whoever agrees; empty where nothing is known against it. */
    public Optional<String> against(Move move) {
        return risk.against(move);
    }

    /** Why nothing is moved, and what can be done in place of it. */
    public String nothing(long pid) {
        return found.found()
                .bindingLimit()
                .map(limit -> why(limit, pid))
                .orElse(found.found().verdict() == Verdict.LOAD_IS_THE_LIMIT ? MORE_LOAD : NO_LIMIT);
    }

    /** The same findings with a note that says so, where there is something to prove. */
    public Inspection unmoved(long pid) {
        boolean nothing =
                found.found().bindingLimit().isEmpty() && found.found().verdict() != Verdict.LOAD_IS_THE_LIMIT;
        return nothing
                ? found
                : found.with(found.found().toBuilder()
                        .note("Not proved: " + nothing(pid) + ".")
                        .build());
    }

    private String why(Limit limit, long pid) {
        String name = Consent.named(limit.pool());
        if (limit.workers().equals(OptionalInt.of(1))) {
            return name + " is a limit of one: it may keep others out of what only one may change, so it is not raised";
        }
        return found.seen().levers().stream()
                .filter(lever -> lever.target().equals(limit.station()) && lever.sets() && !lever.comesBack())
                .findFirst()
                .map(lever -> name
                        + " keeps what it has while there is work, so that it cannot be moved to and fro; `headroom lift "
                        + pid + " --pool " + quoted(limit.pool()) + " --to " + raised(lever)
                        + " --keep` raises it for good, and `headroom run` moves it in a service of its own")
                .orElse(NONE);
    }

    /** For a shell, as a whole: a service may call its pools what it likes, and whoever copies the line runs it. */
    static String quoted(String pool) {
        String shown = Printable.name(Redaction.hideIn(pool));
        return shown.matches("[^'`@-][^'`]*") ? "'" + shown + "'" : "NAME";
    }

    /** As far as the remedy says, else as a proof would. */
    private int raised(Adjustable lever) {
        return found.found().remedy().stream()
                .flatMapToDouble(remedy -> remedy.value().stream())
                .mapToInt(value -> (int) value)
                .filter(value -> value > lever.capacity())
                .findFirst()
                .orElse(2 * lever.capacity());
    }

    /** What came of it; whatever happens, everything is put back. */
    public Moved run(Inspector inspector, Probe probe, Predicate<Move> agreed, Consumer<Progress> told)
            throws InterruptedException {
        try (Plant plant = new LivePlant(probe, inspector::count, about(), Optional.of(risk))) {
            Runner runner = new Runner(plant, budget, new SplittableRandom(), agreed, told);
            return new Moved(found, runner.run(campaign(), found.workload()), Instant.now());
        }
    }

    /** What somebody agrees to who lets it be moved. */
    public List<String> terms(Move move) {
        return Consent.terms(found.seen(), move.settings(), budget);
    }

    /** {@code orders 10 → 20 and back, again and again}. */
    public static String named(Move move) {
        List<Part> parts = move.parts().stream()
                .map(part -> new Part(part.target(), Consent.named(part.name()), part.from(), part.to()))
                .toList();
        Move named = new Move(move.subject(), parts, move.factor(), move.back(), move.expected());
        return MoveWords.what(named, Optional.empty()).replace('\u00a0', ' ') + " and back, again and again";
    }
}
