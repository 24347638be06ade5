package dev.headroom.core.prediction;

import static dev.headroom.core.testing.UsersCase.S;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Account;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.DiagnosisBuilder;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Prediction;
import dev.headroom.core.prediction.Predictor.Forecast;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Seen;
import dev.headroom.core.testing.UsersCase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PredictorTest {

    private static final Load LOAD = Counts.open(20, 60);

    /** Of one kind of request. */
    static Optional<Prediction> predict(Load load, Observation observation, double otherCores) {
        return predict(load, observation, otherCores, Diagnosis.builder(Verdict.UNKNOWN, Measure.exact(1, "a test")))
                .prediction();
    }

    static Forecast predict(Load load, Observation observation, double otherCores, DiagnosisBuilder found) {
        return Predictor.predict(load, observation, otherCores, List.of(), found.build());
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
        return predict(LOAD, seen, 0, alone(unloaded, 0.001)).prediction();
    }

    private static DiagnosisBuilder alone(double seconds, double error) {
        return Diagnosis.builder(Verdict.LIMIT, Measure.exact(15.8, "a test"))
                .account(new Account(
                        Optional.of(new Measure(seconds, error, "a single user")),
                        Optional.empty(),
                        false,
                        List.of(),
                        OptionalDouble.empty()));
    }

    /** 40 users on 200 workers, each of which waits for one of 5 connections, held 0.316 s, after a query of 0.2 s. */
    private static Forecast behindConnections(DiagnosisBuilder found) {
        Observation seen = Seen.during(5.138)
                .pool(Seen.tomcat(200).active(36.4).completed(84).byClock(2.22))
                .calls("127.0.0.1:9191", 15.57, 0.304)
                .observation();
        return predict(Counts.closed(40, 0, new Until.Elapsed(Duration.ofSeconds(6))), seen, 0, found);
    }

    private static DiagnosisBuilder connections(DiagnosisBuilder found) {
        return found.limit(new Limit(LimitKind.CONNECTION_POOL, "127.0.0.1:9191", OptionalInt.of(5)))
                .terms(
                        Measure.exact(1, "a test"),
                        new Measure(0.3157, 0.001, "a test"),
                        Measure.exact(5 / 0.3157, "m / (V S)"));
    }

    @Test
    void aQueueBehindThePoolIsTheStationAndItsCeilingTheMost() {
        Forecast forecast = behindConnections(connections(alone(0.514, 0.028)));
        Prediction prediction = forecast.prediction().orElseThrow();
        assertThat(prediction.throughput().perSecond())
                .isLessThanOrEqualTo(5 / 0.3157)
                .isCloseTo(5 / 0.3157, withinPercentage(5));
        // N S / m, less what is answered before the queue has filled
        assertThat(Times.seconds(prediction.mean())).isCloseTo(40 * 0.3157 / 5, withinPercentage(20));
        assertThat(prediction.basis()).contains("5 places").contains("0.514 s with one user");
        assertThat(forecast.without()).isEmpty();
    }

    @Test
    void aTimeThatHoldsWaitsIsNotTakenForOneWithoutThem() {
        for (DiagnosisBuilder found : List.of(
                alone(0.514, 0.028), connections(Diagnosis.builder(Verdict.LIMIT, Measure.exact(15.8, "a test"))))) {
            Forecast forecast = behindConnections(found);
            assertThat(forecast.prediction()).isEmpty();
            assertThat(forecast.without()).contains("Nothing is predicted: no service time without waiting was seen.");
        }
    }

    @Test
    void theProcessorIsTheStationWhereItBinds() {
        Observation seen = Seen.during(60)
                .pool(Seen.tomcat(200).active(40).completed(60 * 20).byClock(2))
                .processor(1, 5, 0)
                .observation();
        // 1 core of 2 left by others, 50 ms for each request
        DiagnosisBuilder found = alone(0.1, 0.001)
                .limit(new Limit(LimitKind.CPU, "cpu", OptionalInt.of(2)))
                .ceiling(Measure.exact(20, "a test"));
        Prediction prediction = predict(Counts.closed(40, 0, new Until.Iterations(30)), seen, 1, found)
                .prediction()
                .orElseThrow();
        assertThat(prediction.throughput().perSecond()).isLessThanOrEqualTo(20).isCloseTo(20, withinPercentage(2));
        assertThat(Times.seconds(prediction.mean())).isCloseTo(2, withinPercentage(5));
    }

    @Test
    void nothingIsPredictedAboveTheCeilingOfWhatBinds() {
        Observation seen = Seen.during(60)
                .pool(Seen.tomcat(200).active(6.6).completed(1200).byClock(0.33))
                .observation();
        Limit rate = new Limit(LimitKind.RATE_LIMITER, "partner", OptionalInt.of(10));
        Forecast forecast =
                predict(LOAD, seen, 0, alone(0.33, 0.01).limit(rate).ceiling(Measure.exact(10, "its rate")));
        assertThat(forecast.prediction()).isEmpty();
        assertThat(forecast.without())
                .hasValueSatisfying(why -> assertThat(why).contains("more than what binds allows"));
    }
}
