package dev.headroom.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Network;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Prediction;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Observations of the second to fifth case as a probe would make them, and what is predicted from them. */
class PredictedShapesTest {

    private static final Load HUNDRED_USERS = Counts.closed(100, 0, new Until.Iterations(10));

    private static Seen.PoolBuilder sleeping(String name, StationKind kind, double workers) {
        return Seen.pool(name, kind).active(workers).byClock(1).saturated(1).doing(Activity.SLEEPING, workers);
    }

    private static Prediction predict(Load load, Observation observation) {
        return PredictorTest.predict(load, observation, 0).orElseThrow();
    }

    private static void assertFigures(Prediction prediction, double rate, double meanSeconds) {
        assertThat(prediction.throughput().perSecond()).isCloseTo(rate, withinPercentage(2));
        assertThat(Times.seconds(prediction.mean())).isCloseTo(meanSeconds, withinPercentage(2));
    }

    /** An observation with what a probe adds after the pools. */
    private static Observation with(
            Observation seen,
            List<Observation.Sample> series,
            List<Network.Listener> listeners,
            List<Observation.Hang> hangs) {
        return new Observation(
                seen.window(),
                seen.pools(),
                seen.calls(),
                seen.processor(),
                series,
                seen.jvm(),
                seen.probe(),
                new Network(listeners, List.of()),
                hangs,
                Optional.empty(),
                List.of(),
                Observation.Host.UNKNOWN,
                List.of(),
                Map.of());
    }

    private static List<Observation.Sample> busy(String pool, int workers, int seconds) {
        return IntStream.rangeClosed(-5, seconds)
                .mapToObj(second -> new Observation.Sample(
                        Duration.ofSeconds(second),
                        List.of(new Observation.PoolSample(
                                pool, workers, second < seconds ? workers : 0, OptionalInt.of(0), Map.of())),
                        30,
                        0))
                .toList();
    }

    @Test
    void workersThatSleepAreHeldAsLongAsTheySleep() {
        Seen seen = Seen.during(9)
                .pool(sleeping("tomcat-8080", StationKind.SERVLET_WORKERS, 100)
                        .maximum(200)
                        .completed(900));
        assertFigures(predict(HUNDRED_USERS, seen.observation()), 100, 1);
    }

    @Test
    void blockedEventLoopsServeEachUserOnItsOwnLoop() {
        Seen seen = Seen.during(110)
                .pool(sleeping("netty-event-loops", StationKind.EVENT_LOOPS, 8).maximum(8));
        Prediction prediction = predict(HUNDRED_USERS, seen.observation());
        assertFigures(prediction, 1000 / 130.0, 11.94);
        assertThat(prediction.max()).isEqualTo(Duration.ofSeconds(13));
    }

    @Test
    void eightyElasticWorkersBehindEventLoopsBindHundredUsers() {
        Seen seen = Seen.during(11)
                .pool(Seen.pool("netty-event-loops", StationKind.EVENT_LOOPS)
                        .maximum(8)
                        .active(0.1))
                .pool(sleeping("boundedElastic", StationKind.EXECUTOR, 80)
                        .maximum(80)
                        .queue(20, 0)
                        .completed(880));
        Observation observation = with(seen.observation(), busy("boundedElastic", 80, 12), List.of(), List.of());
        // 1,000 requests of 1 s on 80 workers
        assertFigures(predict(HUNDRED_USERS, observation), 1000 / 13.0, 1.22);
    }

    @Test
    void anUnboundedPoolBehindTheEntryBindsNoOne() {
        Seen seen = Seen.during(9)
                .pool(Seen.tomcat(200).active(0.2).completed(1800))
                .pool(sleeping("pool-2", StationKind.EXECUTOR, 100).completed(900));
        Observation observation = with(seen.observation(), busy("pool-2", 100, 10), List.of(), List.of());
        assertFigures(predict(HUNDRED_USERS, observation), 100, 1);
    }

