package dev.headroom.core.rules;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** 300 users of requests that work for 150 ms of their own and then take 50 ms of a pool of 5, which gives 100 a second. */
class NextLimitsTest {

    private static Diagnosis diagnosis(double unloaded) {
        Load.Closed load = Counts.closed(300, 0, new Until.Elapsed(Duration.ofSeconds(50)));
        Seen seen = Seen.during(50)
                .pool(tomcat(200).active(200).queue(100, 0).completed(5000).waitsForPool("prices", 185))
                .pool(pool("prices", StationKind.EXECUTOR, 5)
                        .active(5)
                        .queue(180, 0)
                        .completed(5000)
                        .byClock(0.05)
                        .waitsForDownstream(5))
                .machine(16, 0.1, 0.3, 0);
        return Measured.run(load, 100, 3, 50, seen).alone(unloaded).diagnosis();
    }

    @Test
    void workersThatWaitForThePoolAreHeldForTheirOwnWorkAsWell() {
        Diagnosis diagnosis = diagnosis(0.2);
        assertThat(diagnosis.bindingLimit().orElseThrow().pool()).isEqualTo("prices");
        assertThat(diagnosis.next().orElseThrow().ceiling().perSecond()).isCloseTo(200 / 0.2, withinPercentage(1));
    }

    @Test
    void thePoolNeedsNoMoreThanTheThreadsThatAskItCarry() {
        assertThat(diagnosis(0.2).remedy().orElseThrow().value().orElseThrow()).isCloseTo(50, withinPercentage(2));
        Diagnosis.Remedy all = diagnosis(0.05).remedy().orElseThrow();
        assertThat(all.value().orElseThrow()).isCloseTo(200, withinPercentage(2));
        assertThat(all.action()).contains("as many as tomcat-8888 carries");
    }

    /** A thread that spins takes a core of two whatever is asked: ten requests a second take a hundredth of one. */
    @Test
    void whatTheBackgroundTakesOfTheProcessorDoesNotGrowWithRequests() {
        Seen alone = Seen.during(10).pool(tomcat(200).active(1).completed(100)).machine(2, 1.01, 1.01, 0);
        Seen loaded =
                Seen.during(50).pool(tomcat(200).active(10).completed(5000)).machine(2, 1.1, 1.1, 0);
        Load.Closed load = Counts.closed(10, 0, new Until.Iterations(10));
        Diagnosis diagnosis =
                Measured.run(load, 100, 0.1, 50, loaded).alone(0.1, alone).diagnosis();
        assertThat(diagnosis
                        .next()
                        .filter(next -> next.limit().kind() == LimitKind.CPU
                                && next.ceiling().perSecond() < 900))
                .isEmpty();
    }

    /**
     * 300 users before ten workers of orders, which wait for five of prices.
     *
     * @param servlet workers of the entry
     * @param tasks of each of the two, of 5000 requests
     * @param priced seconds of a task of prices; one of orders takes twice that
     */
    private static Seen behindOrders(int servlet, double tasks, double priced) {
        return Seen.during(50)
                .pool(tomcat(servlet).active(300).completed(5000).waitsForPool("orders", 285))
                .pool(pool("orders", StationKind.EXECUTOR, 10)
                        .active(10)
                        .queue(275, 0)
                        .completed(tasks)
                        .byClock(2 * priced)
                        .waitsForPool("prices", 9))
                .pool(pool("prices", StationKind.EXECUTOR, 5)
                        .active(5)
                        .queue(4, 0)
                        .completed(tasks)
                        .byClock(priced)
                        .waitsForDownstream(5));
    }

    /** Of ten workers in between, with one user a request holds one for 60 of 200 ms. */
    private static double nextAfterPrices(boolean seenAlone) {
        Load.Closed load = Counts.closed(300, 0, new Until.Elapsed(Duration.ofSeconds(50)));
        Seen seen = behindOrders(500, 5000, 0.05);
        Seen alone = Seen.during(50)
                .pool(tomcat(500).active(1).completed(250).waitsForPool("orders", 0.3))
                .pool(pool("orders", StationKind.EXECUTOR, 10).active(0.3).completed(250))
                .pool(pool("prices", StationKind.EXECUTOR, 5).active(0.25).completed(250));
        Measured run = Measured.run(load, 100, 3, 50, seen);
        Diagnosis diagnosis = (seenAlone ? run.alone(0.2, alone) : run.alone(0.2)).diagnosis();
        assertThat(diagnosis.bindingLimit().orElseThrow().pool()).isEqualTo("prices");
        assertThat(diagnosis.next().orElseThrow().limit().pool()).isEqualTo("orders");
        return diagnosis.next().orElseThrow().ceiling().perSecond();
    }

