package dev.headroom.core.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.headroom.core.model.Measure;
import dev.headroom.core.testing.Cases;
import org.junit.jupiter.api.Test;

class LawsTest {

    @Test
    void littlesLawTiesThreeQuantities() {
        assertThat(LittlesLaw.concurrency(20, 0.33)).isCloseTo(6.6, within(1e-9));
        Cases.forAll(any -> {
            double throughput = any.between(0.01, 1e4);
            double time = any.between(1e-4, 100);
            double inside = LittlesLaw.concurrency(throughput, time);
            assertThat(LittlesLaw.time(inside, throughput)).isCloseTo(time, withinPercentage(1e-6));
            assertThat(LittlesLaw.throughput(inside, time)).isCloseTo(throughput, withinPercentage(1e-6));
        });
    }

    @Test
    void whatNeverPassesHasNoTime() {
        assertThat(LittlesLaw.time(3, 0)).isNaN();
        assertThat(LittlesLaw.throughput(3, 0)).isNaN();
        assertThat(UtilizationLaw.holdingTime(3, 60, 0)).isNaN();
        assertThat(ForcedFlowLaw.visits(3, 0)).isNaN();
        assertThat(ResponseTimeLaw.throughput(3, 0, 0)).isNaN();
    }

    @Test
    void atItsCeilingAPoolIsFullyUsed() {
        assertThat(Ceiling.of(7, 2, 0.33)).isCloseTo(10.6, within(0.01));
        assertThat(Ceiling.of(7, 0, 0.33)).isInfinite();
        Cases.forAll(any -> {
            int workers = any.whole(1, 1000);
            double visits = any.between(0.1, 100);
            double time = any.between(1e-4, 100);
            double ceiling = Ceiling.of(workers, visits, time);
            assertThat(ceiling * visits * time).isCloseTo(workers, withinPercentage(1e-6));
            assertThat(UtilizationLaw.utilization(ceiling, visits, time, workers))
                    .isCloseTo(1, within(1e-9));
        });
    }

    @Test
    void errorsOfVisitsAndHoldingTimeAddInQuadrature() {
        Measure ceiling = Ceiling.of(7, new Measure(2, 0.06, "V"), new Measure(0.33, 0.0132, "S"));
        assertThat(ceiling.error() / ceiling.value()).isCloseTo(0.05, within(1e-9));
        assertThat(Ceiling.of(7, new Measure(2, 0, "V"), new Measure(0.33, Double.NaN, "S"))
                        .error())
                .isNaN();
    }

    @Test
    void aHoldingTimeFromCompletionsGivesBackTheUtilisationWhateverTheThroughput() {
        Cases.forAll(any -> {
            int workers = any.whole(1, 100);
            double active = any.between(0.01, workers);
            double requests = any.whole(1, 10_000);
            double tasks = any.whole(1, 10_000);
            double visits = ForcedFlowLaw.visits(tasks, requests);
            double time = UtilizationLaw.holdingTime(active, 60, tasks);
            double ratio = requests / 60 / Ceiling.of(workers, visits, time);
            assertThat(ratio).isCloseTo(active / workers, withinPercentage(1e-6));
        });
    }

    @Test
    void usersWaitAndThink() {
        assertThat(ResponseTimeLaw.throughput(200, 5, 0)).isEqualTo(40);
    }

    @Test
    void anOpenOverloadGrowsInAStraightLine() {
        double ceiling = 7 / (2 * 0.33);
        assertThat(OpenOverload.backlogGrowth(20, ceiling)).isCloseTo(9.4, within(0.01));
        assertThat(OpenOverload.backlogGrowth(5, ceiling)).isZero();
    }

    @Test
    void aPoolIsSizedByLittlesLaw() {
        assertThat(Sizing.atLeast(20, 2, 0.33)).isEqualTo(14);
        assertThat(Sizing.forRandomArrivals(20, 2, 0.33)).isEqualTo(21);
        assertThat(Sizing.atLeast(10, 2, 0.35)).as("7 but for rounding").isEqualTo(7);
        assertThat(Sizing.atLeast(0.001, 1, 0.001)).isEqualTo(1);
        Cases.forAll(any -> {
            double rate = any.between(0.1, 1000);
            double visits = any.between(0.5, 10);
            double time = any.between(0.001, 5);
            int workers = Sizing.atLeast(rate, visits, time);
            assertThat(Ceiling.of(workers, visits, time)).isGreaterThanOrEqualTo(rate * (1 - 1e-6));
            if (workers > 1) {
                assertThat(Ceiling.of(workers - 1, visits, time)).isLessThan(rate);
            }
            assertThat(Sizing.forRandomArrivals(rate, visits, time)).isGreaterThanOrEqualTo(workers);
        });
    }

    @Test
    void oneOrTwoWorkersMakeTheQueuesOfTheTextbook() {
        Cases.forAll(any -> {
            double used = any.between(0.01, 0.99);
            assertThat(AllenCunneen.waits(1, used)).isCloseTo(used, within(1e-9));
            assertThat(AllenCunneen.waits(2, used)).isCloseTo(2 * used * used / (1 + used), within(1e-9));
            double alone = used * used / (1 - used);
            assertThat(AllenCunneen.queue(1, used, 1)).isCloseTo(alone, withinPercentage(1e-6));
            assertThat(AllenCunneen.queue(1, used, 0)).isCloseTo(alone / 2, withinPercentage(1e-6));
        });
        assertThat(AllenCunneen.queue(6, 1, 1)).isInfinite();
    }

    @Test
    void moreWorkersThatAreAsFullKeepFewerWaiting() {
        Cases.forAll(any -> {
            double used = any.between(0.01, 0.99);
            int workers = any.whole(1, 500);
            assertThat(AllenCunneen.queue(workers + 1, used, 1)).isLessThan(AllenCunneen.queue(workers, used, 1));
        });
    }
}
