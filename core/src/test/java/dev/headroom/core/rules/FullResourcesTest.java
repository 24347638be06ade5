package dev.headroom.core.rules;

import static dev.headroom.core.testing.Measured.kind;
import static dev.headroom.core.testing.Measured.limit;
import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.tomcat;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 100 users on virtual threads, whom no pool holds back, and who queue for something else. */
class FullResourcesTest {

    private static final Load.Closed LOAD = Counts.closed(100, 0, new Until.Iterations(10));
    private static final double R0 = 0.5;

    private static Seen.PoolBuilder threads(Activity activity, String target, double waiting) {
        return virtualThreads(100).waits(activity, target, waiting).waitsForDownstream(100 - waiting);
    }

    /** One user, who holds {@code held} all the time that it takes the request. */
    private static Seen alone(Seen.ResourceBuilder held) {
        return Seen.during(10)
                .pool(virtualThreads(1).waitsForDownstream(1))
                .resource(held.used(1, 0))
                .calls("127.0.0.1:8090", 1 / R0, R0);
    }

    private static Diagnosis diagnosed(double throughput, Seen seen, Seen alone) {
        return Measured.run(LOAD, throughput, 100 / throughput, 50, seen)
                .alone(R0, alone)
                .diagnosis();
    }

    private static Seen.ResourceBuilder hikari() {
        return resource("hikari#1", StationKind.CONNECTION_POOL, 10);
    }

    /** Ten connections, all taken while 90 wait, each held so many seconds at a time. */
    private static Diagnosis full(double throughput, double held, Seen alone) {
        return diagnosed(
                throughput,
                Seen.during(50)
                        .pool(threads(Activity.AWAITING_CONNECTION, "hikari#1", 90))
                        .resource(hikari().full(10, 90).taken(50 * throughput).held(held))
                        .calls("127.0.0.1:8090", throughput, 0.5),
                alone);
    }

    @Test
    void connectionsThatAreCalledByAnAddressAreNotWhatIsThere() {
        String address = "127.0.0.1:9191";
        Diagnosis found = diagnosed(
                20,
                Seen.during(50)
                        .pool(threads(Activity.AWAITING_CONNECTION, address, 90))
                        .resource(resource(address, StationKind.CONNECTION_POOL, 10)
                                .full(10, 90)
                                .taken(1000)
                                .held(0.5))
                        .calls(address, 20, 0.5),
                alone(resource(address, StationKind.CONNECTION_POOL, 10)));

        assertThat(found.bindingLimit().map(Limit::pool)).contains(address);
        assertThat(found.summary()).contains("a connection to " + address);
        assertThat(found.remedy().orElseThrow().action()).contains("the maximum of the connections to " + address);
    }

    /** Of ten connections, listeners to messages hold and want what requests do not. */
    private static Diagnosis besideListeners(double inFlight, Seen.ResourceBuilder connections) {
        double wanted = inFlight - inFlight / 2.8;
        return Measured.observed(
                Seen.during(30)
                        .pool(tomcat(200)
                                .active(inFlight)
                                .completed(300)
                                .waits(Activity.AWAITING_CONNECTION, "hikari#1", wanted))
                        .pool(pool("listeners", StationKind.OTHER)
                                .active(28 - inFlight)
                                .waits(Activity.AWAITING_CONNECTION, "hikari#1", 18 - wanted))
                        .resource(connections.full(10, 18)),
                10,
                inFlight);
    }

    @Test
    void whatMoreHoldOrWantThanRequestsAreInFlightIsNotDividedByThese() {
        Diagnosis others = besideListeners(2, hikari());
        assertThat(others.bindingLimit()).contains(limit(LimitKind.CONNECTION_POOL, "hikari#1", 10));
        assertThat(others.ceiling()).isEmpty();
        assertThat(others.remedy().orElseThrow().action()).startsWith("Raise the maximum of hikari#1 (library.size): ");
        assertThat(others.remedy().orElseThrow().value()).isEmpty();
        assertThat(others.summary())
                .contains("all 10 of which are held", "28 hold it or wait for it", "2 requests are in flight")
                .doesNotContain("a request:");

        assertThat(besideListeners(28, hikari()).ceiling())
                .as("all are requests")
                .isPresent();
        assertThat(besideListeners(2, hikari().taken(6000).held(0.05)).ceiling())
                .as("it counts itself")
                .isPresent();
    }

    private static Diagnosis heldBy(StationKind kind, Activity activity) {
        Seen.ResourceBuilder one = resource("a#1", kind, 10);
        return diagnosed(
                20,
                Seen.during(50)
                        .pool(threads(activity, "a#1", 90))
                        .resource(one.full(10, 90).taken(1000).held(0.5))
                        .calls("127.0.0.1:8090", 20, 0.5),
                alone(resource("a#1", kind, 10)));
    }

