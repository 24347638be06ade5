package dev.headroom.lab.proof;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Intervention.Phase;
import dev.headroom.core.model.Intervention.Subject;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.text.Numbers;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.LoadProgress;
import dev.headroom.load.RunningLoad;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Moves limits while the load goes on, one after the other until one is followed: throughput is measured (A), the limit is moved, and
 * throughput measured again (B); then it is put back (A'), or, where it does not come back under load, moved once more (C). The load is the
 * one that was counted, started again; what is predicted for B and C is in proportion to what A gave.
 */
public final class Proof implements AutoCloseable {

    private static final Duration EVERY = Duration.ofMillis(20);

    /** Seconds between two users who enter: all at once, their connections may not find room in the accept queue. */
    private static final double ENTRY = 0.001;

    private static final double LONGEST_ENTRY = 1;

    /** Seconds in which throughput shows. */
    private static final double SHOWS = 0.4;

    private final Bench bench;
    private final Probe probe;
    private final long pid;
    private final Load load;
    private final Consumer<Move> told;
    private final double seconds;
    private final long began = System.nanoTime();

    private Optional<Running> running = Optional.empty();

    private record Running(Load load, RunningLoad running) {}

    /** One window to come. */
    private record Step(String name, int setting, double predicted) {}

    /**
     * What the counted load gave.
     *
     * @param throughput good answers per second
     * @param cycle seconds from one request of a user to the next, where it waits for no one
     * @param cap throughput above which something else would bind: the load's own bound, the next ceiling
     */
    private record Counted(Measure throughput, double cycle, double cap) {}

    /**
     * @param pid of the watched service
     * @param load that was counted
     * @param budget for all moves
     * @param told of each move before it begins
     */
    public Proof(Bench bench, Probe probe, long pid, Load load, Duration budget, Consumer<Move> told) {
        this.bench = bench;
        this.probe = probe;
        this.pid = pid;
        this.load = load;
        this.told = told;
        this.seconds = Times.seconds(budget);
    }

    /** @param response mean seconds of an answer under load, for where one that waits for no one was not measured */
    public List<Intervention> of(List<Move> moves, Diagnosis diagnosis, double response) throws InterruptedException {
        double think = load instanceof Load.Closed closed ? Times.seconds(closed.thinkTime()) : 0;
        double answer = diagnosis
                .account()
                .unloaded()
                .or(diagnosis::holdingTime)
                .map(Measure::value)
                .orElse(response);
        double bound = diagnosis.account().bound().map(Measure::value).orElse(Double.POSITIVE_INFINITY);
        double next = diagnosis.next().map(limit -> limit.ceiling().perSecond()).orElse(Double.POSITIVE_INFINITY);
        Counted counted = new Counted(diagnosis.throughput(), answer + think, Math.min(bound, next));
        List<Intervention> done = new ArrayList<>();
        for (Move move : moves) {
            Intervention moved = tryOut(move, counted);
            done.add(moved);
            if (moved.outcome() == Outcome.FOLLOWED) {
                break;
            }
        }
        return done;
    }

    private Intervention tryOut(Move move, Counted counted) throws InterruptedException {
        double left = seconds - (System.nanoTime() - began) / 1e9;
        Optional<Timing> timing =
                Timing.of(counted.cycle(), counted.throughput().value(), left);
        if (timing.isEmpty()) {
            return new Intervention(move, List.of(), Outcome.BROKEN_OFF, noTime(counted, left), List.of());
        }
        told.accept(move);
        Meter meter = new Meter();
        List<Phase> phases = new ArrayList<>();
        Trial.Judged judged;
        try {
            double spare = left
                    - Timing.WINDOWS * (timing.get().settle() + timing.get().window());
            measure(move, counted, timing.get(), spare, meter, phases);
            judged = phases.size() == Timing.WINDOWS
                    ? Trial.judge(move, counted.throughput(), phases)
                    : new Trial.Judged(
                            Outcome.BROKEN_OFF,
                            Trial.otherState(counted.throughput(), phases.getFirst())
                                    .orElse("the load ended"));
        } catch (ProbeException e) {
            judged = new Trial.Judged(Outcome.REFUSED, String.valueOf(e.getMessage()));
        } catch (ServiceException e) {
            judged = new Trial.Judged(Outcome.BROKEN_OFF, String.valueOf(e.getMessage()));
        }
        return new Intervention(move, phases, judged.outcome(), judged.note(), meter.series());
    }

    private static String noTime(Counted counted, double left) {
        return "an answer takes " + Numbers.time(counted.cycle())
                + ": three windows of a whole one do not fit into the " + Numbers.time(Math.max(0, left))
                + " that are left for the proof";
    }

    /** @param spare seconds that the load may take longer to come to the state that was diagnosed */
    private void measure(Move move, Counted counted, Timing timing, double spare, Meter meter, List<Phase> phases)
            throws ProbeException, ServiceException, InterruptedException {
        Entry entry = base(move, counted);
        meter.add(entry.load());
        try (Knob knob = knob(move, counted, meter)) {
            knob.turn(move.from());
            double start = meter.now() + Math.max(timing.settle(), entry.seconds() + counted.cycle());
            waitFor(entry.load(), meter, start);
            while (meter.now() < start + spare && !isBack(meter, counted)) {
                waitFor(entry.load(), meter, meter.now());
            }
            for (Step step : steps(move, counted)) {
                if (!phases.isEmpty()) {
                    knob.turn(step.setting());
                    waitFor(entry.load(), meter, meter.now() + timing.settle());
                }
                double from = meter.now();
                waitFor(entry.load(), meter, from + timing.window());
                Measure seen = meter.throughput(from, meter.now(), counted.cycle());
                phases.add(new Phase(
                        step.name(),
                        Times.ofSeconds(from),
                        Times.ofSeconds(meter.now() - from),
                        step.setting(),
                        seen,
                        phases.isEmpty()
                                ? counted.throughput()
                                : predicted(
                                        move, counted, step, phases.getFirst().throughput())));
                if (phases.size() == 1
                        && Trial.otherState(counted.throughput(), phases.getFirst())
                                .isPresent()) {
                    return; // moving it now would say nothing of what was diagnosed
                }
            }
        }
    }

    /** Whether the last answers came as fast as when they were counted. */
    private static boolean isBack(Meter meter, Counted counted) {
        double now = meter.now();
        double span = Math.min(now, Math.max(SHOWS, counted.cycle()));
        return Trial.sameState(counted.throughput(), meter.throughput(now - span, now, counted.cycle()));
    }

    /** What was planned, in proportion to what A gave, and as unsure as both. */
    private static Measure predicted(Move move, Counted counted, Step step, Measure a) {
        double scale = a.value() / counted.throughput().value();
        double value = step.predicted() * scale;
        return new Measure(
                value,
                Math.hypot(move.predicted().error() * scale, value * a.error() / a.value()),
                move.predicted().source());
    }

    private static List<Step> steps(Move move, Counted counted) {
        double a = counted.throughput().value();
        Step first = new Step("A", move.from(), a);
        Step second = new Step("B", move.to(), move.predicted().value());
        if (move.comesBack() || move.subject() != Subject.CAPACITY) {
            return List.of(first, second, new Step("A'", move.from(), a));
        }
        int further = Math.max(1, move.to() + (move.to() - move.from()));
        double scaled = a * further / move.from();
        boolean capped = move.predicted().value() < 0.99 * a * move.to() / move.from();
        return List.of(
                first,
                second,
                new Step("C", further, capped ? move.predicted().value() : Math.min(scaled, counted.cap())));
    }

    private Knob knob(Move move, Counted counted, Meter meter) throws ProbeException {
        return switch (move.subject()) {
            case CAPACITY -> Knob.capacity(move, probe);
            case CORES -> Knob.cores(move, Affinity.of(pid));
            case LOAD ->
                Knob.load(move, () -> {
                    RunningLoad more = bench.start(part(Math.abs(move.to() - move.from()), counted));
                    meter.add(more);
                    return more;
                });
        };
    }

    /** @param seconds until all of its users are in; 0 where they are */
    private record Entry(RunningLoad load, double seconds) {}

    /** The counted load, or what of it stays while the rest comes and goes; goes on from one move to the next. */
    private Entry base(Move move, Counted counted) throws ServiceException {
        Load wanted = part(move.subject() == Subject.LOAD ? Math.min(move.from(), move.to()) : whole(), counted);
        if (running.isPresent() && running.get().load().equals(wanted)) {
            return new Entry(running.get().running(), 0);
        }
        close();
        running = Optional.of(new Running(wanted, bench.start(wanted)));
        double entry = wanted instanceof Load.Closed closed ? Times.seconds(closed.rampUp()) : 0;
        return new Entry(running.get().running(), entry > counted.cycle() ? entry : 0);
    }

    private double whole() {
        return switch (load) {
            case Load.Open open -> open.rate().perSecond();
            case Load.Closed closed -> closed.users();
        };
    }

    /** The same load with so many users, or at such a rate, for as long as it is needed. */
    private Load part(double size, Counted counted) {
        Duration enough = Times.ofSeconds(2 * seconds);
        return switch (load) {
            case Load.Open open -> new Load.Open(Rate.perSecond(size), enough, open.transport(), Optional.empty());
            case Load.Closed closed -> {
                int users = (int) size;
                // Those who enter together are answered together; spread over a cycle, answers come evenly.
                double entry = Math.min(LONGEST_ENTRY, Math.max(users * ENTRY, counted.cycle()));
                yield new Load.Closed(
                        users,
                        Times.ofSeconds(entry),
                        closed.thinkTime(),
                        new Load.Until.Elapsed(enough),
                        closed.transport(),
                        Optional.empty());
            }
        };
    }

    private void waitFor(RunningLoad on, Meter meter, double until) throws ServiceException, InterruptedException {
        do {
            if (!bench.pause(on, EVERY, LoadProgress.Phase.PROOF)) {
                throw new ServiceException("the load ended before its time");
            }
            meter.read();
        } while (meter.now() < until);
    }

    /** Ends the load; what it has in flight does not matter any more. */
    @Override
    public void close() {
        running.ifPresent(load -> load.running().close());
        running = Optional.empty();
    }
}