    @Test
    void aPoolInBetweenIsHeldAsWithOneUserWhereHeWasSeen() {
        assertThat(nextAfterPrices(true)).isCloseTo(10 / 0.06, withinPercentage(1));
        assertThat(nextAfterPrices(false)).isCloseTo(10 / 0.2, withinPercentage(1));
    }

    /** Half of the requests pass the pool in between. */
    @Test
    void aPoolThatAPartOfTheRequestsPassesCarriesAsManyMore() {
        Load.Closed load = Counts.closed(300, 0, new Until.Elapsed(Duration.ofSeconds(50)));
        Seen seen = behindOrders(300, 2500, 0.1);
        Diagnosis diagnosis = Measured.run(load, 100, 3, 50, seen).alone(0.2).diagnosis();
        assertThat(diagnosis.next().orElseThrow().limit().pool()).isEqualTo("orders");
        assertThat(diagnosis.next().orElseThrow().ceiling().perSecond())
                .isCloseTo(10 / (0.5 * 0.2), withinPercentage(1));
    }

    /** A task reads for 30 ms, which is seen, and ten times for 2.4 ms, which is too short to leave an event. */
    @Test
    void ofAClockThatMissesShortWaitsWhatItsWorkersAreBusyForIsBelieved() {
        assertThat(next(0.03)).isCloseTo(40 / 0.056, withinPercentage(1));
        assertThat(next(0.055)).isCloseTo(40 / 0.055, withinPercentage(1));
    }

    private static double next(double clock) {
        Load.Closed load = Counts.closed(20, 0, new Until.Elapsed(Duration.ofSeconds(50)));
        Seen seen = Seen.during(50)
                .pool(tomcat(40)
                        .active(20)
                        .completed(50 * 20 / 0.056)
                        .byClock(clock)
                        .waitsForDownstream(20));
        return Measured.run(load, 20 / 0.056, 0.056, 50, seen)
                .alone(0.056)
                .diagnosis()
                .next()
                .orElseThrow()
                .ceiling()
                .perSecond();
    }

    /** By a flight recording alone nobody counts tasks, and a request reads three times for 33 ms. */
    @Test
    void aRequestOfTheEntryIsAllItsWaitsAndNotOneOfThem() {
        Load.Closed load = Counts.closed(20, 0, new Until.Elapsed(Duration.ofSeconds(50)));
        Seen seen = Seen.during(50).pool(tomcat(40).active(20).byClock(0.033).waitsForDownstream(20));
        double ceiling = Measured.run(load, 200, 0.1, 50, seen)
                .alone(0.1)
                .diagnosis()
                .next()
                .orElseThrow()
                .ceiling()
                .perSecond();
        assertThat(ceiling).isCloseTo(400, withinPercentage(1));
    }

    /** 200 workers that are hardly used, and connections of which 4.5 of 10 are. */
    @Test
    void whatRequestsHoldBesidesThreadsMayBindBeforeThese() {
        Diagnosis.NextLimit next = carried(4.5, 0.75).next().orElseThrow();
        assertThat(next.limit().pool()).isEqualTo("orders");
        assertThat(next.ceiling().perSecond()).isCloseTo(10 / 0.045, withinPercentage(1));
    }

    @Test
    void whatTheBackgroundHoldsDoesNotRiseWithRequests() {
        assertThat(carried(4.5, 4.5).next().orElseThrow().limit().pool()).isNotEqualTo("orders");
        assertThat(carried(6, 2).next().orElseThrow().ceiling().perSecond())
                .isCloseTo(100 + 4 / (4 / (100 - 1 / 0.06)), withinPercentage(1));
    }

    private static Diagnosis carried(double held, double heldAlone) {
        Load.Closed load = Counts.closed(6, 0, new Until.Elapsed(Duration.ofSeconds(50)));
        Diagnosis found = Measured.run(load, 100, 0.06, 50, seen(6, held))
                .alone(0.06, seen(1, heldAlone))
                .diagnosis();
        assertThat(found.verdict()).isEqualTo(Diagnosis.Verdict.LOAD_IS_THE_LIMIT);
        return found;
    }

    private static Seen seen(double workers, double held) {
        return Seen.during(50)
                .processor(0.02, 0, 0)
                .pool(tomcat(200)
                        .active(workers)
                        .completed(50 * workers / 0.06)
                        .byClock(0.06)
                        .waitsForDownstream(workers))
                .resource(resource("orders", StationKind.CONNECTION_POOL, 10).used(held, 0));
    }
}