    @Test
    void futuresThatWaitForTheCommonPoolBehindAFreeEntryTimeOut() {
        Load load = new Load.Closed(
                100,
                Duration.ZERO,
                Duration.ZERO,
                new Until.Requests(1000),
                new Transport(Duration.ofSeconds(120), true, false),
                Optional.empty());
        Seen seen = Seen.during(148)
                .pool(Seen.tomcat(200).active(0.1).completed(1620))
                .pool(Seen.pool("common-pool", StationKind.FORK_JOIN)
                        .maximum(11)
                        .active(11)
                        .queue(180, 0)
                        .saturated(1)
                        .completed(1628)
                        .byClock(1)
                        .waitsForDownstream(11));
        Observation observation = with(seen.observation(), busy("common-pool", 11, 182), List.of(), List.of());
        Prediction prediction = predict(load, observation);
        double answered = 1000 - prediction.failed();
        assertThat(prediction.failed()).isBetween(50L, 350L);
        assertThat(answered / prediction.throughput().perSecond()).isCloseTo(182, withinPercentage(2));
        assertThat(prediction.max()).isLessThanOrEqualTo(Duration.ofSeconds(31));
        assertThat(prediction.basis())
                .contains("free at once")
                .contains("2 tasks")
                .contains("30");
    }

    @Test
    void workersThatHangAreNoWorkers() {
        Load load = Counts.closed(200, 0, new Until.Elapsed(Duration.ofSeconds(120)));
        Seen seen = Seen.during(108)
                .pool(Seen.tomcat(200)
                        .active(200)
                        .queue(60, 0)
                        .saturated(1)
                        .completed(28 * 108)
                        .byCompletions(200 / 28.0)
                        .waitsForDownstream(60)
                        .doing(Activity.SLEEPING, 140));
        Observation.Hang hang = new Observation.Hang(
                "tomcat-8888",
                60,
                "127.0.0.1:8090",
                "Bikes.hanging",
                Duration.ofSeconds(108),
                false,
                false,
                Activity.AWAITING_DOWNSTREAM);
        Prediction prediction = predict(load, with(seen.observation(), List.of(), List.of(), List.of(hang)));
        assertFigures(prediction, 27.36, 7.1);
        assertThat(prediction.basis()).contains("60 workers of tomcat-8888 are stuck");
        Observation.Hang bounded = new Observation.Hang(
                "tomcat-8888",
                60,
                "127.0.0.1:8090",
                "Bikes.hanging",
                Duration.ofSeconds(1),
                true,
                false,
                Activity.AWAITING_DOWNSTREAM);
        assertThat(predict(load, with(seen.observation(), List.of(), List.of(), List.of(bounded)))
                        .basis())
                .contains("tomcat-8888 has 200 workers");
    }

    @Test
    void aPoolThatHangsAsAWholeAnswersNoOne() {
        Seen seen = Seen.during(60).pool(Seen.tomcat(20).active(20).waitsForDownstream(20));
        Observation.Hang hang = new Observation.Hang(
                "tomcat-8888",
                20,
                "127.0.0.1:8090",
                "Bikes.hanging",
                Duration.ofSeconds(60),
                false,
                false,
                Activity.AWAITING_DOWNSTREAM);
        assertThat(PredictorTest.predict(
                        HUNDRED_USERS, with(seen.observation(), List.of(), List.of(), List.of(hang)), 0))
                .isEmpty();
    }

    @Test
    void callersHelpInTheirParallelStream() {
        Seen seen = Seen.during(60)
                .pool(Seen.tomcat(200)
                        .active(4)
                        .completed(600)
                        .waitsForPool("common-pool", 1.7)
                        .waitsForDownstream(2.3))
                .pool(Seen.pool("common-pool", StationKind.FORK_JOIN)
                        .maximum(3)
                        .active(1.8)
                        .waitsForDownstream(1.8))
                .calls("127.0.0.1:8090", 40, 0.1);
        Load light = Counts.closed(1, 0, new Until.Requests(100));
        Prediction alone = predict(light, seen.observation());
        assertThat(alone.basis()).contains("parallel stream of 4");
        assertThat(Times.seconds(alone.mean())).isCloseTo(0.1, withinPercentage(1));
        // 200 callers on 3 workers: more than the 3 / 0.3 s that the pool can do with what the callers leave to it
        Prediction full = predict(Counts.closed(200, 0, new Until.Iterations(20)), seen.observation());
        assertThat(full.throughput().perSecond()).isBetween(10.0, 500.0);
    }

