package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.Standing;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Run;
import dev.headroom.core.model.Times;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;

/**
 * Causal evidence from a second run. That a pool is full while the service is slow is correlation; that the service goes
 * past the pool's ceiling once that pool no longer holds it is cause. A run of a variant that {@code lifts} another one
 * proves the other's diagnosis when it completes more per second than that ceiling, or, under the same open load, no
 * longer builds up a backlog. Where it does neither, nothing is shown: the lifted variant may have met another limit. Nor is anything shown
 * where the very same limit binds there, whose holders only hold it for less.
 */
public final class Verification {

    /** Beyond the ceiling means beyond its error, and by this much at least, relative. */
    private static final double CLEARLY = 0.05;

    /** A run with more failed requests than this (0 to 1) did not carry its load. */
    private static final double FAILS = 0.01;

    /** How a run of a lifted variant bears out the diagnosis of the one that it lifts. */
    public enum Evidence {
        /** It completed more per second than the ceiling that was claimed. */
        PAST_THE_CEILING,
        /** Under the same open load it builds up no backlog. */
        NO_BACKLOG
    }

    private Verification() {}

    /** What {@code lifted} shows of the limit that {@code run} is said to have; empty where it shows nothing. */
    public static Optional<Evidence> evidence(Run run, Run lifted) {
        return compares(run, lifted) && !sameLimit(run, lifted)
                ? run.diagnosis().filter(Verification::claims).flatMap(claim -> evidence(run, claim, lifted))
                : Optional.empty();
    }

    /** Whether what binds one is what binds the other, of the same size: then it was not lifted. */
    public static boolean sameLimit(Run run, Run other) {
        return run.diagnosis()
                .filter(Verification::claims)
                .flatMap(Diagnosis::bindingLimit)
                .filter(limit -> other.diagnosis()
                        .flatMap(Diagnosis::bindingLimit)
                        .filter(limit::equals)
                        .isPresent())
                .isPresent();
    }

    private static boolean claims(Diagnosis diagnosis) {
        return diagnosis.verdict() == Verdict.LIMIT && diagnosis.bindingLimit().isPresent();
    }

    /** The same runs in the same order; those whose diagnosis another run bears on have it marked, and a note says why. */
    public static List<Run> verify(List<Run> runs) {
        return runs.stream().map(run -> verify(run, runs)).toList();
    }

    private static Run verify(Run run, List<Run> runs) {
        Optional<Diagnosis> claim = run.diagnosis()
                .filter(Verification::claims)
                .filter(diagnosis -> diagnosis.standing() != Standing.PROVED);
        List<Run> lifting = runs.stream().filter(other -> compares(run, other)).toList();
        if (claim.isEmpty() || lifting.isEmpty()) {
            return run;
        }
        for (Run lifted : lifting) {
            Optional<Evidence> evidence = evidence(run, lifted);
            if (evidence.isPresent()) {
                return with(run, claim.get(), Standing.PROVED, words(evidence.get(), run, claim.get(), lifted));
            }
        }
        Run lifted = lifting.getFirst();
        return with(
                run,
                claim.get(),
                claim.get().standing(),
                sameLimit(run, lifted)
                        ? "Not proved: " + lifted.variant().name() + " has the same limit, of the same size."
                        : "Not proved: " + lifted.variant().name() + " lifts this limit, but completed no more than "
                                + lifted.diagnosis()
                                        .map(other -> rate(other.throughput()))
                                        .orElse("that")
                                + " and does not show what this one would reach without it.");
    }

    private static boolean compares(Run run, Run lifted) {
        return lifted.variant().lifts().contains(run.variant().name())
                && lifted.failure().isEmpty()
                && sound(lifted);
    }

    private static boolean sound(Run run) {
        return run.result().isPresent()
                && run.diagnosis()
                        .filter(diagnosis -> diagnosis.verdict() != Verdict.GENERATOR_IS_THE_LIMIT
                                && diagnosis.verdict() != Verdict.UNKNOWN)
                        .isPresent();
    }

    private static Optional<Evidence> evidence(Run run, Diagnosis claim, Run lifted) {
        Diagnosis other = lifted.diagnosis().orElseThrow();
        LoadResult result = lifted.result().orElseThrow();
        boolean carried = result.requests() > 0 && result.failed() <= FAILS * result.requests();
        Optional<Measure> ceiling = claim.ceiling();
        if (ceiling.isPresent() && beyond(other.throughput(), ceiling.get())) {
            return Optional.of(Evidence.PAST_THE_CEILING);
        }
        boolean noBacklog = carried
                && claim.backlogGrowth().orElse(0) > 0
                && other.backlogGrowth().isEmpty()
                && sameOpenLoad(run, lifted);
        return noBacklog ? Optional.of(Evidence.NO_BACKLOG) : Optional.empty();
    }

    private static String words(Evidence evidence, Run run, Diagnosis claim, Run lifted) {
        String name = lifted.variant().name();
        return switch (evidence) {
            case PAST_THE_CEILING ->
                "Proved: " + name + ", which lifts this limit, completed "
                        + rate(lifted.diagnosis().orElseThrow().throughput()) + ", beyond the ceiling of "
                        + rate(claim.ceiling().orElseThrow()) + "." + responses(run, lifted);
            case NO_BACKLOG ->
                "Proved: under the same load " + name + ", which lifts this limit, builds up no backlog."
                        + responses(run, lifted);
        };
    }

    private static boolean beyond(Measure throughput, Measure ceiling) {
        return throughput.value() > ceiling.value() + Math.max(ceiling.knownError(), CLEARLY * ceiling.value());
    }

    private static boolean sameOpenLoad(Run run, Run lifted) {
        return run.load() instanceof Load.Open before
                && lifted.load() instanceof Load.Open after
                && before.rate().equals(after.rate())
                && before.arrivals() == after.arrivals()
                && before.stages().equals(after.stages())
                && before.connections().equals(after.connections());
    }

    private static String responses(Run run, Run lifted) {
        return run.result()
                .flatMap(before -> lifted.result()
                        .map(after -> " Mean response time went from " + mean(before) + " to " + mean(after) + "."))
                .orElse("");
    }

    private static String mean(LoadResult result) {
        return Numbers.seconds(Times.seconds(result.latency().mean()));
    }

    private static String rate(Measure throughput) {
        return Numbers.rate(throughput.value());
    }

    private static Run with(Run run, Diagnosis claim, Standing standing, String note) {
        return run.withDiagnosis(claim.judged(standing, claim.moves(), note));
    }
}
