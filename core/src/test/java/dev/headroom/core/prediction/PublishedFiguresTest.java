package dev.headroom.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.headroom.core.model.Load;
import dev.headroom.core.model.Prediction;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The article's figures from the article's facts: S is half of the 661 ms that two calls in sequence took, the common
 * pool of 8 processors has 7 workers, and 20 requests arrive per second for 60 s. No latency under load goes in.
 */
class PublishedFiguresTest {

    private static final Duration S = Times.ofMillis(661 / 2.0);
    private static final Load LOAD =
            new Load.Open(Rate.perSecond(20), Duration.ofSeconds(60), Load.Transport.DEFAULT, Optional.empty());

    private static Prediction predict(int tomcat, int callers) {
        Step call = Step.on("calls", Step.hold(S));
        return Simulation.run(
                LOAD,
                new ServiceModel(
                        List.of(ServiceModel.Workers.of("tomcat", tomcat), ServiceModel.Workers.of("calls", callers)),
                        Step.on("tomcat", Step.inParallel(2, call)),
                        "the article's facts"));
    }

    private static void within5Percent(Prediction prediction, double meanMillis, double p95Millis) {
        assertThat(Times.millis(prediction.mean())).isCloseTo(meanMillis, withinPercentage(5));
        assertThat(Times.millis(prediction.p95())).isCloseTo(p95Millis, withinPercentage(5));
        assertThat(prediction.failed()).isZero();
    }

    @Test
    void callsOnTheCommonPool() {
        within5Percent(predict(200, 7), 27289, 51370);
    }

    @Test
    void callsOnTheCommonPoolBehindEightTomcatThreads() {
        within5Percent(predict(8, 7), 26524, 49066);
    }

    @Test
    void callsOnAPoolOfTheirOwnWith400Threads() {
        within5Percent(predict(200, 400), 339, 345);
    }
}