    @Test
    void aFullProcessorIsAPoolOfItsCores() {
        Seen seen = Seen.during(60)
                .pool(sleeping("tomcat-8080", StationKind.SERVLET_WORKERS, 30)
                        .maximum(200)
                        .completed(60 * 60))
                .processor(1.4, 5, 0);
        Load load = Counts.closed(250, 0, new Until.Iterations(40));
        Prediction prediction = predict(load, seen.observation());
        // 2 cores / 60 requests/s = 33 ms each: 10,000 requests take 166.7 s, and 250 users wait 250 / 60 s for each
        assertThat(prediction.throughput().perSecond()).isCloseTo(60, withinPercentage(2));
        assertThat(Times.seconds(prediction.mean())).isCloseTo(250 / 60.0, withinPercentage(5));
        assertThat(prediction.basis()).contains("of 2 cores");
    }

    @Test
    void aQuotaThatIsUsedUpIsAPoolOfItsOwnWhateverTheMachineDoes() {
        Seen seen = Seen.during(60)
                .pool(sleeping("tomcat-8080", StationKind.SERVLET_WORKERS, 30)
                        .maximum(200)
                        .completed(60 * 60))
                .machine(8, 1.2, 3, 5)
                .throttled(1.2, 0.6);
        Prediction prediction = predict(Counts.closed(250, 0, new Until.Iterations(40)), seen.observation());
        assertThat(prediction.throughput().perSecond()).isCloseTo(60, withinPercentage(2));
        assertThat(prediction.basis()).contains("a quota grants 1.2");
    }

    @Test
    void coresThatStrangersUseAreNoCostOfARequest() {
        Seen seen = Seen.during(60)
                .pool(sleeping("tomcat-8080", StationKind.SERVLET_WORKERS, 3)
                        .maximum(200)
                        .completed(3 * 60))
                .processor(0.05, 5, 0);
        Load load = Counts.closed(3, 0, new Until.Iterations(40));
        // the machine has 2 cores, both in use; 1.9 by other processes: 0.1 / 3 s each, beside 1 s of sleep
        Prediction prediction =
                PredictorTest.predict(load, seen.observation(), 1.9).orElseThrow();
        assertThat(Times.seconds(prediction.mean())).isCloseTo(1.033, withinPercentage(2));
        assertThat(prediction.basis()).contains("33.3 ms of 2 cores");
        // as if a request took all that the machine used: 0.67 s of a core's time, and nothing left of it for others
        assertThat(PredictorTest.predict(load, seen.observation(), 0)
                        .orElseThrow()
                        .basis())
                .contains("0.667 s");
    }

    @Test
    void connectionsBeyondWhatIsAcceptedWaitAtTheDoor() {
        Load load = Counts.closed(10, 0, new Until.Iterations(2));
        Seen seen = Seen.during(9).pool(Seen.tomcat(200).active(4).completed(20).byClock(1));
        Network.Listener listener = new Network.Listener(8080, 4, 6, 6, 0, 4, 0, 0.9, OptionalInt.empty());
        Prediction prediction = predict(load, with(seen.observation(), List.of(), List.of(listener), List.of()));
        // four users are let in at a time, and stay for both of their requests
        assertThat(prediction.max()).isEqualTo(Duration.ofSeconds(5));
        assertThat(prediction.throughput().perSecond()).isCloseTo(20 / 6.0, withinPercentage(1));
        assertThat(prediction.basis()).contains("accepts 4 connections");
    }
}
