package dev.headroom.core.diagnosis;

import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.NextLimit;
import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Subject;
import dev.headroom.core.model.Lever;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What to move, and what throughput must then be by the laws: where m saturates, m / (V S) is X, so m' / (V S) is X m' / m. Upwards where the
 * next ceiling and the bound of the load leave room for the step to show, else downwards; by half at most, or by one.
 */
final class Moves {

    private static final double STEP = 1.5;

    /** A step that shows less than this, relative, is lost in the noise; one that shows more and comes back is better. */
    private static final double LEAST = 1.1;

    private static final double BETTER = 1.2;

    /** Of a bound (0 to 1) only so much is reached with another limit near (Lazowska 1984, chapter 5). */
    private static final double KNEE = 0.9;

    /** Of the processor's ceiling only so much can be reached by a load that shares the machine. */
    private static final double OF_PROCESSOR = 0.8;

    /** The load's step, relative, where nothing binds. */
    private static final double LOAD_STEP = 0.25;

    /** Responses that came too late, over the successful ones that a move is measured by, from which these say nothing. */
    private static final double TOO_LATE = 0.1;

    /** Seconds of work that a load which was cut short has left behind, from which a service is busy with that and not with the move. */
    private static final double LONGEST_BACKLOG = 2;

    /** Failed responses (0 to 1) from which good ones depend on the load in other ways than through a limit. */
    static final double FAILING = 0.05;

    private static final double ERROR = 0.03;

    private static final String LOAD = "load";
    private static final String THE_LOAD = "the load";

    private Moves() {}

    static List<Move> plan(Evidence evidence, Diagnosis diagnosis) {
        double late = evidence.served().value() / evidence.throughput() - 1;
        double backlog = evidence.workload().failures().unfinished() / evidence.throughput();
        if (!(late <= TOO_LATE && backlog <= LONGEST_BACKLOG)) {
            return List.of();
        }
        return switch (diagnosis.verdict()) {
            case LOAD_IS_THE_LIMIT -> load(evidence, diagnosis).stream().toList();
            case LIMIT, DOWNSTREAM_IS_THE_LIMIT -> limits(evidence, diagnosis);
            case UNKNOWN ->
                Processors.starved(evidence).isPresent()
                        ? List.of()
                        : load(evidence, diagnosis).stream().toList();
            case GENERATOR_IS_THE_LIMIT, NOT_STATIONARY, ALL_REQUESTS_FAIL -> List.of();
        };
    }

    /** What is named, then the runners-up that can be moved; more load where what is named cannot be. */
    private static List<Move> limits(Evidence evidence, Diagnosis diagnosis) {
        List<Move> moves = new ArrayList<>();
        if (diagnosis
                .bindingLimit()
                .filter(limit -> limit.kind() == LimitKind.CPU)
                .isPresent()) {
            cores(evidence).ifPresent(moves::add);
        }
        Verdicts verdicts = new Verdicts(evidence);
        Stream.concat(verdicts.named(diagnosis).stream(), verdicts.ranked().stream())
                .map(Ranking.Ranked::hypothesis)
                .filter(one -> !isStuck(one.finding().limit().kind()))
                .flatMap(one -> capacity(one, evidence).stream())
                .distinct()
                .forEach(moves::add);
        boolean moved = verdicts.named(diagnosis)
                .filter(named -> moves.stream()
                        .anyMatch(one -> one.target().equals(named.hypothesis().target())))
                .isPresent();
        if (!moved) {
            overload(evidence, diagnosis).ifPresent(moves::add);
        }
        return List.copyOf(moves);
    }

    /** Half as much load again, which a limit that binds does not answer. */
    private static Optional<Move> overload(Evidence evidence, Diagnosis diagnosis) {
        LimitKind kind = diagnosis.bindingLimit().orElseThrow().kind();
        int from = (int) Math.rint(size(evidence));
        int to = (int) Math.rint(from * STEP);
        return isStuck(kind) || kind == LimitKind.TIMEOUT || evidence.workload().failedShare() > FAILING || to <= from
                ? Optional.empty()
                : Optional.of(new Move(
                        Subject.OVERLOAD,
                        LOAD,
                        THE_LOAD,
                        from,
                        to,
                        new Measure(evidence.throughput(), evidence.throughput() * ERROR, "X stays"),
                        true));
    }

    /** Users, or requests that are offered per second. */
    private static double size(Evidence evidence) {
        return switch (evidence.workload().arrivals()) {
            case Workload.Open open -> open.rate();
            case Workload.Closed closed -> closed.users();
            case Workload.Observed observed -> evidence.workload().inFlight();
        };
    }

