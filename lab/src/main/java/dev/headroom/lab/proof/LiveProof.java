package dev.headroom.lab.proof;

import dev.headroom.core.diagnosis.Doctor;
import dev.headroom.core.model.Inspection;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Intervention.Phase;
import dev.headroom.core.model.Intervention.Point;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.text.Numbers;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.probe.LeaseLost;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Moves limits of a running JVM under somebody else's load: throughput as it is (A), with the limit moved (B), and with it put back (A'). What
 * is offered meanwhile is nobody's word, so a load that changes by itself breaks it off.
 */
public final class LiveProof {

    /** Counts what was answered in a stretch of time that begins now. */
    @FunctionalInterface
    public interface Counter {
        /** @throws ProbeException where the JVM ended */
        Measure throughput(Duration length) throws ProbeException, InterruptedException;
    }

    /**
     * What is being done.
     *
     * @param window A, B or A'
     * @param setting capacity that the limit has now
     * @param length for which answers are counted
     */
    public record Stage(String window, Move move, int setting, Duration length) {
        /** {@code B: orders is 20, counting answers for 4 s}. */
        public String words() {
            return "%s: %s is %d%s, counting answers for %s"
                    .formatted(
                            window,
                            move.name(),
                            setting,
                            window.equals(Step.BACK) ? " again" : "",
                            Numbers.time(Times.seconds(length), 2));
        }
    }

    private static final double SHORTEST_SETTLE = 0.5;
    private static final double SHORTEST_WINDOW = 2;
    private static final double LONGEST_WINDOW = 15;

    /** Cycles of a request in a window, and answers. */
    private static final double CYCLES = 20;

    private static final double ANSWERS = 400;

    private final Probe probe;
    private final Counter counter;
    private final Consumer<Stage> told;

    /** @param told of each stage when it begins */
    public LiveProof(Probe probe, Counter counter, Consumer<Stage> told) {
        this.probe = probe;
        this.counter = counter;
        this.told = told;
    }

    /** What is going to be moved first; empty where nothing that was found can be, and come back while there is work. */
    public static Optional<Move> first(Inspection inspection) {
        return Doctor.plan(inspection).stream().findFirst();
    }

    /** The inspection after its best candidate was moved; whatever happens, it is put back. */
    public Inspection of(Inspection inspection) throws InterruptedException {
        Optional<Move> move = first(inspection);
        return move.isEmpty() ? inspection : Doctor.judge(inspection, List.of(move(inspection, move.get())));
    }

    /** Until it is put back: what is moved for longer is moved by mistake. */
    public static Duration longest(Inspection found) {
        return longest(settle(found) + window(found));
    }

    private static Duration longest(double step) {
        return Times.ofSeconds(2 * Timing.WINDOWS * step);
    }

    private static double settle(Inspection found) {
        return Math.max(SHORTEST_SETTLE, 2 * found.workload().response());
    }

    private static double window(Inspection found) {
        double counted = ANSWERS / found.found().throughput().value();
        return Math.clamp(Math.max(CYCLES * found.workload().response(), counted), SHORTEST_WINDOW, LONGEST_WINDOW);
    }

    /** What came of one move; whatever happens, it is put back. */
    public Intervention move(Inspection found, Move move) throws InterruptedException {
        Measure diagnosed = found.found().throughput();
        double settle = settle(found);
        double window = window(found);
        List<Phase> phases = new ArrayList<>();
        List<Point> series = new ArrayList<>();
        double at = 0;
        try (Knob knob = Knob.capacity(move, probe, longest(settle + window))) {
            for (Step step : Step.of(move, diagnosed.value())) {
                knob.turn(step.setting());
                told.accept(new Stage(step.name(), move, step.setting(), Times.ofSeconds(settle + window)));
                counter.throughput(Times.ofSeconds(settle));
                at += settle;
                Measure seen = counter.throughput(Times.ofSeconds(window));
                knob.held();
                phases.add(new Phase(
                        step.name(),
                        Times.ofSeconds(at),
                        Times.ofSeconds(window),
                        step.setting(),
                        seen,
                        step.predicted(move, diagnosed, phases)));
                series.add(new Point(Times.ofSeconds(at), seen.value()));
                at += window;
                series.add(new Point(Times.ofSeconds(at), seen.value()));
                if (Trial.isOver(diagnosed, phases)) {
                    break;
                }
            }
            Trial.Judged judged = Trial.judge(move, diagnosed, phases);
            return new Intervention(move, phases, judged.outcome(), judged.note(), series);
        } catch (LeaseLost e) {
            return new Intervention(move, phases, Outcome.BROKEN_OFF, String.valueOf(e.getMessage()), series);
        } catch (ProbeException e) {
            return new Intervention(move, phases, Outcome.REFUSED, String.valueOf(e.getMessage()), series);
        } catch (ServiceException e) {
            return new Intervention(move, phases, Outcome.BROKEN_OFF, String.valueOf(e.getMessage()), series);
        }
    }
}
