package dev.headroom.lab;

import dev.headroom.core.diagnosis.AtAnyTime;
import dev.headroom.core.evidence.Measurement;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.ThinkTime;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.LoadProgress.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One user who asks at any time of the rhythm in which answers come under load, where it is not known whether a clock makes it ({@link AtAnyTime}). */
final class AskAtAnyTime {

    /** Of which as many at random would not be on ticks. */
    private static final int ANSWERS = 40;

    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** Until his last answer. */
    private static final Duration DRAINED = Duration.ofSeconds(2);

    private static final Duration EVERY = Duration.ofMillis(50);

    /** {@code LoadResult.departures} are in tenths of a millisecond. */
    private static final double TICK = 1e-4;

    private AskAtAnyTime() {}

    /** The same where that is no question, or he broke off. */
    static Measurement ask(Measurement measured, Load load, Loading loading) throws InterruptedException {
        if (!(load instanceof Load.Closed closed)
                || load.byTool()
                || measured.baseline().isEmpty()) {
            return measured;
        }
        Optional<Duration> period = AtAnyTime.period(measured).filter(AskAtAnyTime::isSoonAsked);
        if (period.isEmpty()) {
            return measured;
        }
        List<Double> answers = answers(
                new Load.Closed(
                        1,
                        Duration.ZERO,
                        new ThinkTime.Uniform(Duration.ZERO, period.get()),
                        new Until.Elapsed(LONGEST),
                        closed.seed(),
                        closed.transport(),
                        Optional.empty()),
                loading);
        Baseline told = measured.baseline().get().withAnswers(answers);
        return measured.withBaseline(Optional.of(told));
    }

    /** A pause is half of it on average, and an answer comes at its end. */
    private static boolean isSoonAsked(Duration period) {
        return period.multipliedBy(3 * AtAnyTime.fewest()).dividedBy(2).compareTo(LONGEST) <= 0;
    }

    private static List<Double> answers(Load load, Loading loading) throws InterruptedException {
        long end = System.nanoTime() + LONGEST.plus(DRAINED).toNanos();
        try (RunningLoad running = loading.start(load)) {
            while (running.counts().succeeded() < ANSWERS && loading.pause(running, EVERY, Phase.ONE_USER)) {
                // he goes on
            }
            running.stop();
            while (loading.pause(running, EVERY, Phase.ONE_USER)) {
                if (System.nanoTime() > end) {
                    return List.of();
                }
            }
            return running.result().join().departures().stream()
                    .map(at -> at * TICK)
                    .toList();
        } catch (ServiceException e) {
            return List.of();
        }
    }
}
