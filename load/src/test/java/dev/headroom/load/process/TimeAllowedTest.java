package dev.headroom.load.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimeAllowedTest {

    /** 30 s of load, 5 s for an answer, 60 s around. */
    private static final TimeAllowed ALLOWED =
            new TimeAllowed("JMeter", Optional.of(Duration.ofSeconds(30)), Duration.ofSeconds(5));

    private static final TimeAllowed OPEN_ENDED = new TimeAllowed("wrk", Optional.empty(), Duration.ofSeconds(5));

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void nothingIsToldWhileNothingIsLate() {
        assertThat(ALLOWED.waitedFor(seconds(9), false)).isEmpty();
        assertThat(ALLOWED.waitedFor(seconds(39), true)).isEmpty();
        assertThat(OPEN_ENDED.waitedFor(seconds(10_000), true)).isEmpty();
    }

    @Test
    void whatIsLateIsToldAnewWhenItIsLateByTwiceAsMuch() {
        assertThat(ALLOWED.waitedFor(seconds(19), false))
                .isEqualTo(ALLOWED.waitedFor(seconds(10), false))
                .hasValueSatisfying(
                        words -> assertThat(plain(words)).isEqualTo("JMeter has told of no request within 10 s"));
        assertThat(ALLOWED.waitedFor(seconds(71), true))
                .isEqualTo(ALLOWED.waitedFor(seconds(89), true))
                .hasValueSatisfying(
                        words -> assertThat(plain(words))
                                .isEqualTo(
                                        "JMeter was to end after 30 s, and goes on for 40 s more; it is ended after 65 s more"));
    }

    @Test
    void itEndsWhenItsTimeItsAnswersAndItsEndAreOver() {
        assertThat(ALLOWED.over(seconds(95))).isEmpty();
        assertThat(ALLOWED.over(seconds(96)))
                .hasValueSatisfying(words -> assertThat(plain(words))
                        .contains("JMeter was to end after 30 s", "ended after 96 s", "60 s for its start", "`for`"));
        assertThat(OPEN_ENDED.over(seconds(100_000))).isEmpty();
        assertThat(OPEN_ENDED.neverBegan(seconds(65))).isEmpty();
        assertThat(OPEN_ENDED.neverBegan(seconds(66)))
                .hasValueSatisfying(words -> assertThat(words).contains("wrk told of no request"));
    }

    private static String plain(String words) {
        return words.replace('\u00a0', ' ');
    }
}
