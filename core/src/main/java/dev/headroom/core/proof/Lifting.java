package dev.headroom.core.proof;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Lifted;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.statistics.Thresholds;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a second run shows of a limit that its variant {@code lifts}: that it went past the ceiling that was claimed, or carries the same open load
 * without a backlog. Such a variant may differ in many things, so that it earns the claim no grade; it is told beside the grade that the run
 * has earned by itself. Both have to be asked for the same, and by the same load, or by such that do not wait before they ask again. Where the very same limit binds there, whose holders only hold it for less, nothing was lifted.
 */
public final class Lifting {

    /** Beyond the ceiling means beyond its error, and by this much at least, relative. */
    private static final double CLEARLY = Thresholds.SLIGHT;

    /** A run with more failed requests than this (0 to 1) did not carry its load. */
    private static final double FAILS = Thresholds.TRACE;

    private Lifting() {}

    /** What {@code lifted} shows of the limit that {@code run} is said to have; empty where it shows nothing. */
    public static Optional<Lifted> of(Run run, Run lifted) {
        return compares(run, lifted) && !sameLimit(run, lifted)
                ? run.diagnosis()
                        .filter(Lifting::claims)
                        .flatMap(claim -> how(run, claim, lifted))
                        .map(how -> new Lifted(
                                lifted.variant().name(),
                                how,
                                lifted.diagnosis().orElseThrow().throughput().value(),
                                differing(run.settings(), lifted.settings())))
                : Optional.empty();
    }

    private static List<String> differing(Map<String, String> one, Map<String, String> other) {
        return Stream.concat(one.keySet().stream(), other.keySet().stream())
                .distinct()
                .filter(key -> !Objects.equals(one.get(key), other.get(key)))
                .sorted()
                .toList();
    }

    /** Whether what binds one is what binds the other, of the same size: then it was not lifted. */
    public static boolean sameLimit(Run run, Run other) {
        return run.diagnosis()
                .filter(Lifting::claims)
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

    /** The same runs in the same order; each that one of them has lifted says so, and no other does, whatever it was read with. */
    public static List<Run> note(List<Run> runs) {
        return runs.stream().map(run -> noted(run, runs)).toList();
    }

    private static Run noted(Run run, List<Run> all) {
        Optional<Lifted> lifted =
                all.stream().flatMap(other -> of(run, other).stream()).findFirst();
        return run.diagnosis()
                .map(diagnosis ->
                        run.withDiagnosis(diagnosis.toBuilder().lifted(lifted).build()))
                .orElse(run);
    }

    private static boolean compares(Run run, Run lifted) {
        return lifted.variant().lifts().contains(run.variant().name())
                && lifted.failure().isEmpty()
                && sound(lifted)
                && mix(run.variant()).equals(mix(lifted.variant()))
                && (sameLoad(run, lifted) || presses(run.load()) && presses(lifted.load()));
    }

    /** A ceiling is of the requests that were sent: as many kinds, each as often. What a variant does for one of them may have a path of its own. */
    private static List<Kind> mix(Variant variant) {
        return variant.requests().stream()
                .map(kind -> new Kind(kind.name(), kind.weight(), kind.method(), kind.sequence()))
                .toList();
    }

    private record Kind(String name, int weight, String method, String sequence) {}

    /** Users who ask again at once bring any service to its limit, however many they are; and who comes whatever is answered asks for all that is told of him. */
    private static boolean presses(Load load) {
        return load instanceof Load.Open
                || load instanceof Load.Closed closed && closed.thinkTime().isZero();
    }

    private static boolean sound(Run run) {
        return run.result().isPresent()
                && run.diagnosis()
                        .filter(diagnosis -> diagnosis.verdict() != Verdict.GENERATOR_IS_THE_LIMIT
                                && diagnosis.verdict() != Verdict.UNKNOWN)
                        .isPresent();
    }

    private static Optional<Lifted.How> how(Run run, Diagnosis claim, Run lifted) {
        Diagnosis other = lifted.diagnosis().orElseThrow();
        LoadResult result = lifted.result().orElseThrow();
        boolean carried = result.requests() > 0 && result.failed() <= FAILS * result.requests();
        Optional<Measure> ceiling = claim.ceiling();
        if (ceiling.isPresent() && beyond(good(lifted, other), ceiling.get())) {
            return Optional.of(Lifted.How.PAST_THE_CEILING);
        }
        boolean noBacklog = carried
                && claim.backlogGrowth().orElse(0) > 0
                && other.backlogGrowth().isEmpty()
                && sameOpenLoad(run, lifted);
        return noBacklog ? Optional.of(Lifted.How.NO_BACKLOG) : Optional.empty();
    }

    /** Who is told late that his time is over was served, and got nothing. */
    private static double good(Run lifted, Diagnosis found) {
        return lifted.goodput().map(Rate::perSecond).orElse(found.throughput().value());
    }

    private static boolean beyond(double throughput, Measure ceiling) {
        return throughput > ceiling.value() + Math.max(ceiling.knownError(), CLEARLY * ceiling.value());
    }

    /** Whether throughput and response times of the two compare: they may differ in how long they last, and in what comes before. */
    public static boolean sameLoad(Run one, Run other) {
        return switch (one.load()) {
            case Load.Open open -> sameOpenLoad(one, other);
            case Load.Closed before ->
                other.load() instanceof Load.Closed after
                        && before.users() == after.users()
                        && before.think().equals(after.think())
                        && before.stages().equals(after.stages());
            case Load.Tool before ->
                other.load() instanceof Load.Tool after
                        && before.program().equals(after.program())
                        && before.users().equals(after.users());
        };
    }

    private static boolean sameOpenLoad(Run run, Run lifted) {
        return run.load() instanceof Load.Open before
                && lifted.load() instanceof Load.Open after
                && before.rate().equals(after.rate())
                && before.arrivals() == after.arrivals()
                && before.stages().equals(after.stages())
                && before.connections().equals(after.connections());
    }
}
