package dev.headroom.core.prediction;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.KindOfRequest;
import dev.headroom.core.text.Numbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Makes a model of kinds of request from what each takes with one user, R0, and D = V S of it on the limit. A request waits for one of the
 * m places of the limit, V times, and takes the rest of R0 where nothing queues: a closed or open network with one queue and several classes
 * (Lazowska 1984, chapter 7). Of several kinds D is that of one user, and nothing that was measured under load goes in but the name of the limit. Of
 * one kind it is that of the diagnosis, under load: what holds a place of the limit waits for nothing else that is full.
 */
final class MixReader {

    /** Limits that are so many places with a queue in front. */
    private static final Set<LimitKind> PLACES = EnumSet.of(
            LimitKind.WORKER_POOL,
            LimitKind.CONNECTION_POOL,
            LimitKind.OBJECT_POOL,
            LimitKind.SEMAPHORE,
            LimitKind.LOCK,
            LimitKind.CPU);

    private MixReader() {}

    /** So many places with a queue, of a known number. */
    static boolean isQueue(Limit limit) {
        return PLACES.contains(limit.kind()) && limit.workers().orElse(0) > 0;
    }

    /** Of one kind of request, with D = m / ceiling; empty where no such limit binds, or its ceiling or R0 is not known. */
    static Optional<ServiceModel> read(Diagnosis found, Observation observation) {
        Optional<Limit> limit = found.bindingLimit().filter(MixReader::isQueue);
        Optional<Measure> alone = found.account().unloaded().filter(time -> time.value() > 0);
        Optional<Measure> ceiling = found.ceiling().filter(most -> most.value() > 0);
        if (limit.isEmpty() || alone.isEmpty() || ceiling.isEmpty()) {
            return Optional.empty();
        }
        double demand = limit.get().workers().orElseThrow() / ceiling.get().value();
        OptionalDouble visits =
                found.visits().map(Measure::value).map(OptionalDouble::of).orElse(OptionalDouble.empty());
        String basis = places(limit.get()) + "; a request takes "
                + Numbers.seconds(alone.get().value()) + " with one user, and holds " + Numbers.seconds(demand) + " of "
                + limit.get().pool() + " under load";
        return Optional.of(new ServiceModel(
                List.of(workers(limit.get(), observation)),
                request(visits, alone.get().value(), demand, limit),
                Optional.empty(),
                basis));
    }

    private static String places(Limit limit) {
        return limit.pool() + " has " + limit.workers().orElse(0) + " places";
    }

    /** Empty where there is one kind only, or too little is known of one, or what binds is no such limit. */
    static Optional<ServiceModel> read(List<KindOfRequest> kinds, Optional<Limit> limit, Observation observation) {
        boolean known = kinds.size() > 1
                && kinds.stream()
                        .allMatch(kind ->
                                kind.alone().isPresent() && kind.alone().get().value() > 0)
                && limit.map(one -> isQueue(one)
                                && kinds.stream()
                                        .allMatch(kind -> kind.demandAlone().isPresent()))
                        .orElse(true);
        if (!known) {
            return Optional.empty();
        }
        List<String> basis = new ArrayList<>();
        limit.ifPresent(one -> basis.add(places(one)));
        List<ServiceModel.Kind> steps = new ArrayList<>();
        for (KindOfRequest kind : kinds) {
            double alone = kind.alone().map(Measure::value).orElse(0.0);
            double demand = limit.isPresent() ? kind.demandAlone().orElse(0) : 0;
            basis.add(kind.name() + " takes " + Numbers.seconds(alone)
                    + (demand > 0
                            ? ", of which " + Numbers.seconds(demand) + " of "
                                    + limit.orElseThrow().pool()
                            : "")
                    + ", with one user");
            steps.add(new ServiceModel.Kind(kind.turns(), request(kind.visits(), alone, demand, limit)));
        }
        return Optional.of(new ServiceModel(
                limit.map(one -> List.of(workers(one, observation))).orElse(List.of()),
                steps,
                Optional.empty(),
                String.join("; ", basis)));
    }

    private static Step request(OptionalDouble taken, double alone, double demand, Optional<Limit> limit) {
        if (demand <= 0 || limit.isEmpty()) {
            return Step.hold(Times.ofSeconds(alone));
        }
        int visits = (int) Math.max(1, Math.round(taken.orElse(1)));
        double each = demand / visits;
        // more of the limit than the response takes is several places at once
        boolean parallel = visits > 1 && demand > alone;
        List<Step> tasks = Collections.nCopies(visits, Step.on(limit.get().pool(), Step.hold(Times.ofSeconds(each))));
        double rest = Math.max(0, alone - (parallel ? each : demand));
        return new Step.Sequence(List.of(
                Step.hold(Times.ofSeconds(rest)), parallel ? new Step.Parallel(tasks) : new Step.Sequence(tasks)));
    }

    private static ServiceModel.Workers workers(Limit limit, Observation observation) {
        boolean forkJoin = observation.pools().stream()
                .anyMatch(pool -> pool.name().equals(limit.pool()) && pool.kind() == StationKind.FORK_JOIN);
        int count = limit.workers().orElseThrow();
        return forkJoin
                ? ServiceModel.Workers.forkJoin(limit.pool(), count)
                : ServiceModel.Workers.of(limit.pool(), count);
    }
}
