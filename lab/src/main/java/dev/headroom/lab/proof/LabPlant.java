package dev.headroom.lab.proof;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Point;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A service that the lab has started, under the load that was counted, which goes on from one move to the next. The generator counts. */
public final class LabPlant implements Plant {

    /** Standard deviations of requests in flight that are no backlog. */
    private static final double CHANCE = 3;

    /** Seconds at the most until a backlog is gone, and after which it has to be less. */
    private static final double LONGEST_DRAIN = 4;

    private static final double DRAINED = 0.25;

    private final Probe probe;
    private final Set<Integer> processors;
    private final ProofLoad load;
    private final double cycle;
    private final Optional<RaiseRisk> risk;

    /**
     * @param processors that the service may run on; none where that is not told
     * @param counted the load under which the service was diagnosed
     * @param cycle seconds of a request that waits for no one, and of its user's thoughts
     * @param enough time for all moves
     * @param risk of a service that is somebody else's: nothing is begun that may break it for good, and nothing goes beyond what was asked for
     */
    public LabPlant(
            Bench bench,
            Probe probe,
            Set<Integer> processors,
            Load counted,
            double cycle,
            Duration enough,
            Optional<RaiseRisk> risk) {
        this.probe = probe;
        this.processors = processors;
        this.cycle = cycle;
        this.risk = risk;
        load = new ProofLoad(bench, counted, cycle, enough);
    }

    @Override
    public double cycle() {
        return cycle;
    }

    @Override
    public Moving begin(Move move, Duration longest, Duration wait)
            throws ProbeException, ServiceException, InterruptedException {
        RaiseRisk.require(risk, move);
        Meter meter = new Meter();
        ProofLoad.Entry entry = load.enter(meter);
        Knob knob = knob(move, meter, longest, wait);
        try {
            knob.turn(false);
            boolean isRate = move.subject() == Subject.LOAD && !load.comesAgain();
            Counting counting = new Counting(
                    probe,
                    knob,
                    meter,
                    entry,
                    cycle,
                    load.comesAgain(),
                    risk.isEmpty(),
                    move.concerns(Part.LOAD) ? load.entry() : 0,
                    isRate ? move.parts().getFirst().from() : Double.NaN);
            counting.countUntil(entry.seconds + cycle);
            return counting;
        } catch (ProbeException | ServiceException | InterruptedException | RuntimeException e) {
            knob.close();
            throw e;
        }
    }

    private Knob knob(Move move, Meter meter, Duration longest, Duration wait) throws ProbeException {
        return switch (move.subject()) {
            case CAPACITY ->
                move.back() == Back.OCCUPIED
                        ? Knob.occupation(move, probe, longest, wait)
                        : Knob.capacity(move, probe, longest);
            case OCCUPATION -> Knob.occupation(move, probe, longest, wait);
            case PROCESSOR -> {
                Burner.requireSameCores(processors, move.parts().getFirst().from());
                yield Knob.processor(move);
            }
            case CALLS -> Knob.calls(move, probe, longest);
            case LOAD -> Knob.load(move, () -> load.more(move, meter));
            case EVERYTHING ->
                Knob.both(
                        move,
                        Knob.capacity(move.only(Subject.CAPACITY, part -> !part.isLoad()), probe, longest),
                        move.concerns(Part.LOAD)
                                ? knob(move.only(Subject.LOAD, Part::isLoad), meter, longest, wait)
                                : Knob.NOTHING);
        };
    }

    @Override
    public void close() {
        load.close();
    }

    /**
     * @param probe of the service
     * @param cycle seconds after which users come again, who march in step
     * @param closed whether they do; else workers do so, after as long at the most, or whatever releases several at once
     * @param beyond whether it may go there
     * @param entry seconds that what a move adds takes to come in
     * @param rate requests per second at home, where more of them are offered; NaN otherwise
     */
    private record Counting(
            Probe probe,
            Knob knob,
            Meter meter,
            ProofLoad.Entry load,
            double cycle,
            boolean closed,
            boolean beyond,
            double entry,
            double rate)
            implements Moving {

        @Override
        public void turn(Setting to) throws ProbeException, ServiceException, InterruptedException {
            knob.turn(to == Setting.MOVED);
            if (to != Setting.MOVED && Double.isFinite(rate)) {
                drain();
            }
        }

        @Override
        public void further(double factor) throws ProbeException, ServiceException, InterruptedException {
            if (beyond) {
                knob.further(factor);
            } else {
                turn(Setting.MOVED);
            }
        }

        /** What more of an open load has left behind is answered first: it would pass for throughput at home. Not where it does not become less. */
        private void drain() throws ProbeException, ServiceException, InterruptedException {
            double usual = rate * cycle;
            double most = usual + CHANCE * Math.sqrt(usual) + 1;
            double end = meter.now() + LONGEST_DRAIN;
            double before = Double.POSITIVE_INFINITY;
            while (meter.inFlight() > most && meter.inFlight() < before && meter.now() < end) {
                before = meter.inFlight();
                countUntil(meter.now() + DRAINED);
            }
        }

        @Override
        public void pass(double seconds) throws ProbeException, ServiceException, InterruptedException {
            meter.read(knob.busy());
            countUntil(meter.now() + seconds + entry);
        }

        /** Once at least. */
        private void countUntil(double moment) throws ProbeException, ServiceException, InterruptedException {
            do {
                load.pause();
                meter.read(knob.busy());
            } while (meter.now() < moment);
        }

        @Override
        public Phase count(Setting at, double seconds) throws ProbeException, ServiceException, InterruptedException {
            meter.read(knob.busy());
            Instant begun = Instant.now();
            double from = meter.now();
            countUntil(from + seconds);
            knob.held();
            double to = meter.now();
            double again = Meter.again(cycle, closed, to - from);
            Measure good = meter.throughput(from, to, again);
            double failed = meter.failures(from, to);
            return new Phase(
                    at,
                    Times.ofSeconds(from),
                    Times.ofSeconds(to - from),
                    Double.isFinite(rate)
                            ? offered(from, to, again)
                            : knob.factor(at == Setting.MOVED, meter.busy(from, to, again)),
                    good,
                    meter.response(from, to),
                    failed,
                    Double.NaN,
                    size(new Window(begun, Times.ofSeconds(to - from)), good.value() + failed));
        }

        /** Of an answer, by the kernel's count of bytes: who asks reads whether it is good, not how long it is. */
        private double size(Window window, double answers) throws ProbeException {
            return probe.requests(window).map(told -> told.told().size(answers)).orElse(Double.NaN);
        }

        /**
         * The factor by which it was moved. Nobody who asks waits for an answer, so how many have come is no answer to the move, and what is random of it
         * is none of the service's: those whose answers are counted have come a response earlier.
         */
        private double offered(double from, double to, double again) {
            double response = meter.response(from, to);
            double lag = response < cycle ? response : cycle;
            return Math.max(meter.offered(from - lag, to - lag, again), 1 / (to - from)) / rate;
        }

        @Override
        public void putBack() throws ProbeException, InterruptedException {
            knob.putBack();
        }

        @Override
        public List<Point> series() {
            return meter.series();
        }

        @Override
        public void close() {
            knob.close();
        }
    }
}