    @Test
    void aFullConnectionPoolBindsWithTheCapacityThatItTells() {
        Diagnosis diagnosis = full(20, 0.5, alone(hikari()));
        assertThat(diagnosis.bindingLimit()).contains(limit(LimitKind.CONNECTION_POOL, "hikari#1", 10));
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(20, within(0.1));
        assertThat(diagnosis.remedy().orElseThrow().value()).hasValue(100);
        assertThat(diagnosis.remedy().orElseThrow().action())
                .isEqualTo(
                        "Raise the maximum of hikari#1 (library.size) to at least 100: more of them, as far as what they"
                                + " lead to stands it.");
        assertThat(diagnosis.holders()).extracting("frame").containsExactly("example.Dao.load:17");
        assertThat(diagnosis.waiters()).extracting("frame").containsExactly("example.Dao.load:16");
        assertThat(diagnosis.account().explained().orElseThrow()).isGreaterThan(0.95);
        assertThat(diagnosis.standing()).as("%s", diagnosis.notes()).isEqualTo(Standing.SUPPORTED);
    }

    @Test
    void ofWhatEachRequestHoldsLongerThanOneUserItIsSaidForHowLong() {
        assertThat(full(10, 1, alone(hikari())).notes())
                .anyMatch(note -> note.equals("With one user it would carry 20/s: under load each request holds it"
                        + " longer (1 s), so its time depends on what is behind it."));
    }

    /** Two of ten connections are never given back, with one user and under load; a request keeps one of the others for 0.5 s. */
    private static Diagnosis leaking(Seen.ResourceBuilder alone) {
        return full(
                16,
                10 / 16.0,
                Seen.during(10).pool(virtualThreads(1).waitsForDownstream(1)).resource(alone));
    }

    @Test
    void whatIsNeverGivenBackServesNobodyAndIsKeptByNoRequest() {
        Diagnosis diagnosis = leaking(hikari().used(3, 0));

        assertThat(diagnosis.bindingLimit()).contains(limit(LimitKind.CONNECTION_POOL, "hikari#1", 10));
        assertThat(diagnosis.holdingTime().orElseThrow().value()).isCloseTo(0.5, within(0.001));
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(16, within(0.1));
        assertThat(diagnosis.remedy().orElseThrow().value()).hasValue(102);
        assertThat(diagnosis.summary())
                .contains("of which 2 are never free and 8 held for 0.5 s at a time: 8 / 0.5 s = 16 requests/s");
        assertThat(diagnosis.notes()).noneMatch(note -> note.contains("under load each request holds it"));
        assertThat(diagnosis.standing()).as("%s", diagnosis.notes()).isEqualTo(Standing.SUPPORTED);
    }

    @Test
    void whatTheLoadHasLeftToDoBesideOneUserIsNoLeak() {
        Diagnosis diagnosis = leaking(hikari().used(3, 2).saturated(0.2));

        assertThat(diagnosis.holdingTime().orElseThrow().value()).isCloseTo(0.625, within(0.001));
        assertThat(diagnosis.notes()).noneMatch(note -> note.contains("in use whatever the load is"));
    }

    @Test
    void semaphoresObjectPoolsAndLocksAreNamedAsWhatTheyAre() {
        assertThat(kind(heldBy(StationKind.SEMAPHORE, Activity.AWAITING_LOCK))).isEqualTo(LimitKind.SEMAPHORE);
        assertThat(kind(heldBy(StationKind.OBJECT_POOL, Activity.AWAITING_CONNECTION)))
                .isEqualTo(LimitKind.OBJECT_POOL);
        assertThat(kind(heldBy(StationKind.LOCK, Activity.AWAITING_LOCK))).isEqualTo(LimitKind.LOCK);
    }

    @Test
    void locksThatOneLineTakesForEachKeyBindTogether() {
        Seen.PoolBuilder threads = virtualThreads(100).waitsForDownstream(5);
        Seen seen = Seen.during(50).calls("127.0.0.1:8090", 10, 0.5);
        for (int key = 1; key <= 5; key++) {
            threads.waits(Activity.AWAITING_LOCK, "lock#" + key, 19);
            seen.resource(resource("lock#" + key, StationKind.LOCK, 1).full(1, 19));
        }

        Diagnosis diagnosis = diagnosed(10, seen.pool(threads), alone(resource("lock#1", StationKind.LOCK, 1)));

        assertThat(diagnosis.bindingLimit()).contains(limit(LimitKind.LOCK, "example.Dao.load:16", 5));
        assertThat(diagnosis.holdingTime().orElseThrow().value()).isCloseTo(0.5, within(0.01));
        assertThat(diagnosis.holders()).as("each line once").hasSize(1);
        assertThat(diagnosis.summary())
                .contains("wait at example.Dao.load:16 for 5 locks, each held for 0.5 s a request: 5 / 0.5 s");
    }