    /** More of what is stuck would be stuck as well. */
    private static boolean isStuck(LimitKind kind) {
        return kind == LimitKind.HUNG_WORKERS || kind == LimitKind.DEADLOCK;
    }

    private static Optional<Move> capacity(Hypothesis hypothesis, Evidence evidence) {
        Optional<Lever> lever = evidence.observation().levers().stream()
                .filter(one -> one.sets() && one.target().equals(hypothesis.target()) && one.capacity() > 0)
                .findFirst();
        return lever.flatMap(one -> step(one, hypothesis, evidence));
    }

    /** What does not come back is moved twice, and the second step has to find room as well. */
    private static Optional<Move> step(Lever lever, Hypothesis hypothesis, Evidence evidence) {
        double x = evidence.throughput();
        int from = lever.capacity();
        int lost = Leaks.count(lever.target(), evidence);
        int working = Math.max(1, from - lost);
        double most = 1 + (room(evidence, hypothesis) / x - 1) / (lever.comesBack() ? 1 : 2);
        int up = Math.max(working + 1, (int) Math.floor(working * Math.min(STEP, most)));
        int down = (int) Math.floor(working / STEP);
        boolean upwards = up <= working * most && up >= (lever.comesBack() ? BETTER : LEAST) * working;
        if (!upwards && (down < 1 || !lever.comesBack())) {
            return Optional.empty();
        }
        int to = upwards ? up : down;
        double predicted = x * to / working;
        return Optional.of(new Move(
                Subject.CAPACITY,
                lever.target(),
                hypothesis.finding().limit().pool(),
                from,
                lost + to,
                new Measure(predicted, predicted * ERROR, "X m' / m"),
                lever.comesBack()));
    }

    /** Throughput up to which it is in proportion to m, for something else would hold the load to more: the load itself, the next pool, the processor. */
    private static double room(Evidence evidence, Hypothesis hypothesis) {
        // near a bound that two limits make together, throughput is below both; a backlog stands beyond the bound
        double knee = evidence.workload().offered().isPresent() ? 1 : KNEE;
        double load = evidence.bound().limit().map(Measure::value).orElseGet(() -> asked(evidence));
        double next = hypothesis
                .finding()
                .next()
                .map(NextLimit::ceiling)
                .map(rate -> rate.perSecond())
                .orElse(Double.POSITIVE_INFINITY);
        return Math.min(knee * Math.min(load, next), OF_PROCESSOR * Processors.room(evidence));
    }

    /** What those in flight would get if none of them waited, where the load is not ours: whoever sends them may not send more. */
    private static double asked(Evidence evidence) {
        double working = evidence.response() - evidence.delay();
        return evidence.isObserved() && working > 0
                ? LittlesLaw.throughput(evidence.workload().inFlight(), working)
                : Double.POSITIVE_INFINITY;
    }

    /** A quarter more users or arrivals; a quarter less where something else is near, for that shows as well who decides. */
    private static Optional<Move> load(Evidence evidence, Diagnosis diagnosis) {
        double x = evidence.throughput();
        double ceiling = Stream.concat(
                        diagnosis.next().map(next -> next.ceiling().perSecond()).stream(),
                        evidence.passingQueues().stream()
                                .map(queue -> queue.ceiling().value()))
                .min(Double::compare)
                .orElse(Double.POSITIVE_INFINITY);
        double near = Math.min(OF_PROCESSOR * Processors.room(evidence), ceiling);
        double factor = near >= x * (1 + LOAD_STEP) ? 1 + LOAD_STEP : 1 - LOAD_STEP;
        double from = size(evidence);
        int whole = (int) Math.rint(from);
        int to = (int) Math.rint(from * factor);
        double predicted = x * to / from;
        return whole < 1 || to < 1 || to == whole
                ? Optional.empty()
                : Optional.of(new Move(
                        Subject.LOAD,
                        LOAD,
                        THE_LOAD,
                        whole,
                        to,
                        new Measure(predicted, predicted * ERROR, "X N' / N"),
                        true));
    }

    /** One core less: throughput must fall to what is left for the service. */
    private static Optional<Move> cores(Evidence evidence) {
        int cores = Math.max(1, evidence.observation().processor().available());
        double used = evidence.observation().processor().service();
        if (cores < 2 || used <= (cores - 1) * BETTER) {
            return Optional.empty();
        }
        double predicted = evidence.throughput() * (cores - 1) / used;
        return Optional.of(new Move(
                Subject.CORES,
                Hypothesis.CPU,
                "the processor",
                cores,
                cores - 1,
                new Measure(predicted, predicted * 2 * ERROR, "X (cores - 1) / cores used"),
                true));
    }
}
