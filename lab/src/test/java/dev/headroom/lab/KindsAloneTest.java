package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.result.Latency;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class KindsAloneTest {

    /** Of 40 under load two take 3 s; of 25 alone none did, by chance. */
    @Test
    void fewAnswersThatDifferMuchAreNoExactMean() {
        Duration usual = Duration.ofMillis(60);
        Duration rare = Duration.ofSeconds(3);
        Duration zero = Duration.ZERO;
        Latency loaded = new Latency(
                40,
                Times.ofSeconds(0.207),
                zero,
                usual,
                usual,
                usual,
                usual,
                rare,
                rare,
                rare,
                List.of(
                        new Latency.Point(0, usual),
                        new Latency.Point(0.95, usual),
                        new Latency.Point(0.95, rare),
                        new Latency.Point(1, rare)),
                0,
                0,
                zero);

        var report = KindsAlone.response("report", 0.05, new Measure(0.06, 0.001, "a user"), 25, loaded);

        assertThat(report.alone().error()).as("t(24) 641 ms / 5").isCloseTo(0.264, within(0.003));
        assertThat(report.loaded().error()).as("t(39) 641 ms / 6.3").isCloseTo(0.205, within(0.003));
        assertThat(report.loaded().value() - report.alone().value())
                .isLessThan(Math.hypot(report.alone().error(), report.loaded().error()));
    }
}
