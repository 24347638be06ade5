package dev.headroom.lab.proof;

import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Point;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.result.Answered;
import dev.headroom.core.model.result.Workload;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A JVM that somebody else has started, under somebody else's load. The service or the kernel counts its requests. */
public final class LivePlant implements Plant {

    private static final double SHORTEST_CYCLE = 0.2;

    /** What is asked and given in a stretch of time that begins now. */
    @FunctionalInterface
    public interface Counter {
        /** @throws ProbeException where the JVM ended */
        Answered count(Duration length) throws ProbeException, InterruptedException;
    }

    private final Probe probe;
    private final Counter counter;
    private final double cycle;
    private final Optional<RaiseRisk> risk;

    /** @param risk nothing is begun that may break it for good; empty where it may break */
    public LivePlant(Probe probe, Counter counter, Case about, Optional<RaiseRisk> risk) {
        this.probe = probe;
        this.counter = counter;
        this.risk = risk;
        double working = Waiting.working(about.evidence()); // a backlog makes a response as long as it lasts
        cycle = Double.isFinite(working) ? Math.max(SHORTEST_CYCLE, working) : SHORTEST_CYCLE;
    }

    @Override
    public double cycle() {
        return cycle;
    }

    @Override
    public Moving begin(Move move, Duration longest, Duration wait) throws ProbeException, InterruptedException {
        RaiseRisk.require(risk, move);
        if (move.subject() != Subject.CAPACITY) {
            throw new ProbeException("in a JVM that Headroom did not start only capacities are moved");
        }
        return new Counting(Knob.capacity(move, probe, longest), counter);
    }

    private static final class Counting implements Moving {
        private final Knob knob;
        private final Counter counter;
        private final long began = System.nanoTime();
        private final List<Point> series = new ArrayList<>();

        Counting(Knob knob, Counter counter) {
            this.knob = knob;
            this.counter = counter;
        }

        @Override
        public void turn(Setting to) throws ProbeException, ServiceException, InterruptedException {
            knob.turn(to == Setting.MOVED);
        }

        @Override
        public void pass(double seconds) throws ProbeException, InterruptedException {
            counter.count(Times.ofSeconds(seconds));
        }

        @Override
        public Phase count(Setting at, double seconds) throws ProbeException, InterruptedException {
            double from = (System.nanoTime() - began) / 1e9;
            Answered answered = counter.count(Times.ofSeconds(seconds));
            Workload seen = answered.workload();
            Measure good = good(seen.throughput(), seen.failed());
            double to = (System.nanoTime() - began) / 1e9;
            knob.held();
            series.add(new Point(Times.ofSeconds((from + to) / 2), good.value()));
            return new Phase(
                    at,
                    Times.ofSeconds(from),
                    Times.ofSeconds(to - from),
                    knob.factor(at == Setting.MOVED, 0),
                    good,
                    Double.NaN,
                    answered.failed(),
                    seen.inFlight(),
                    answered.size());
        }

        private static Measure good(Measure all, double failed) {
            return new Measure(Math.max(0, all.value() - failed), all.error(), all.source());
        }

        @Override
        public void putBack() throws ProbeException, InterruptedException {
            knob.putBack();
        }

        @Override
        public List<Point> series() {
            return List.copyOf(series);
        }

        @Override
        public void close() {
            knob.close();
        }
    }
}
