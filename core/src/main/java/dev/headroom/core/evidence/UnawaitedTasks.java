package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Tasks that pile up in a full pool while the requests that gave them are answered: a service that says "accepted" and works on. No place of a request shows them, nor does throughput or a response time. They are told by
 * counts: more are queued than requests in flight can have there, so that by Little's law a task waits for longer than a request is in flight, and the queue grows by more than chance and those in flight make it.
 *
 * @param done tasks per second
 * @param growth tasks per second that are given beyond these
 */
public record UnawaitedTasks(Station pool, double done, double growth) {

    private static final Set<StationKind> KINDS = EnumSet.of(StationKind.EXECUTOR, StationKind.FORK_JOIN);

    /** Of the tasks that are given (0 to 1): by less no queue grows. */
    private static final double GROWS = Thresholds.LOSS;

    /** Standard deviations of the number of tasks that are given, which is what a queue grows by through chance. */
    private static final double CHANCE = Thresholds.SIGMAS;

    /** Times as many tasks as the requests would give by what one user's do. */
    private static final double MORE = Thresholds.DOUBLE;

    /** The pool where most pile up; empty where none do, or the load is not ours: then what is full is a limit anyway. */
    public static Optional<UnawaitedTasks> in(Evidence evidence) {
        return evidence.observation().pools().stream()
                .flatMap(pool ->
                        of(pool, evidence.workload(), evidence.measured().baseline()).stream())
                .max(Comparator.comparingDouble(UnawaitedTasks::growth));
    }

    static Optional<UnawaitedTasks> of(Station pool, Workload workload, Optional<Baseline> one) {
        boolean observed = workload.arrivals() instanceof Workload.Observed;
        return Optional.of(in(pool, workload.seconds()))
                .filter(tasks -> !observed && KINDS.contains(pool.kind()) && Saturation.isAllTaken(pool))
                .filter(tasks -> tasks.pileUp(workload) && !tasks.areOfNoRequest(workload, one));
    }

    private static UnawaitedTasks in(Station pool, double seconds) {
        return new UnawaitedTasks(
                pool, pool.completed().orElse(0) / seconds, pool.queueGrowth().orElse(0));
    }

    /** Tasks per second. */
    public double given() {
        return done + growth;
    }

    private boolean pileUp(Workload workload) {
        double ofEach = Math.max(1, given() / workload.throughput().value());
        return growth > GROWS * given()
                && growth * workload.seconds() > CHANCE * Math.sqrt(given() * workload.seconds())
                && growth > ofEach * workload.growth()
                && pool.queued() > ofEach * workload.inFlight();
    }

    /** Whether too few are given with one user, or as many though he asks for less than the load does: then they are of no request (forced flow law). */
    private boolean areOfNoRequest(Workload workload, Optional<Baseline> one) {
        return one.flatMap(Baseline::observation)
                .flatMap(this::alone)
                .filter(alone -> {
                    double times = given() / Math.max(0, alone.given());
                    double asked =
                            workload.throughput().value() * one.get().response().value();
                    boolean sameRate =
                            Math.abs(Math.log(times)) + Math.log1p(Evidence.LONGER) < Math.abs(Math.log(times / asked));
                    return times > MORE * asked || sameRate;
                })
                .isPresent();
    }

    private Optional<UnawaitedTasks> alone(Observation seen) {
        return seen.station(pool.id())
                .filter(alone -> alone.queueGrowth().isPresent())
                .map(alone -> in(alone, seen.window().seconds()));
    }
}
