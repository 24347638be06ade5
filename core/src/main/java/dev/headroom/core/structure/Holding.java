package dev.headroom.core.structure;

import dev.headroom.core.laws.UtilizationLaw;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Call;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Optional;

/**
 * S of one pool: how long a task keeps its worker, in seconds, by the best measurement that there is. A clock around
 * single tasks comes first, since it knows nothing of how many were completed; S = B / C comes last.
 *
 * <p>A clock often times a single call, not the whole task: of a thread that makes two calls one after the other it says
 * half of what the thread is held. Where calls a task, counted apart, explain the difference, the clock is taken times
 * the calls; where they do not, it is taken as it is, and the check of the one against the other will fail in the open.
 *
 * @param byClock false where S comes from the completions, and so can not be held against them
 */
public record Holding(Measure time, boolean byClock) {

    /** Two measurements of S further apart than this, relative, do not mean the same thing. */
    public static final double SAME = Thresholds.QUARTER;

    /** Share of a pool's busy workers that must wait for a downstream for its calls to stand for the pool's tasks. */
    private static final double MOSTLY = Thresholds.MOST;

    public static Optional<Holding> of(Station pool, Structure structure) {
        Optional<Holding> clock = pool.holdingByClock().filter(Holding::usable).map(time -> new Holding(time, true));
        Optional<Measure> completions = byCompletions(pool, structure.observation());
        if (completions.isEmpty()) {
            return clock.or(() -> byCalls(pool, structure));
        }
        double expected = completions.get().value();
        return clock.filter(its -> near(its.time.value(), expected))
                .or(() -> byCalls(pool, structure).filter(its -> near(its.time.value(), expected)))
                .or(() -> clock)
                .or(() -> completions.map(time -> new Holding(time, false)));
    }

    /** S = B / C, as the probe states it or from the pool's own counts. */
    public static Optional<Measure> byCompletions(Station pool, Observation observation) {
        Optional<Measure> stated = pool.holdingByCompletions().filter(Holding::usable);
        if (stated.isPresent()) {
            return stated;
        }
        double window = observation.window().seconds();
        double completed = pool.completed().orElse(0);
        double value = UtilizationLaw.holdingTime(pool.active(), window, completed);
        Measure measure = Measure.of(value, "busy time of the workers over tasks completed");
        return Optional.of(measure).filter(Holding::usable);
    }

    /**
     * The calls of a pool that does little but wait for one downstream, for which hardly any other pool waits: such calls
     * stand for the pool's tasks.
     */
    public static Optional<Call> callsOf(Station pool, Structure structure) {
        double waiting = pool.doing(Activity.AWAITING_DOWNSTREAM);
        Optional<Call> call = structure.downstream(pool).flatMap(structure::call);
        if (call.isEmpty() || pool.active() <= 0 || waiting < MOSTLY * pool.active()) {
            return Optional.empty();
        }
        String target = call.get().target();
        double others = structure.observation().threadsOn(target) - pool.waitingOn(target);
        return others <= (1 - MOSTLY) * waiting ? call : Optional.empty();
    }

    /** Calls a task, times the seconds of a call; where the pool does not count its tasks, a call is a task. */
    private static Optional<Holding> byCalls(Station pool, Structure structure) {
        Optional<Call> call = callsOf(pool, structure);
        if (call.isEmpty()) {
            return Optional.empty();
        }
        double window = structure.observation().window().seconds();
        double completed = pool.completed().orElse(0);
        double calls = completed > 0 ? call.get().rate().perSecond() * window / completed : 1;
        Measure single = call.get().holdingTime();
        Measure task = new Measure(
                calls * single.value(),
                calls * single.error(),
                Numbers.of(calls) + " calls a task, each by " + single.source());
        return usable(task) ? Optional.of(new Holding(task, true)) : Optional.empty();
    }

    private static boolean near(double one, double other) {
        return Math.abs(one - other) <= SAME * other;
    }

    private static boolean usable(Measure measure) {
        return Double.isFinite(measure.value()) && measure.value() > 0;
    }
}