    @Test
    void ofTwoPoolsOfOneClassTheFullOneBinds() {
        Diagnosis diagnosis = diagnosed(
                20,
                Seen.during(50)
                        .pool(threads(Activity.AWAITING_CONNECTION, "hikari#2", 90))
                        .resource(hikari().used(7, 0).taken(2000).held(0.175))
                        .resource(resource("hikari#2", StationKind.CONNECTION_POOL, 10)
                                .full(10, 90)
                                .held(0.5)),
                alone(resource("hikari#2", StationKind.CONNECTION_POOL, 10)));
        assertThat(diagnosis.bindingLimit().orElseThrow().pool()).isEqualTo("hikari#2");
    }

    @Test
    void aNumberOfHoldersThatStaysTheSameWhileOthersWaitIsACapacity() {
        Diagnosis diagnosis = diagnosed(
                14,
                Seen.during(50)
                        .pool(threads(Activity.AWAITING_OTHER, "somebody's#1", 93))
                        .resource(resource("somebody's#1", StationKind.UNKNOWN).used(7.01, 93)),
                alone(resource("somebody's#1", StationKind.UNKNOWN)));
        assertThat(diagnosis.bindingLimit()).contains(limit(LimitKind.UNKNOWN, "somebody's#1", 7));
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(14, within(0.1));
        assertThat(diagnosis.summary())
                .contains("93 wait for somebody's#1, which 7 hold at a time, for 0.5 s a request: 7 / 0.5 s");
    }

    @Test
    void aRateLimiterGrantsSoManyASecondHoweverLongTheyAreHeld() {
        Diagnosis diagnosis = diagnosed(
                50,
                Seen.during(50)
                        .pool(threads(Activity.AWAITING_OTHER, "limiter#1", 75))
                        .resource(resource("limiter#1", StationKind.RATE_LIMITER, 50)
                                .used(0, 75)
                                .taken(2500)),
                alone(resource("limiter#1", StationKind.RATE_LIMITER, 50)));
        assertThat(diagnosis.bindingLimit()).contains(limit(LimitKind.RATE_LIMITER, "limiter#1", 50));
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(50, within(0.1));
        assertThat(diagnosis.holdingTime().orElseThrow().value()).isEqualTo(1);
        assertThat(diagnosis.summary()).contains("grants 50 a second");
    }

    @Test
    void aLockOfWhichOnlyTheLineIsKnownMayBeOneOfMany() {
        Diagnosis diagnosis = diagnosed(
                10,
                Seen.during(50)
                        .pool(threads(Activity.AWAITING_LOCK, "example.Cache", 99))
                        .resource(resource("example.Cache", StationKind.LOCK).full(0, 99)),
                alone(resource("other", StationKind.LOCK)));
        assertThat(diagnosis.bindingLimit()).contains(new Limit(LimitKind.LOCK, "example.Cache", OptionalInt.empty()));
        assertThat(diagnosis.ceiling()).isEmpty();
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void aConnectionPoolOfWhichOnlyTheFrameIsKnownHasNoCapacity() {
        Diagnosis diagnosis = diagnosed(
                20,
                Seen.during(50)
                        .pool(threads(Activity.AWAITING_CONNECTION, "hikari", 90))
                        .resource(
                                resource("hikari", StationKind.CONNECTION_POOL).full(0, 90)),
                alone(resource("other", StationKind.LOCK)));
        assertThat(diagnosis.bindingLimit())
                .contains(new Limit(LimitKind.CONNECTION_POOL, "hikari", OptionalInt.empty()));
        assertThat(diagnosis.remedy().orElseThrow().value()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"AWAITING_LOCK", "AWAITING_CONNECTION"})
    void ofAWaitThatNoResourceIsKnownOfTheKindIsNotGuessed(Activity activity) {
        Diagnosis diagnosis = diagnosed(
                10, Seen.during(50).pool(threads(activity, "unknown", 99)), alone(resource("other", StationKind.LOCK)));
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.UNKNOWN);
        assertThat(diagnosis.summary()).contains("99 requests wait a frame");
    }

