package dev.headroom.core.prediction;

import static dev.headroom.core.testing.UsersCase.S;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Prediction;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Seen;
import dev.headroom.core.testing.UsersCase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PredictorTest {

    private static final Load LOAD = Counts.open(20, 60);

    /** Of one kind of request. */
    static Optional<Prediction> predict(Load load, Observation observation, double otherCores) {
        return Predictor.predict(load, observation, otherCores, List.of(), Optional.empty(), Optional.empty());
    }

    private static Prediction predicted(Seen seen) {
        return predict(LOAD, seen.observation(), 0).orElseThrow();
    }

    @Test
    void overloadOfTheCommonPoolComesOutAsPublished() {
        Prediction prediction = predicted(UsersCase.commonPool());
        assertThat(Times.millis(prediction.mean())).isCloseTo(27289, withinPercentage(5));
        assertThat(Times.millis(prediction.p95())).isCloseTo(51370, withinPercentage(5));
        assertThat(prediction.basis()).contains("7 workers").contains("all at once");
    }

    @Test
    void eightTomcatThreadsComeOutAsPublished() {
        Prediction prediction = predicted(UsersCase.commonPoolEightThreads());
        assertThat(Times.millis(prediction.mean())).isCloseTo(26524, withinPercentage(5));
        assertThat(Times.millis(prediction.p95())).isCloseTo(49066, withinPercentage(5));
    }

    @Test
    void aPoolOfItsOwnAnswersInTheTimeOfOneCall() {
        assertThat(Times.seconds(predicted(UsersCase.ownPool()).p95())).isCloseTo(S, within(0.01));
    }

    @Test
    void callsOneAfterTheOtherTakeTheTimeOfTwo() {
        Prediction prediction = predicted(UsersCase.sequential());
        assertThat(Times.seconds(prediction.mean())).isCloseTo(2 * S, within(0.01));
        assertThat(prediction.throughput().perSecond()).isCloseTo(1200 / 60.6, within(0.1));
    }

    @Test
    void virtualThreadsThatWaitForOthersAnswerInTheTimeOfOneCall() {
        assertThat(Times.seconds(predicted(UsersCase.lifted()).mean())).isCloseTo(S, within(0.01));
    }

    @Test
    void virtualThreadsThatCallThemselvesTakeOneCallAfterTheOther() {
        Seen seen = Seen.during(60)
                .pool(Seen.pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(13.3)
                        .completed(1200)
                        .waitsForDownstream(13.2))
                .calls("127.0.0.1:8090", 40, S);
        assertThat(Times.seconds(predicted(seen).mean())).isCloseTo(2 * S, within(0.01));
    }

    @Test
    void tasksGivenOneAfterTheOtherToAPoolTakeTwiceAsLong() {
        Seen seen = Seen.during(60)
                .pool(Seen.tomcat(200).active(13.3).completed(1200).waitsForPool("own-pool", 13.2))
                .pool(Seen.pool("own-pool", StationKind.EXECUTOR)
                        .maximum(400)
                        .active(13.2)
                        .completed(2400)
                        .byClock(S)
                        .waitsForDownstream(13.2));
        assertThat(Times.seconds(predicted(seen).mean())).isCloseTo(2 * S, within(0.02));
    }

    @Test
    void aClosedLoadOnTwentyThreadsWaitsForThem() {
        Load load = Counts.closed(100, 0, new Until.Iterations(10));
        Seen seen = Seen.during(50)
                .pool(Seen.tomcat(20)
                        .active(20)
                        .queue(80, 0)
                        .saturated(1)
                        .completed(1000)
                        .byCompletions(1));
        Prediction prediction = predict(load, seen.observation(), 0).orElseThrow();
        assertThat(prediction.throughput().perSecond()).isCloseTo(20, within(0.5));
        assertThat(prediction.mean()).isCloseTo(Duration.ofMillis(4800), Duration.ofMillis(250));
    }

    @Test
    void nothingIsPredictedFromNothing() {
        assertThat(predict(LOAD, Seen.during(60).observation(), 0)).isEmpty();
        assertThat(predict(LOAD, Seen.during(0).pool(Seen.tomcat(200)).observation(), 0))
                .isEmpty();
        Seen unnamed = Seen.during(60).pool(Seen.tomcat(200).active(3).completed(0));
        assertThat(predict(LOAD, unnamed.observation(), 0)).isEmpty();
    }

    @Test
    void aModelThatIsSoonerThanASingleUserLacksAPartAndIsDropped() {
        Observation seen = Seen.during(60)
                .pool(Seen.tomcat(200).active(6.6).completed(1200).byClock(0.33))
                .observation();
        assertThat(predicted(seen, 0.33)).isPresent();
        assertThat(predicted(seen, 0.66)).isEmpty();
    }

    private static Optional<Prediction> predicted(Observation seen, double unloaded) {
        Measure one = new Measure(unloaded, 0.001, "");
        return Predictor.predict(LOAD, seen, 0, List.of(), Optional.empty(), Optional.of(one));
    }
}
