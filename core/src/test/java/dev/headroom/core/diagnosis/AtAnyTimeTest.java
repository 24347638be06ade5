package dev.headroom.core.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.evidence.Measurement;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** 40 users get 80/s of a service in which nothing is seen; answers come 8 at a time, every 0.1 s, and to one user after 0.2 s. */
class AtAnyTimeTest {

    private static final double PERIOD = 0.1;
    private static final double RESPONSE = 0.2;
    private static final String ON_TICKS =
            "every 0.1 s: one user who asks at any time is answered on its ticks as well, so a clock lets 8 past, or ends what 8 hold until then";

    private final Random random = new Random(7);

    private Measurement measured() {
        Load.Closed load = Counts.closed(40, 0, new Until.Iterations(10));
        List<Double> departures = IntStream.range(0, 800)
                .mapToObj(answer -> answer / 8 * PERIOD + 0.003 * random.nextDouble())
                .sorted()
                .toList();
        return Measured.run(load, Counts.departing(Counts.of(load, 80, 0.5, 10), departures), Seen.during(10))
                .alone(RESPONSE, Seen.during(10))
                .measurement();
    }

    /** @param answered when he is who asks at such a time, seconds */
    private Diagnosis asked(DoubleUnaryOperator answered) {
        List<Double> answers = new ArrayList<>();
        double now = 0;
        for (int i = 0; i < 40; i++) {
            now = answered.applyAsDouble(now + PERIOD * random.nextDouble()) + 0.003 * random.nextDouble();
            answers.add(now);
        }
        Measurement measured = measured();
        return Doctor.diagnose(measured.withBaseline(measured.baseline().map(one -> one.withAnswers(answers))));
    }

    @Test
    void itIsAskedWhereItIsNotKnownWhetherAClockLetsThemPast() {
        assertThat(AtAnyTime.period(measured()))
                .hasValueSatisfying(period -> assertThat(Times.seconds(period)).isBetween(0.099, 0.101));
        assertThat(Doctor.diagnose(measured()).summary()).contains("each for so long, or a clock");
    }

    @Test
    void whoIsAnsweredOnTheSameTicksMeetsAClock() {
        Diagnosis found = asked(asks -> PERIOD * Math.ceil(asks / PERIOD) + 0.13);

        assertThat(found.capacity())
                .as("8 places held until a tick look the same")
                .hasValue(8);
        assertThat(found.summary()).contains(ON_TICKS);
    }

    /** A clock that waits for the end of what it began: 4 % slower under load. */
    @Test
    void aClockMayGoSlowerUnderLoad() {
        double alone = 0.096;

        assertThat(asked(asks -> alone * Math.ceil(asks / alone) + 0.13).summary())
                .contains(ON_TICKS);
    }

    @Test
    void whoIsAnsweredAfterATimeMeetsNone() {
        Diagnosis found = asked(asks -> asks + RESPONSE);

        assertThat(found.summary()).contains("each for so long, or a clock lets so many past");
    }
}