    @Test
    void fewWhoWaitForALockAreNoLimitWhereTheLoadIsCarried() {
        Diagnosis diagnosis = diagnosed(
                199,
                Seen.during(50)
                        .pool(threads(Activity.AWAITING_LOCK, "example.Cache", 5))
                        .resource(resource("example.Cache", StationKind.LOCK).full(0, 5)),
                alone(resource("other", StationKind.LOCK)));
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.bindingLimit()).isEmpty();
    }

    @Test
    void fullButForNobodyIsNoLimit() {
        Diagnosis diagnosis = diagnosed(
                20,
                Seen.during(50)
                        .pool(tomcat(20).full(80, 0).completed(1000).byClock(1))
                        .resource(resource("hikari#1", StationKind.CONNECTION_POOL, 20)
                                .used(20, 0)),
                alone(hikari()));
        assertThat(diagnosis.bindingLimit().orElseThrow().pool()).isEqualTo("tomcat-8888");
    }

    /** 60 permits a second, and 100 requests: those that ask for none are served as well. */
    @Test
    void aRateThatAPartOfTheRequestsAsksIsNamedWithoutACeiling() {
        Diagnosis diagnosis = diagnosed(
                100,
                Seen.during(50)
                        .pool(threads(Activity.AWAITING_LOCK, "limiter#1", 50))
                        .resource(resource("limiter#1", StationKind.RATE_LIMITER, 60)
                                .full(0, 50))
                        .calls("127.0.0.1:8090", 100, R0),
                alone(resource("limiter#1", StationKind.RATE_LIMITER, 60)));

        assertThat(diagnosis.bindingLimit()).contains(limit(LimitKind.RATE_LIMITER, "limiter#1", 60));
        assertThat(diagnosis.ceiling()).isEmpty();
    }

    /** Ten connections, each away for 1 s, where one user's whole response takes 0.5 s; with him nobody saw it held. */
    @Test
    void whatIsKeptForLongerThanAllOfOneUsersResponseIsKeptForSomethingElse() {
        Diagnosis diagnosis = full(10, 1, alone(resource("other#1", StationKind.SEMAPHORE, 3)));

        assertThat(diagnosis.bindingLimit().map(Limit::pool)).contains("hikari#1");
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("longer than all of one user's response (0.5 s)"));
        assertThat(diagnosis.remedy().orElseThrow().value()).isEmpty();
    }

    /** 200 answers/s leave the ports, and those who wait for the ten permits serve {@code completed} of them in 30 s. */
    private static Diagnosis ofThoseWhoServe(double completed) {
        Seen seen = Seen.during(30)
                .pool(pool("pool-1", StationKind.EXECUTOR, 80)
                        .active(60)
                        .completed(completed)
                        .waits(Activity.AWAITING_LOCK, "gate#1", 50, "shop.Gate.enter:7")
                        .doing(Activity.SLEEPING, 10, "shop.Gate.work:8"))
                .resource(resource("gate#1", StationKind.SEMAPHORE, 10).full(10, 50));
        Counted counted = Counts.byKernel(200, 1, 60);
        return Measured.observed(seen, counted);
    }

    @Test
    void whereThoseWhoWaitServeAPartOfTheRequestsThatIsSaid() {
        Diagnosis part = ofThoseWhoServe(3_300);
        assertThat(part.bindingLimit().map(Limit::pool)).contains("gate#1");
        assertThat(part.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(part.notes()).anyMatch(note -> note.contains("55 % of the requests are served"));

        Diagnosis all = ofThoseWhoServe(6_000);
        assertThat(all.standing()).as(all.notes().toString()).isEqualTo(Standing.SUPPORTED);
        assertThat(ofThoseWhoServe(60).notes())
                .as("threads of which each is in a loop that serves many")
                .noneMatch(note -> note.contains("of the requests are served"));
    }

    /** As of HTTP/2: one user holds it for half of his 0.5 s, so it would give 4 a second, one at a time. */
    @Test
    void connectionsThatGiveFarMoreThanOneUsersDemandAllowsCarrySeveralEach() {
        Seen.ResourceBuilder alone = resource("client", StationKind.CONNECTION_POOL)
                .holdersAt("")
                .capacity(1)
                .used(0.5, 0);
        Seen.ResourceBuilder loaded = resource("client", StationKind.CONNECTION_POOL)
                .holdersAt("")
                .capacity(1)
                .full(1, 80);
        Diagnosis several = diagnosed(
                40,
                Seen.during(50)
                        .pool(threads(Activity.AWAITING_CONNECTION, "client", 80))
                        .resource(loaded),
                alone(alone));
        assertThat(several.bindingLimit().map(Limit::workers)).contains(OptionalInt.empty());
        assertThat(several.notes()).anyMatch(note -> note.contains("carry several at a time each"));
        assertThat(diagnosed(
                                4,
                                Seen.during(50)
                                        .pool(threads(Activity.AWAITING_CONNECTION, "client", 80))
                                        .resource(loaded),
                                alone(alone))
                        .bindingLimit()
                        .map(Limit::workers))
                .contains(OptionalInt.of(1));
    }
}
