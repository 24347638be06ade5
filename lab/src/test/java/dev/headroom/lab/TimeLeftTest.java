package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeLeftTest {

    private final TimeLeft left = new TimeLeft();

    @Test
    void whatIsLeftTakesAsMuchMoreAsWhatIsOver() {
        assertThat(left.of(60)).contains(Duration.ofSeconds(60));
        left.took(100, Duration.ofSeconds(150));
        left.took(100, Duration.ofSeconds(250));
        assertThat(left.of(60)).contains(Duration.ofSeconds(120));
    }

    @Test
    void nobodyKnowsHowLongANumberOfRequestsTakes() {
        assertThat(left.of(Double.NaN)).isEmpty();
        left.took(Double.NaN, Duration.ofSeconds(150));
        assertThat(left.of(60)).contains(Duration.ofSeconds(60));
    }

    @Test
    void itIsToldRoundedUp() {
        assertThat(TimeLeft.words(Duration.ofSeconds(3))).isEqualTo("about 10 s left");
        assertThat(TimeLeft.words(Duration.ofSeconds(81))).isEqualTo("about 90 s left");
        assertThat(TimeLeft.words(Duration.ofSeconds(121))).isEqualTo("about 3 min left");
    }
}
