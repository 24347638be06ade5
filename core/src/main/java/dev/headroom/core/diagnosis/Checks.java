package dev.headroom.core.diagnosis;

import dev.headroom.core.bounds.Bound;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.laws.StudentT;
import dev.headroom.core.laws.UtilizationLaw;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis.Check;
import dev.headroom.core.model.observation.Observation.Call;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.rules.Terms;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.structure.Holding;
import dev.headroom.core.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Holds the laws against what was measured: left and right of each come from different instruments. */
record Checks(Evidence evidence, List<Check> checks) {

    /** Relative; what two sound instruments may differ by over a window of a quarter of a minute. */
    static final double TOLERANCE = Thresholds.TENTH;

    /** A number in flight that is read once a second is off by up to one request, whatever the length of the run. */
    private static final double ONE_IN_FLIGHT = Thresholds.ONE;

    /**
     * Relative; for workers that are counted in dumps of virtual threads, which are few and not taken at one instant: 10 holders of
     * a permit read as 7 to 15 in single dumps, 10.0 in the mean of many.
     */
    private static final double TOLERANCE_OF_DUMPS = Thresholds.QUARTER;

    /** Calls that fewer workers than this wait for on average are seen in too few samples to compare. */
    private static final double FEWEST_CALLERS = Thresholds.ODD_ONE;

    static List<Check> of(Evidence evidence, Optional<Station> pool, Optional<Terms> terms, boolean saturated) {
        Checks checks = new Checks(evidence, new ArrayList<>());
        // with S from completions both hold by construction
        terms.filter(Terms::byClock).ifPresent(its -> {
            if (saturated && pool.isPresent()) {
                checks.ceiling(its);
            }
            pool.ifPresent(one -> checks.utilization(one, its));
        });
        pool.ifPresent(checks::holding);
        checks.forcedFlow();
        checks.backlog();
        evidence.observation().calls().forEach(checks::call);
        return List.copyOf(checks.checks);
    }

    private void ceiling(Terms terms) {
        add(
                "Ceiling, X = m / (V S)",
                evidence.served().value(),
                terms.ceiling().value(),
                "1/s",
                TOLERANCE,
                "X by " + evidence.counter() + "; m, V and S by the probe");
    }

    private void utilization(Station pool, Terms terms) {
        double right = UtilizationLaw.utilization(
                evidence.served().value(),
                terms.visits().value(),
                terms.holdingTime().value(),
                terms.workers());
        add(
                "Utilisation law, U = X V S / m",
                Math.min(1, pool.active() / pool.maximum().orElse(terms.workers())),
                right,
                "",
                TOLERANCE + ONE_IN_FLIGHT / terms.workers() / Math.max(right, 1.0 / terms.workers()) * TOLERANCE,
                pool.name() + ": busy workers in samples, against the flow through them");
    }

    private void holding(Station pool) {
        Optional<Measure> clock =
                Holding.of(pool, evidence.structure()).filter(Holding::byClock).map(Holding::time);
        Optional<Measure> completions = Holding.byCompletions(pool, evidence.observation());
        if (clock.isPresent() && completions.isPresent()) {
            add(
                    "Holding time, S by clock = B / C",
                    clock.get().value(),
                    completions.get().value(),
                    "s",
                    TOLERANCE,
                    pool.name() + ": " + clock.get().source() + ", against "
                            + completions.get().source());
        }
    }

    private void forcedFlow() {
        evidence.structure()
                .entry()
                .filter(entry ->
                        entry.maximum().isPresent() && entry.completed().orElse(0) > 0)
                .filter(entry -> !Terms.handsOver(evidence) && !evidence.failsInAQueue())
                .ifPresent(entry -> add(
                        "Forced flow, X(entry) = X",
                        entry.completed().orElse(0) / evidence.window(),
                        evidence.served().value(),
                        "1/s",
                        TOLERANCE,
                        "tasks that " + entry.name() + " completed, against " + evidence.counter()));
    }

    private void backlog() {
        Bound.backlogGrowth(evidence)
                .ifPresent(growth -> add(
                        "Open overload, dN/dt = offered - X",
                        evidence.workload().growth(),
                        growth,
                        "1/s",
                        TOLERANCE * 1.5 + chance(growth),
                        "growth of the number in flight, against what is offered and not completed"));
    }

    /** Of arrivals, relative: between two quarters of the window there are others than in all of it. */
    private double chance(double growth) {
        return growth > 0 && evidence.workload().arrivals() instanceof Workload.Open open
                ? StudentT.NORMAL * evidence.chance(open) / growth
                : 0;
    }

    private void call(Call call) {
        double waiting = waiting(call, pool -> true);
        boolean byDumps = waiting(call, pool -> pool.kind() == StationKind.VIRTUAL_THREADS) > waiting / 2;
        if (waiting >= FEWEST_CALLERS && call.rate().perSecond() > 0) {
            add(
                    "Little's law of calls, N = X S",
                    waiting,
                    LittlesLaw.concurrency(
                            call.rate().perSecond(), call.holdingTime().value()),
                    "calls",
                    byDumps ? TOLERANCE_OF_DUMPS : TOLERANCE,
                    "workers seen waiting for " + call.target() + ", against calls a second times seconds a call");
        }
    }

    /** Workers of some pools that wait for what the call goes to. */
    private double waiting(Call call, Predicate<Station> which) {
        return evidence.observation().pools().stream()
                .filter(which)
                .mapToDouble(pool -> pool.calling(call.target()))
                .sum();
    }

    private void add(String law, double left, double right, String unit, double tolerance, String detail) {
        if (Double.isFinite(left) && Double.isFinite(right)) {
            boolean holds = Math.abs(left - right) <= tolerance * Math.max(Math.abs(left), Math.abs(right));
            String after = unit.equals("1/s") ? "/s" : unit.isEmpty() ? "" : " " + unit;
            String figures = Numbers.of(left) + " against " + Numbers.of(right) + after;
            checks.add(new Check(law, left, right, unit, tolerance, holds, figures + ": " + detail));
        }
    }
}
