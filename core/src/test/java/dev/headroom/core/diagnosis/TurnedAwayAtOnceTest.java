package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Measured.kind;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** 40/s of which five are answered and the others told to come later, at once. */
class TurnedAwayAtOnceTest {

    private static Diagnosis diagnosis(double taken, double response) {
        LoadResult counted = Counts.failing(
                Counts.closed(1, 0, new Until.Elapsed(Duration.ofSeconds(60))),
                5,
                response,
                ErrorKind.STATUS,
                429,
                35,
                60);
        return Measured.run(
                        Counts.open(40, 60),
                        counted,
                        Seen.during(60)
                                .resource(Seen.resource("gate", StationKind.SEMAPHORE, 5)
                                        .used(taken, 0)))
                .alone(response)
                .diagnosis();
    }

    @Test
    void whoIsTurnedAwayStandsInNoBacklog() {
        Diagnosis diagnosis = diagnosis(4.9, 0.0005);

        assertThat(kind(diagnosis)).isEqualTo(LimitKind.SEMAPHORE);
        assertThat(diagnosis.backlogGrowth()).isEmpty();
        assertThat(diagnosis.summary()).doesNotContain("backlog");
    }

    @Test
    void whatTurnsAwayAlreadyIsNotToldToAndARateIsNotHeld() {
        assertThat(diagnosis(4.9, 0.0005).remedy().orElseThrow().action())
                .contains("Raise the permits of gate")
                .contains("no request gives it back, so it is a rate")
                .contains("again later (Retry-After)")
                .doesNotContain("at once");
        assertThat(diagnosis(4.9, 0.9).remedy().orElseThrow().action()).doesNotContain("so it is a rate");
    }
}
