package dev.headroom.lab.proof;

import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Intervention.Phase;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.probe.LeaseLost;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import java.util.ArrayList;
import java.util.List;

/** One move: throughput in each of its windows, against what the laws predict in proportion to what A gave. */
final class Attempt {

    /** Seconds in which throughput shows. */
    private static final double SHOWS = 0.4;

    private final Move move;
    private final Measure diagnosed;
    private final double cycle;
    private final Timing timing;
    private final Meter meter = new Meter();
    private final List<Phase> phases = new ArrayList<>();

    /** @param diagnosed throughput of the load that counted */
    Attempt(Move move, Measure diagnosed, double cycle, Timing timing) {
        this.move = move;
        this.diagnosed = diagnosed;
        this.cycle = cycle;
        this.timing = timing;
    }

    /** Whatever happens, it is put back. */
    Intervention run(ProofLoad load, Probe probe, long pid) throws InterruptedException {
        try (Knob knob = knob(load, probe, pid)) {
            windows(load.enter(move, meter), knob);
            Trial.Judged judged = Trial.judge(move, diagnosed, phases);
            return intervention(judged.outcome(), judged.note());
        } catch (LeaseLost e) {
            return intervention(Outcome.BROKEN_OFF, String.valueOf(e.getMessage()));
        } catch (ProbeException e) {
            return intervention(Outcome.REFUSED, String.valueOf(e.getMessage()));
        } catch (ServiceException e) {
            return intervention(Outcome.BROKEN_OFF, String.valueOf(e.getMessage()));
        }
    }

    private Intervention intervention(Outcome outcome, String note) {
        return new Intervention(move, phases, outcome, note, meter.series());
    }

    private Knob knob(ProofLoad load, Probe probe, long pid) throws ProbeException {
        return switch (move.subject()) {
            case CAPACITY -> Knob.capacity(move, probe, timing.longest());
            case CORES -> Knob.cores(move, Affinity.of(pid));
            case LOAD, OVERLOAD -> Knob.load(move, () -> load.more(move, meter));
        };
    }

    private void windows(ProofLoad.Entry load, Knob knob)
            throws ProbeException, ServiceException, InterruptedException {
        for (Step step : Step.of(move, diagnosed.value())) {
            knob.turn(step.setting());
            settle(load);
            double from = meter.now();
            load.countUntil(from + timing.window());
            Measure seen = meter.throughput(from, meter.now(), cycle);
            knob.held();
            phases.add(new Phase(
                    step.name(),
                    Times.ofSeconds(from),
                    Times.ofSeconds(meter.now() - from),
                    step.setting(),
                    seen,
                    step.predicted(move, diagnosed, phases)));
            if (Trial.isOver(diagnosed, phases)) {
                return;
            }
        }
    }

    /** Until the move shows; before the first, until the load has come back to what it gave when it was counted. */
    private void settle(ProofLoad.Entry load) throws ServiceException, InterruptedException {
        double start = meter.now();
        if (!phases.isEmpty()) {
            load.countUntil(start + timing.settle());
            return;
        }
        start += Math.max(timing.settle(), load.seconds + cycle);
        load.countUntil(start);
        while (meter.now() < start + timing.spare() && !isBack()) {
            load.countUntil(meter.now());
        }
    }

    /** Whether the last answers came as fast as when they were counted. */
    private boolean isBack() {
        double now = meter.now();
        double span = Math.min(now, Math.max(SHOWS, cycle));
        return Trial.sameState(diagnosed, meter.throughput(now - span, now, cycle));
    }
}
