package dev.headroom.core.diagnosis;

import dev.headroom.core.conservation.Places;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.Measurement;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.statistics.Rhythm;
import dev.headroom.core.statistics.Thresholds;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One user who asks at any time of a period T: his pauses are drawn evenly from 0 to T. What holds him for a time answers him at any time of T, whatever that time is: the phase of each answer is that of the one before
 * and an even draw. A clock that goes on by itself answers him on its ticks, for he waits for the next one: it lets requests past, or ends what they hold. That he is not answered on ticks says nothing: a clock that begins
 * with a request, as that of a token bucket may, never lets one user wait.
 */
public final class AtAnyTime {

    /** R from which his answers are on ticks. */
    private static final double ON_TICKS = Thresholds.MOST;

    /** What a clock that waits for the end of what it began may go slower under load, relative. */
    private static final double SLOWER = Thresholds.SLIGHT;

    private AtAnyTime() {}

    /** T, where it is not known whether a clock lets past those who are answered together; empty where that is not the question. */
    public static Optional<Duration> period(Measurement measured) {
        Evidence evidence = Places.in(measured);
        return AnswerPace.of(new Doctor(evidence).diagnose(), evidence)
                .filter(pace -> !pace.clock()
                        && PacingThreads.of(pace.batch(), evidence).isEmpty())
                .map(pace -> Times.ofSeconds(pace.period()));
    }

    /** How many answers tell. */
    public static int fewest() {
        return (int) Thresholds.LOOKS;
    }

    static boolean isOnTicks(Evidence evidence, double period) {
        List<Double> answers =
                evidence.measured().baseline().map(Baseline::atAnyTime).orElse(List.of());
        return answers.size() >= fewest()
                && Rhythm.between(answers, (1 - SLOWER) / period, (1 + SLOWER) / period)
                        .filter(rhythm -> rhythm.strength() >= ON_TICKS)
                        .isPresent();
    }
}
