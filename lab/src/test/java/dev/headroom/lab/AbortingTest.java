package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Abort;
import dev.headroom.load.recording.Counts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AbortingTest {

    private final Aborting aborting = new Aborting(new Abort(0.5, Duration.ofSeconds(2)));

    private static Counts at(double seconds, long succeeded, long failed) {
        return new Counts((long) (seconds * 1e9), succeeded + failed, succeeded, failed, 0, 0, List.of());
    }

    @Test
    void aLoadThatFailsIsGivenUpOnceItHasDoneSoForSoLong() {
        assertThat(aborting.look(at(0, 0, 0))).isEmpty();
        assertThat(aborting.look(at(1, 0, 50))).as("a bad start").isEmpty();
        assertThat(aborting.look(at(2, 45, 55)))
                .contains("the load was given up: of the 100 requests that ended in the last 2 s, 55 % failed, and"
                        + " `abort` says 50 %");
    }

    @Test
    void whatWasBeforeDoesNotCount() {
        aborting.look(at(0, 0, 0));
        aborting.look(at(10, 10_000, 0));
        aborting.look(at(11, 10_000, 100));

        assertThat(aborting.look(at(12, 10_050, 110))).isPresent();
    }

    @Test
    void norDoErrorsThatAreOver() {
        aborting.look(at(0, 0, 0));
        aborting.look(at(1, 0, 40));
        aborting.look(at(1.9, 100, 45));

        assertThat(aborting.look(at(4, 300, 45))).isEmpty();
    }

    @Test
    void ofAFewRequestsAShareSaysNothing() {
        aborting.look(at(0, 0, 0));

        assertThat(aborting.look(at(2, 0, 19))).isEmpty();
        assertThat(aborting.look(at(2.1, 0, 20))).isPresent();
    }
}
