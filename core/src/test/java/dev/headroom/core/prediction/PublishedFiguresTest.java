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

    private static Prediction predict(int tomcat, ServiceModel.Workers calls) {
        Step call = Step.on("calls", Step.hold(S));
        return Simulation.run(
                LOAD,
                new ServiceModel(
                        List.of(ServiceModel.Workers.of("tomcat", tomcat), calls),
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
        within5Percent(predict(200, ServiceModel.Workers.of("calls", 7)), 27289, 51370);
    }

    @Test
    void callsOnTheCommonPoolWithTheManyQueuesThatItHas() {
        Prediction prediction = predict(200, ServiceModel.Workers.forkJoin("calls", 7));
        within5Percent(prediction, 27289, 51370);
        // the common pool itself, on JDK 25: p99 105.7 s, maximum 108 s; in one queue they would be 53.1 and 53.5 s
        assertThat(Times.seconds(prediction.p99())).isCloseTo(105.7, withinPercentage(5));
        assertThat(Times.seconds(prediction.max())).isCloseTo(108, withinPercentage(5));
    }

    @Test
    void callsOnTheCommonPoolBehindEightTomcatThreads() {
        within5Percent(predict(8, ServiceModel.Workers.of("calls", 7)), 26524, 49066);
        within5Percent(predict(8, ServiceModel.Workers.forkJoin("calls", 7)), 26524, 49066);
    }

    @Test
    void callsOnAPoolOfTheirOwnWith400Threads() {
        within5Percent(predict(200, ServiceModel.Workers.of("calls", 400)), 339, 345);
    }
}
