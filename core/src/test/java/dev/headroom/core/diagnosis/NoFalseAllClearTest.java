package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.tomcat;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Cases;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** "Nothing binds" is never said because nothing was seen: whatever the probe knows of the service, the bound decides. */
class NoFalseAllClearTest {

    private static final Until MINUTE = new Until.Elapsed(Duration.ofSeconds(60));

    private record Run(int users, double think, double unloaded, double throughput, double response) {

        static Run heldBack(Cases any) {
            Run asked = any(any);
            double x = any.between(0.05, 0.84) * asked.users / (asked.unloaded + asked.think);
            return new Run(asked.users, asked.think, asked.unloaded, x, asked.users / x - asked.think);
        }

        static Run carried(Cases any) {
            Run asked = any(any);
            double response = any.between(0.992, 1.05) * asked.unloaded;
            double x = asked.users / (response + asked.think);
            return new Run(asked.users, asked.think, asked.unloaded, x, response);
        }

        private static Run any(Cases any) {
            double unloaded = any.between(0.05, 4);
            return new Run(any.whole(5, 300), any.whole(0, 1) == 0 ? 0 : any.between(0, 2) * unloaded, unloaded, 0, 0);
        }

        Diagnosis diagnosis(Cases any) {
            Load.Closed load = Counts.closed(users, think, MINUTE);
            Measured run = Measured.run(load, throughput, response, 60, seen(any, inFlight()));
            return (any.whole(0, 1) == 0 ? run.alone(unloaded) : run.alone(unloaded, seen(any, 1))).diagnosis();
        }

        double inFlight() {
            return throughput * response;
        }
    }

    /** Anything from nothing at all to a service of which every wait is known. */
    private static Seen seen(Cases any, double requests) {
        Seen seen = Seen.during(60).processor(any.between(0, 1), any.between(0, 0.8), any.between(0, 0.1));
        int workers = any.whole(1, 300);
        double busy = Math.min(workers, requests);
        switch (any.whole(0, 5)) {
            case 0 -> {}
            case 1 -> seen.pool(pool("own-thread", StationKind.OTHER).active(1).doing(Activity.RUNNING, 1));
            case 2 ->
                seen.pool(tomcat(workers)
                        .active(busy)
                        .queue(requests - busy, 0)
                        .completed(any.whole(1, 10_000))
                        .waitsForDownstream(busy));
            case 3 ->
                seen.pool(tomcat(workers)
                        .active(busy)
                        .waits(Activity.AWAITING_OTHER, "example.Gate", busy, "example.Shop.buy:7"));
            case 4 ->
                seen.pool(virtualThreads(requests)
                        .waits(Activity.AWAITING_LOCK, "lock#1", any.between(0, requests))
                        .doing(Activity.SLEEPING, 0.1));
            default ->
                seen.pool(virtualThreads(requests)
                                .waits(Activity.AWAITING_CONNECTION, "pool#1", any.between(0, requests)))
                        .resource(resource("pool#1", StationKind.CONNECTION_POOL, workers)
                                .used(busy, requests - busy));
        }
        return seen;
    }

    @Test
    void aClosedLoadThatGetsLessThanItsBoundIsNeverTheLimit() {
        Cases.forAll(2000, any -> {
            Diagnosis diagnosis = Run.heldBack(any).diagnosis(any);
            assertThat(diagnosis.verdict()).as(diagnosis.summary()).isNotEqualTo(Verdict.LOAD_IS_THE_LIMIT);
            assertThat(diagnosis.account().reached()).isFalse();
        });
    }

    @Test
    void aClosedLoadAtItsBoundIsHeldBackByNothing() {
        Cases.forAll(2000, any -> {
            Diagnosis diagnosis = Run.carried(any).diagnosis(any);
            assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        });
    }

    @Test
    void whereSomethingBindsAndOneUserWasSeenThePlaceIsSaid() {
        Cases.forAll(2000, any -> {
            Diagnosis diagnosis = Run.heldBack(any).diagnosis(any);
            assertThat(diagnosis.bindingLimit()).as(diagnosis.summary()).isPresent();
        });
    }
}
