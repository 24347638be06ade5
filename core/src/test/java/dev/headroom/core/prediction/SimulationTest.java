package dev.headroom.core.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.laws.Ceiling;
import dev.headroom.core.laws.OpenOverload;
import dev.headroom.core.laws.ResponseTimeLaw;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.load.ThinkTime;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.load.UserStage;
import dev.headroom.core.model.result.Prediction;
import dev.headroom.core.testing.Cases;
import dev.headroom.core.testing.Counts;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SimulationTest {

    private static final Step SECOND = Step.on("pool", Step.hold(Duration.ofSeconds(1)));
    private static final Step HALF = Step.hold(Duration.ofMillis(500));

    private static ServiceModel model(int workers, Step request) {
        return new ServiceModel(List.of(ServiceModel.Workers.of("pool", workers)), request, Optional.empty(), "a test");
    }

    @Test
    void aFreeWorkerAnswersInItsHoldingTime() {
        Prediction prediction = Simulation.run(Counts.open(1, 10), model(1, SECOND));
        assertThat(prediction.mean()).isEqualTo(Duration.ofSeconds(1));
        assertThat(prediction.max()).isEqualTo(Duration.ofSeconds(1));
        assertThat(prediction.throughput().perSecond()).isEqualTo(10.0 / 10);
    }

    @Test
    void requestsWaitInTheOrderOfTheirArrival() {
        Prediction prediction = Simulation.run(Counts.open(2, 2), model(1, SECOND));
        assertThat(prediction.p50()).isEqualTo(Duration.ofMillis(1500));
        assertThat(prediction.max()).isEqualTo(Duration.ofMillis(2500));
        assertThat(prediction.mean()).isEqualTo(Duration.ofMillis(1750));
    }

    @Test
    void usersWhoStayInStagesAreThoseWhoCameOnce() {
        Load.Closed once = new Load.Closed(
                10,
                Duration.ofSeconds(5),
                Duration.ZERO,
                new Until.Elapsed(Duration.ofSeconds(60)),
                Transport.DEFAULT,
                Optional.empty());
        Load.Closed staged = once.with(10, Duration.ZERO, once.until())
                .staged(List.of(
                        new UserStage(0, 10, Duration.ofSeconds(5)), UserStage.constant(10, Duration.ofSeconds(55))));

        assertThat(Simulation.run(staged, model(2, SECOND))).isEqualTo(Simulation.run(once, model(2, SECOND)));
    }

    @Test
    void usersWhoLeaveSendNoMore() {
        Load.Closed load = new Load.Closed(
                        1,
                        Duration.ZERO,
                        Duration.ZERO,
                        new Until.Elapsed(Duration.ZERO),
                        Transport.DEFAULT,
                        Optional.empty())
                .staged(List.of(
                        UserStage.constant(4, Duration.ofSeconds(10)), UserStage.constant(1, Duration.ofSeconds(10))));

        Prediction prediction = Simulation.run(load, model(4, SECOND));

        assertThat(prediction.throughput().perSecond() * 20).isCloseTo(40 + 10, within(1e-9));
    }

    @Test
    void whatIsInFlightAfterAShortDrainCountsInNothingButRanksAmongTheOthers() {
        Transport short_ = new Transport(Duration.ofSeconds(60), false, false).draining(Duration.ofMillis(3500));
        Load load = new Load.Closed(
                10, Duration.ZERO, Duration.ZERO, new Until.Elapsed(Duration.ofSeconds(2)), short_, Optional.empty());
        // One answer a second until 5.5 s; 6 of the 11 requests wait when the load is over
        Prediction prediction = Simulation.run(load, model(1, SECOND));
        assertThat(prediction.throughput().perSecond()).isEqualTo(1);
        assertThat(prediction.max()).isEqualTo(Duration.ofSeconds(5));
        assertThat(prediction.mean()).isEqualTo(Duration.ofSeconds(3));
        assertThat(prediction.p50()).isEqualTo(Duration.ofSeconds(5));
        assertThat(prediction.p95()).isEqualTo(Duration.ofMillis(5500));
        assertThat(prediction.failed()).isZero();
    }

    @Test
    void stepsAtOnceTakeAsLongAsTheLastOne() {
        ServiceModel parallel = model(2, new Step.Parallel(Collections.nCopies(2, SECOND)));
        ServiceModel sequence = model(2, new Step.Sequence(Collections.nCopies(2, SECOND)));
        ServiceModel short_ = model(1, new Step.Parallel(Collections.nCopies(2, SECOND)));
        assertThat(Simulation.run(Counts.open(0.1, 10), parallel).mean()).isEqualTo(Duration.ofSeconds(1));
        assertThat(Simulation.run(Counts.open(0.1, 10), sequence).mean()).isEqualTo(Duration.ofSeconds(2));
        assertThat(Simulation.run(Counts.open(0.1, 10), short_).mean()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void tenUsersOfATenWorkerPoolDoTenASecond() {
        Load load = Counts.closed(10, 0, new Until.Iterations(10));
        Prediction prediction = Simulation.run(load, model(10, SECOND));
        assertThat(prediction.throughput().perSecond()).isEqualTo(10);
        assertThat(prediction.mean()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void rampUpAndThinkTimeStretchAClosedLoad() {
        Load load = new Load.Closed(
                250,
                Duration.ofSeconds(5),
                Duration.ZERO,
                new Until.Iterations(20),
                Transport.DEFAULT,
                Optional.empty());
        ServiceModel model = model(1000, Step.on("pool", Step.hold(Duration.ofMillis(920))));
        assertThat(Simulation.run(load, model).throughput().perSecond()).isCloseTo(213.9, within(0.5));
        Load thinking = Counts.closed(1, 3, new Until.Requests(10));
        assertThat(Simulation.run(thinking, model(1, SECOND)).throughput().perSecond())
                .isCloseTo(10.0 / (10 + 9 * 3), within(1e-9));
    }

    @Test
    void poissonArrivalsQueueBelowTheCeilingAsPollaczekAndKhinchineSay() {
        ServiceModel one = model(1, Step.on("pool", Step.hold(Duration.ofMillis(10))));
        Load.Open even = Counts.open(80, 2500);
        // W = rho S / (2 (1 - rho)) in an M/D/1 queue; F. Pollaczek, 1930
        double law = 0.01 + 0.8 * 0.01 / (2 * 0.2);

        assertThat(Times.seconds(
                        Simulation.run(even.arriving(Arrivals.POISSON, 1), one).mean()))
                .isCloseTo(law, within(0.05 * law));
        assertThat(Simulation.run(even, one).mean()).as("no queue at all").isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void aRateThatRisesPastTheCeilingQueuesFromThereOn() {
        Load.Open load = Counts.open(1, 1)
                .staged(List.of(
                        Stage.constant(Rate.perSecond(0.5), Duration.ofSeconds(100)),
                        Stage.constant(Rate.perSecond(2), Duration.ofSeconds(100))));
        Prediction prediction = Simulation.run(load, model(1, SECOND));
        // 200 arrivals in 100 s and one of them answered a second: the last waits for 100 s
        assertThat(prediction.max()).isEqualTo(Duration.ofMillis(100_500));
        assertThat(prediction.throughput().perSecond()).isCloseTo(250 / 300.0, within(1e-3));
    }

    @Test
    void whatFindsAllConnectionsInUseWaitsForOne() {
        ServiceModel free = model(100, SECOND);
        Load.Open two = Counts.open(4, 2).connected(OptionalInt.of(2));
        Prediction prediction = Simulation.run(two, free);
        // 8 requests by two at a time: the last ones begin 3 s and 3.25 s after the start
        assertThat(prediction.max()).isEqualTo(Duration.ofMillis(4250 - 1750));
        Transport impatient = new Transport(Duration.ofMillis(1200), false, false);
        assertThat(Simulation.run(two.with(impatient, Optional.empty()), free).failed())
                .as("waited longer than for an answer")
                .isEqualTo(2);
    }

    @Test
    void usersWhoThinkByADistributionDoAsManyAsTheMeanSays() {
        Load.Closed load = new Load.Closed(
                20,
                Duration.ZERO,
                new ThinkTime.Exponential(Duration.ofSeconds(3)),
                new Until.Elapsed(Duration.ofSeconds(4000)),
                1,
                Transport.DEFAULT,
                Optional.empty());
        // N / (R0 + Z), with a worker for each
        assertThat(Simulation.run(load, model(20, SECOND)).throughput().perSecond())
                .isCloseTo(20 / 4.0, within(0.1));
    }

    @Test
    void aLoadOverTimeStartsNothingAfterIt() {
        Load load = Counts.closed(200, 0, new Until.Elapsed(Duration.ofSeconds(120)));
        ServiceModel bike = model(140, Step.on("pool", Step.hold(Duration.ofSeconds(5))));
        // 24 rounds of 140, and the 60 who waited when time was up
        assertThat(Simulation.run(load, bike).throughput().perSecond()).isEqualTo((24 * 140 + 60) / 125.0);
    }

    @Test
    void usersGiveUpAfterTheirTimeoutAndTheServiceDoesNotKnow() {
        Transport impatient = new Transport(Duration.ofMillis(1700), false, false);
        Load load = new Load.Open(Rate.perSecond(2), Duration.ofSeconds(2), impatient, Optional.empty());
        Prediction prediction = Simulation.run(load, model(1, SECOND));
        assertThat(prediction.failed()).isEqualTo(2);
        assertThat(prediction.max()).isEqualTo(Duration.ofMillis(1500));
    }

    @Test
    void aLongQueueOfTasksThatTakeNoTimeIsWorkedOff() {
        Step nothing = Step.on("pool", Step.hold(Duration.ZERO));
        Step many = new Step.Sequence(List.of(SECOND, new Step.Parallel(Collections.nCopies(100_000, nothing))));
        assertThat(Simulation.run(Counts.open(1, 1), model(1, many)).mean()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aPoolThatIsAskedForWhileItIsHeldIsRefused() {
        assertThatThrownBy(() -> model(1, Step.on("pool", SECOND)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("while it holds one");
        assertThatThrownBy(() -> model(1, Step.on("other", SECOND)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("asks for pool other");
        assertThatThrownBy(() -> ServiceModel.Workers.of("pool", 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aWorkerMakesAllPartsOfItsOwnStreamWhereNoOtherIsFree() {
        Step stream = Step.on("pool", new Step.Stream("pool", List.of(HALF, HALF, HALF, HALF)));
        Prediction alone = Simulation.run(Counts.open(1, 1), forkJoin(1, stream));
        assertThat(alone.max()).isEqualTo(Duration.ofSeconds(2));
        Prediction shared = Simulation.run(Counts.open(1, 1), forkJoin(4, stream));
        assertThat(shared.max()).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void threadsFromOutsideHelpInTheirStreamAndWorkersDoTheRest() {
        Step stream = new Step.Stream("pool", List.of(HALF, HALF, HALF, HALF));
        assertThat(Simulation.run(Counts.open(1, 1), forkJoin(1, stream)).max()).isEqualTo(Duration.ofSeconds(1));
    }

    private static ServiceModel forkJoin(int workers, Step request) {
        return new ServiceModel(
                List.of(ServiceModel.Workers.forkJoin("pool", workers)), request, Optional.empty(), "a test");
    }

    /** One connection is served, one waits; of the packets of a third, sent after 0, 1 and 3 s, the second finds room. */
    @Test
    void whoeverFindsNoRoomInTheAcceptQueueTriesAgainUntilTheConnectTimeout() {
        Load load = Counts.closed(3, 0, new Until.Iterations(1));
        Prediction patient = Simulation.runCountingAll(load, admitting(Duration.ofSeconds(2)));
        assertThat(patient.max()).isEqualTo(Duration.ofMillis(1500));
        assertThat(patient.failed()).isZero();
        Prediction impatient = Simulation.runCountingAll(load, admitting(Duration.ofMillis(900)));
        assertThat(impatient.failed()).isEqualTo(1);
        assertThat(impatient.max()).isEqualTo(Duration.ofSeconds(1));
    }

    private static ServiceModel admitting(Duration connectTimeout) {
        return new ServiceModel(
                List.of(ServiceModel.Workers.of("pool", 3)),
                Step.on("pool", HALF),
                Optional.of(new ServiceModel.Admission(1, 1, connectTimeout)),
                "a test");
    }

    @Test
    void aLoadThatWouldNeverEndIsRefused() {
        Load load = Counts.closed(1, 0, new Until.Elapsed(Duration.ofSeconds(1)));
        ServiceModel model = model(1, Step.on("pool", Step.hold(Duration.ZERO)));
        assertThatThrownBy(() -> Simulation.run(load, model)).hasMessageContaining("would never end");
    }

    @Tag("nightly")
    @Test
    void aMillionEventsGiveTheSameFiguresTwice() {
        Load load = Counts.open(1000, 250);
        ServiceModel model = model(
                100, new Step.Parallel(Collections.nCopies(2, Step.on("pool", Step.hold(Duration.ofMillis(49))))));
        assertThat(Simulation.run(load, model)).isEqualTo(Simulation.run(load, model));
    }

    @Test
    void overloadFollowsTheFluidLaw() {
        Cases.forAll(any -> {
            int workers = any.whole(1, 30);
            int visits = any.whole(1, 3);
            double hold = any.between(0.05, 1);
            double ceiling = Ceiling.of(workers, visits, hold);
            double rate = ceiling * any.between(1.2, 4);
            double seconds = Math.max(20, 30 * hold * visits);
            ServiceModel model = model(
                    workers,
                    new Step.Parallel(Collections.nCopies(visits, Step.on("pool", Step.hold(Times.ofSeconds(hold))))));
            Prediction prediction = Simulation.run(
                    new Load.Open(
                            Rate.perSecond(rate),
                            Times.ofSeconds(seconds),
                            new Transport(Duration.ofDays(1), false, false),
                            Optional.empty()),
                    model);
            double law = hold + seconds / 2 * OpenOverload.backlogGrowth(rate, ceiling) / ceiling;
            assertThat(Times.seconds(prediction.mean())).isCloseTo(law, within(2 * hold * visits + 0.02 * law));
            assertThat(prediction.throughput().perSecond()).isLessThanOrEqualTo(ceiling * 1.000001);
        });
    }

    @Test
    void aClosedLoadKeepsWithinItsBoundsAndObeysTheResponseTimeLaw() {
        Cases.forAll(any -> {
            int users = any.whole(1, 60);
            int workers = any.whole(1, 30);
            double hold = any.between(0.01, 1);
            double think = any.between(0, 1);
            Load load = Counts.closed(users, think, new Until.Iterations(50));
            Prediction prediction =
                    Simulation.run(load, model(workers, Step.on("pool", Step.hold(Times.ofSeconds(hold)))));
            double bound = Math.min(ResponseTimeLaw.throughput(users, hold, think), workers / hold);
            double cycle = Times.seconds(prediction.mean()) + think;
            assertThat(prediction.throughput().perSecond())
                    .isLessThanOrEqualTo(bound * 1.03)
                    .isCloseTo(users / cycle, within(0.06 * users / cycle));
        });
    }
}
