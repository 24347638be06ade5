package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Measured.kind;
import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.tomcat;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Rival;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.testing.Cases;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import org.junit.jupiter.api.Test;

/** Of several things that are full the one is named for which the others are full; 60 users, 20 answers a second. */
class RankingTest {

    private static final String DOWNSTREAM = "127.0.0.1:8090";
    private static final Load.Closed LOAD = Counts.closed(60, 0, new Until.Iterations(10));

    private static Diagnosis diagnosed(Seen seen, double unloaded, Seen alone) {
        return Measured.run(LOAD, 20, 3, 50, seen).alone(unloaded, alone).diagnosis();
    }

    private static String binding(Diagnosis diagnosis) {
        return diagnosis.bindingLimit().orElseThrow().pool();
    }

    private static Rival rival(String name, Diagnosis diagnosis) {
        return diagnosis.rivals().stream()
                .filter(rival -> rival.limit().pool().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Seen.PoolBuilder fullTomcat(int threads) {
        return tomcat(threads).full(60 - threads, 0).completed(1000).byCompletions(threads / 20.0);
    }

    private static Seen.PoolBuilder threads(double busy) {
        return virtualThreads(busy);
    }

    @Test
    void aLockTakenByTheHoldersOfAConnectionIsTheRootAndTheirPoolASymptom() {
        Diagnosis diagnosis = diagnosed(
                Seen.during(50)
                        .pool(threads(60)
                                .waits(Activity.AWAITING_CONNECTION, "hikari#1", 50)
                                .waits(Activity.AWAITING_LOCK, "lock#1", 9)
                                .doing(Activity.RUNNING, 1))
                        .resource(resource("hikari#1", StationKind.CONNECTION_POOL, 10)
                                .full(10, 50)
                                .held(0.5)
                                .holdersWait(Activity.AWAITING_LOCK, "lock#1", 9))
                        .resource(resource("lock#1", StationKind.LOCK, 1)
                                .full(1, 9)
                                .held(0.05)),
                0.06,
                Seen.during(10)
                        .pool(threads(1).doing(Activity.RUNNING, 1))
                        .resource(resource("hikari#1", StationKind.CONNECTION_POOL, 10)
                                .used(0.9, 0))
                        .resource(resource("lock#1", StationKind.LOCK, 1).used(0.83, 0)));
        assertThat(binding(diagnosis)).isEqualTo("lock#1");
        assertThat(diagnosis.standing()).as("%s", diagnosis.notes()).isEqualTo(Standing.SUPPORTED);
        assertThat(rival("hikari#1", diagnosis).because()).contains("lock#1").contains("symptom");
        assertThat(diagnosis.account().explained().orElseThrow()).isGreaterThan(0.95);
    }

    @Test
    void threadsThatWaitForConnectionsWhoseHoldersWaitForALockAreFullBecauseOfTheLock() {
        Diagnosis diagnosis = diagnosed(
                Seen.during(50)
                        .pool(fullTomcat(40)
                                .waits(Activity.AWAITING_CONNECTION, "hikari#1", 30)
                                .waits(Activity.AWAITING_LOCK, "lock#1", 9)
                                .doing(Activity.RUNNING, 1))
                        .resource(resource("hikari#1", StationKind.CONNECTION_POOL, 10)
                                .full(10, 30)
                                .holdersWait(Activity.AWAITING_LOCK, "lock#1", 9))
                        .resource(resource("lock#1", StationKind.LOCK, 1)
                                .full(1, 9)
                                .held(0.05)),
                0.06,
                Seen.during(10)
                        .pool(tomcat(40).active(1).completed(166).byClock(0.06).doing(Activity.RUNNING, 1))
                        .resource(resource("hikari#1", StationKind.CONNECTION_POOL, 10)
                                .used(0.9, 0))
                        .resource(resource("lock#1", StationKind.LOCK, 1).used(0.83, 0)));
        assertThat(binding(diagnosis)).isEqualTo("lock#1");
        assertThat(diagnosis.account().explained().orElseThrow()).isGreaterThan(0.95);
        assertThat(diagnosis.rivals()).allMatch(rival -> rival.because().contains("symptom"));
    }

    @Test
    void connectionsThatAreHeldAsLongAsForOneUserAreTheRootThoughTheirHoldersWaitForTheDatabase() {
        Seen.ResourceBuilder full = resource("hikari#1", StationKind.CONNECTION_POOL, 10)
                .full(10, 50)
                .holdersWait(Activity.AWAITING_DOWNSTREAM, DOWNSTREAM, 10);
        Diagnosis diagnosis = diagnosed(
                Seen.during(50)
                        .pool(threads(60)
                                .waits(Activity.AWAITING_CONNECTION, "hikari#1", 50)
                                .waitsForDownstream(10))
                        .resource(full)
                        .calls(DOWNSTREAM, 20, 0.5),
                0.5,
                Seen.during(10)
                        .pool(threads(1).waitsForDownstream(1))
                        .resource(resource("hikari#1", StationKind.CONNECTION_POOL, 10)
                                .used(1, 0))
                        .calls(DOWNSTREAM, 2, 0.5));
        assertThat(binding(diagnosis)).isEqualTo("hikari#1");
        assertThat(diagnosis.standing()).as("%s", diagnosis.notes()).isEqualTo(Standing.SUPPORTED);
    }

    @Test
    void connectionsInFrontOfADatabaseThatSlowedDownAreItsSymptom() {
        Diagnosis diagnosis = diagnosed(
                Seen.during(50)
                        .pool(threads(60)
                                .waits(Activity.AWAITING_CONNECTION, "hikari#1", 50)
                                .waitsForDownstream(10))
                        .resource(resource("hikari#1", StationKind.CONNECTION_POOL, 10)
                                .full(10, 50)
                                .holdersWait(Activity.AWAITING_DOWNSTREAM, DOWNSTREAM, 10))
                        .calls(DOWNSTREAM, 20, 0.5),
                0.1,
                Seen.during(10)
                        .pool(threads(1).waitsForDownstream(1))
                        .resource(resource("hikari#1", StationKind.CONNECTION_POOL, 10)
                                .used(1, 0))
                        .calls(DOWNSTREAM, 10, 0.1));
        assertThat(diagnosis.verdict()).as(diagnosis.summary()).isEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
    }

    @Test
    void aDownstreamThatSlowedDownIsTheRootOfTheFullThreadsInFrontOfIt() {
        Diagnosis diagnosis = diagnosed(
                Seen.during(50)
                        .pool(fullTomcat(20).byClock(1).waitsForDownstream(20))
                        .calls(DOWNSTREAM, 20, 1),
                0.2,
                Seen.during(10)
                        .pool(tomcat(20).active(1).completed(50).waitsForDownstream(1))
                        .calls(DOWNSTREAM, 5, 0.2));
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
        assertThat(binding(diagnosis)).isEqualTo(DOWNSTREAM);
        assertThat(rival("tomcat-8888", diagnosis).because()).contains(DOWNSTREAM);
        assertThat(rival("tomcat-8888", diagnosis).ceiling().orElseThrow()).isGreaterThan(90);
    }

    @Test
    void aDownstreamThatSlowedDownIsTheRootThoughOtherProcessesTakeTheCores() {
        Diagnosis diagnosis = diagnosed(
                Seen.during(50)
                        .pool(fullTomcat(20).byClock(1).waitsForDownstream(20))
                        .calls(DOWNSTREAM, 20, 1)
                        .processor(0.25, 9, 0),
                0.2,
                Seen.during(10)
                        .pool(tomcat(20).active(1).completed(50).waitsForDownstream(1))
                        .calls(DOWNSTREAM, 5, 0.2));
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
        assertThat(binding(diagnosis)).isEqualTo(DOWNSTREAM);
    }

    @Test
    void threadsOfWhichOneUsersDemandPredictsTheThroughputAreTheRootWhateverTheyWaitFor() {
        Diagnosis diagnosis = diagnosed(
                Seen.during(50)
                        .pool(fullTomcat(20)
                                .byClock(1)
                                .waitsForDownstream(14)
                                .waits(Activity.AWAITING_LOCK, "lock#1", 6))
                        .resource(resource("lock#1", StationKind.LOCK, 1).full(1, 6))
                        .calls(DOWNSTREAM, 20, 0.7),
                0.95,
                Seen.during(10)
                        .pool(tomcat(20).active(1).completed(10.5).byClock(0.95).waitsForDownstream(0.74))
                        .calls(DOWNSTREAM, 1.05, 0.7));
        assertThat(binding(diagnosis)).isEqualTo("tomcat-8888");
        assertThat(rival("lock#1", diagnosis).because()).contains("less than what was named");
    }

    @Test
    void ofTwoFullPoolsInARowTheInnerOneIsTheRoot() {
        Diagnosis diagnosis = diagnosed(
                Seen.during(50)
                        .pool(fullTomcat(40).waitsForPool("inner", 40))
                        .pool(pool("inner", StationKind.EXECUTOR, 4)
                                .full(36, 0)
                                .completed(1000)
                                .byClock(0.2)
                                .waitsForDownstream(4))
                        .calls(DOWNSTREAM, 20, 0.2),
                0.2,
                Seen.during(10)
                        .pool(tomcat(40).active(1).completed(50).waitsForPool("inner", 1))
                        .pool(pool("inner", StationKind.EXECUTOR, 4)
                                .active(1)
                                .completed(50)
                                .byClock(0.2)
                                .waitsForDownstream(1))
                        .calls(DOWNSTREAM, 5, 0.2));
        assertThat(binding(diagnosis)).isEqualTo("inner");
        assertThat(diagnosis.standing()).as("%s", diagnosis.notes()).isEqualTo(Standing.SUPPORTED);
        assertThat(rival("tomcat-8888", diagnosis).because()).contains("inner");
    }

    @Test
    void threadsThatComputeWhereNoCoreIsLeftAreFullBecauseOfTheProcessor() {
        Diagnosis diagnosis = diagnosed(
                Seen.during(50).pool(fullTomcat(40).doing(Activity.RUNNING, 40)).processor(1.9, 18, 0),
                0.1,
                Seen.during(10)
                        .pool(tomcat(40).active(1).completed(100).doing(Activity.RUNNING, 1))
                        .processor(0.95, 0, 0));
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.CPU);
        assertThat(rival("tomcat-8888", diagnosis).because()).contains("symptom");
    }

    @Test
    void whoeverWaitsForWhomARootIsFoundAndIsNoRivalOfItself() {
        Cases.forAll(1000, any -> {
            Seen seen = Seen.during(50).pool(fullTomcat(20).waitsForPool("p0", 20));
            for (int i = 0; i < 3; i++) {
                double busy = any.whole(1, 20);
                seen.pool(pool("p" + i, StationKind.EXECUTOR, (int) busy)
                        .active(busy)
                        .queue(any.whole(1, 40), 0)
                        .saturated(1)
                        .completed(1000)
                        .byClock(busy / 20)
                        .waitsForPool("p" + any.whole(0, 2), busy / 2)
                        .waits(Activity.AWAITING_LOCK, "r" + any.whole(0, 2), busy / 2));
                seen.resource(resource("r" + i, StationKind.LOCK, 1)
                        .full(1, busy / 2)
                        .holdersWait(Activity.AWAITING_LOCK, "r" + any.whole(0, 2), any.between(0, 1)));
            }
            Diagnosis diagnosis = Measured.run(LOAD, 20, 3, 50, seen).alone(0.1).diagnosis();
            assertThat(diagnosis.rivals())
                    .extracting(Rival::limit)
                    .doesNotContain(diagnosis.bindingLimit().orElseThrow());
        });
    }

    /** 60 requests of a load that is not ours: 48 wait for a session, and so many of those who have one for a reply, of which nothing is known. */
    private static Diagnosis sessions(int awaitingReply, int others) {
        return sessions("unknown", awaitingReply, others, 0);
    }

    /** @param within requests that wait elsewhere, for nobody knows what */
    private static Diagnosis sessions(String replyOf, int awaitingReply, int others, double within) {
        String line = "shop.Rates.ask:102";
        Seen seen = Seen.during(50)
                .pool(threads(60)
                        .waits(Activity.AWAITING_CONNECTION, "sessions", 48)
                        .waits(Activity.AWAITING_OTHER, replyOf, awaitingReply + others, line)
                        .waits(Activity.AWAITING_OTHER, "unknown", within, "shop.Gate.enter:7")
                        .doing(Activity.RUNNING, 12 - awaitingReply - others - within))
                .resource(resource("sessions", StationKind.OBJECT_POOL, 10)
                        .full(10, 48)
                        .held(0.5)
                        .holdersWait(Activity.AWAITING_OTHER, replyOf, awaitingReply, line));
        Counted counted = Counts.byKernel(20, 0.2, 60);
        return Measured.observed(seen, counted);
    }

    @Test
    void whereAllHoldersWaitAtOnePlaceThatMayBeTheirWork() {
        Diagnosis diagnosis = sessions(10, 1);
        assertThat(binding(diagnosis)).isEqualTo("sessions");
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("shop.Rates.ask:102, nobody knows for what"));
    }

    /** Some holders are past it: it may let so many past. */
    @Test
    void whereSomeHoldersArePastItTheyMayWaitForItsLimit() {
        assertThat(sessions(6, 1).bindingLimit()).isEmpty();
    }

    /** Others may be on their way to it and back: whoever serves them there is seen as well, and nobody waits there. */
    @Test
    void aCallToItselfWhereNobodyWaitsWithinIsTheirWork() {
        Diagnosis diagnosis = sessions(Peers.itself("127.0.0.1:9090"), 6, 1, 0);
        assertThat(binding(diagnosis)).isEqualTo("sessions");
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void whereSomebodyWaitsWithinTheCallMayWaitForThat() {
        assertThat(sessions(Peers.itself("127.0.0.1:9090"), 6, 1, 4)
                        .bindingLimit()
                        .map(Limit::pool)
                        .filter("sessions"::equals))
                .isEmpty();
    }
}
