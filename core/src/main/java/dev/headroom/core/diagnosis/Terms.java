package dev.headroom.core.diagnosis;

import dev.headroom.core.laws.Ceiling;
import dev.headroom.core.laws.ForcedFlowLaw;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Observation.Call;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.Times;
import dev.headroom.core.structure.Holding;
import dev.headroom.core.structure.Structure;
import dev.headroom.core.text.Numbers;
import java.util.Optional;

/**
 * m, V and S of one pool, each from a source of its own, and the ceiling that follows.
 *
 * <p>V divides two counts of the probe: tasks completed by the pool, by requests completed by the entry pool in the same
 * window. The load generator's count is only used where the entry keeps none, because the ceiling is to be held against
 * that count. A pool that does not count its tasks is counted by the calls that its workers make; then a call is the
 * task, in V and in S alike.
 *
 * @param byClock S was timed, not computed from completions
 * @param requestsByProbe V was counted without the load generator
 */
record Terms(
        int workers, Measure visits, Measure holdingTime, Measure ceiling, boolean byClock, boolean requestsByProbe) {

    /** 95 % of the difference of two numbers spread evenly from 0 to 1: tasks under way at the window's two edges. */
    private static final double EDGES = 0.8;

    /** One task for each request, within this: relative. */
    private static final double ONE = 0.1;

    /** Empty where the pool has no bound, or V or S is not known. */
    static Optional<Terms> of(Pool pool, Structure structure, Counted counted) {
        if (pool.maximum().isEmpty() || pool.maximum().getAsInt() < 1) {
            return Optional.empty();
        }
        int workers = pool.maximum().getAsInt();
        Optional<Pool> entry = structure.entry();
        boolean probed = entry.flatMap(one -> requestsOf(one, structure)).isPresent();
        return Holding.of(pool, structure)
                .flatMap(holding -> visits(pool, structure, counted)
                        .map(visits -> new Terms(
                                workers,
                                visits,
                                holding.time(),
                                Ceiling.of(workers, visits, holding.time()),
                                holding.byClock(),
                                probed)))
                .filter(terms -> Double.isFinite(terms.ceiling.value()) && terms.ceiling.value() > 0);
    }

    private static Optional<Measure> visits(Pool pool, Structure structure, Counted counted) {
        double window = Times.seconds(structure.observation().window().length());
        double generated = counted.throughput().value() * window;
        if (structure.entry().filter(pool::equals).isPresent()) {
            double measured = ForcedFlowLaw.visits(pool.completed().orElse(generated), generated);
            return Math.abs(measured - 1) <= ONE
                    ? Optional.of(Measure.exact(1, "each request is one task of the entry pool"))
                    : usable(new Measure(
                            measured,
                            EDGES * pool.active() / generated,
                            "tasks completed by the entry pool / good answers that the load generator counted"));
        }
        Optional<Double> probed = structure.entry().flatMap(entry -> requestsOf(entry, structure));
        double requests = probed.orElse(generated);
        String of = probed.isPresent()
                ? " requests completed by " + structure.entry().map(Pool::name).orElse("the entry")
                : " good answers that the load generator counted";
        Optional<Call> calls = Holding.callsOf(pool, structure);
        if (pool.completed().orElse(0) > 0) {
            return counted(pool.completed().getAsDouble(), requests, pool, " tasks completed by " + pool.name(), of);
        }
        return calls.flatMap(call -> counted(
                call.rate().perSecond() * window,
                requests,
                pool,
                " calls from " + pool.name() + " to " + call.target(),
                of));
    }

    private static Optional<Measure> counted(double tasks, double requests, Pool pool, String what, String of) {
        return usable(new Measure(
                ForcedFlowLaw.visits(tasks, requests),
                EDGES * pool.active() / requests,
                Numbers.of(Math.rint(tasks)) + what + " / " + Numbers.of(Math.rint(requests)) + of));
    }

    /** Requests that the entry completed; empty where it counts none, or counts tasks that it gives to itself as well. */
    private static Optional<Double> requestsOf(Pool entry, Structure structure) {
        boolean requestsOnly =
                Structure.waitingOnItself(entry) == 0 && entry.maximum().isPresent();
        return entry.completed().isPresent() && entry.completed().getAsDouble() > 0 && requestsOnly
                ? Optional.of(entry.completed().getAsDouble())
                : Optional.empty();
    }

    private static Optional<Measure> usable(Measure measure) {
        return Optional.of(measure).filter(one -> Double.isFinite(one.value()) && one.value() > 0);
    }
}
