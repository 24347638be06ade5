package dev.headroom.core.conservation;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.diagnosis.Place.Kind;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Network;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Cases;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each request in flight is at one place, and at no other. */
class PlacesTest {

    private static final String DOWNSTREAM = "127.0.0.1:8090";
    private static final Load.Closed LOAD = Counts.closed(100, 0, new Until.Iterations(10));

    /** 100 requests in flight, 20 answered a second: 5 s each. */
    private static Measured run(Seen seen) {
        return Measured.run(LOAD, Counts.of(LOAD, 20, 5, 50), seen);
    }

    private static List<Place> places(Measured run) {
        return Places.of(Evidence.of(run.measurement()));
    }

    private static double at(Kind kind, String name, List<Place> places) {
        return places.stream()
                .filter(place -> place.kind() == kind && place.name().equals(name))
                .mapToDouble(Place::requests)
                .sum();
    }

    private static double sum(List<Place> places) {
        return places.stream().mapToDouble(Place::requests).sum();
    }

    private static Seen.PoolBuilder any(String name, StationKind kind, Cases any) {
        double active = any.between(0, 80);
        int tasks = any.whole(-1, 60);
        Seen.PoolBuilder pool = pool(name, kind).active(active);
        pool = tasks < 0 ? pool.queueUnseen() : pool.queue(tasks, 0);
        if (any.whole(0, 1) == 0) {
            pool.maximum(any.whole(1, 100));
        }
        List<String> targets = List.of("tomcat-8888", "inner", "virtual-threads", "a future", DOWNSTREAM);
        Activity[] activities = Activity.values();
        for (int waits = any.whole(0, 4); waits > 0; waits--) {
            Activity activity = activities[any.whole(1, activities.length - 1)];
            double workers = any.between(0, active / 3);
            if (activity.waiting() && activity != Activity.SLEEPING) {
                pool.waits(activity, targets.get(any.whole(0, targets.size() - 1)), workers);
            } else {
                pool.doing(activity, workers);
            }
        }
        return pool;
    }

    @Test
    void placesAddUpToTheRequestsInFlightWhateverWasSeen() {
        Cases.forAll(2000, any -> {
            Seen seen = Seen.during(50).processor(0.5, any.between(0, 5), 0);
            if (any.whole(0, 1) == 0) {
                seen.pool(any("tomcat-8888", StationKind.SERVLET_WORKERS, any));
            }
            if (any.whole(0, 1) == 0) {
                seen.pool(any("inner", any.whole(0, 1) == 0 ? StationKind.EXECUTOR : StationKind.FORK_JOIN, any));
            }
            if (any.whole(0, 1) == 0) {
                seen.pool(any("virtual-threads", StationKind.VIRTUAL_THREADS, any));
            }
            if (any.whole(0, 2) == 0) {
                seen.unread(any.between(0, 200));
            }
            List<Place> places = places(run(seen));
            assertThat(sum(places)).as("%s", places).isBetween(98.0, 100.0001);
            assertThat(places).allMatch(place -> place.requests() >= 0 && place.seconds() >= 0);
        });
    }

    @Test
    void aWaitWithoutALineOfTheApplicationIsCalledByItsFrame() {
        Station.Wait wait = new Station.Wait(Activity.AWAITING_OTHER, "unknown", 1, "at java.lang.Object.wait0");
        assertThat(InFlightCensus.unnamed(wait)).isEqualTo("java.lang.Object.wait0");
    }

    @Test
    void aRequestWhoseThreadWaitsForAPoolIsWhereThatPoolHasItsTasks() {
        List<Place> places = places(run(Seen.during(50)
                .pool(tomcat(60).active(60).queue(40, 0).waitsForPool("common-pool", 60))
                .pool(pool("common-pool", StationKind.FORK_JOIN)
                        .maximum(7)
                        .active(7)
                        .queue(113, 0)
                        .waitsForDownstream(7))));
        assertThat(at(Kind.QUEUED, "tomcat-8888", places)).isCloseTo(40, within(1e-6));
        assertThat(at(Kind.QUEUED, "common-pool", places)).isCloseTo(60 * 113 / 120.0, within(1e-6));
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places)).isCloseTo(60 * 7 / 120.0, within(1e-6));
        assertThat(places).noneMatch(place -> place.kind() == Kind.NOT_FOUND);
    }

    private static Seen calls(double inFlight) {
        return calls(inFlight, 20, 20);
    }

    private static Seen calls(double inFlight, double sent, double received) {
        return Seen.during(50).inUse(DOWNSTREAM, new Network.InUse(130, 100, inFlight, 0, sent, received, 0));
    }

    private static List<Place> places(Seen loaded, Seen alone) {
        return places(run(loaded).alone(1, 0.01, Optional.of(alone.observation())));
    }

    @Test
    void aCallInFlightForWhichNoThreadWaitsIsAtTheDownstream() {
        Seen loaded = calls(85).pool(tomcat(200).active(20).waitsForDownstream(20));
        List<Place> places = places(loaded, calls(0.9));
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places)).isCloseTo(85, within(1e-6));
        assertThat(at(Kind.NOT_FOUND, "", places)).isCloseTo(15, within(1e-6));
    }

    /** Callers of an asynchronous client that wait for its futures: 60 workers, 25 of whose calls are not answered. */
    @Test
    void whoWaitsForAFutureWaitsForHisCallWhileItIsNotAnswered() {
        Seen loaded = calls(25)
                .pool(tomcat(200)
                        .active(100)
                        .waits(Activity.AWAITING_POOL, "unknown", 60, "shop.Prices.ask:31")
                        .doing(Activity.SLEEPING, 40));
        List<Place> places = places(loaded, calls(0.9));
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places)).isCloseTo(25, within(1e-6));
        assertThat(at(Kind.AWAITING_OTHER, "shop.Prices.ask:31", places)).isCloseTo(35, within(1e-6));
        assertThat(at(Kind.SLEEPING, "", places)).isCloseTo(40, within(1e-6));
    }

    /** As where all threads that read answers are at something else. */
    @Test
    void anAnswerThatNobodyReadsIsNotAtTheDownstream() {
        Seen loaded = Seen.during(50).inUse(DOWNSTREAM, new Network.InUse(130, 100, 85, 0, 20, 20, 70));
        List<Place> places = places(loaded, calls(0.9));
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places)).isCloseTo(15, within(1e-6));
        assertThat(at(Kind.NOT_FOUND, "", places)).isCloseTo(85, within(1e-6));
    }

    @Test
    void noMoreCallsAreOfRequestsThanThereAreRequests() {
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places(calls(130), calls(0.9))))
                .isCloseTo(100, within(1e-6));
    }

    /** No thread of the entry is seen to hand a lone request over to the workers that call a port of the same JVM. */
    @Test
    void aCallToItselfIsAtTheLineThatCallsWhetherThreadsLeadThereOrNot() {
        Seen loaded = calls(8).pool(pool("workers", StationKind.FORK_JOIN)
                .maximum(8)
                .active(8)
                .waits(Activity.AWAITING_OTHER, Peers.itself(DOWNSTREAM), 8, "shop.Depot.ask:45"));
        Seen alone = calls(0.6)
                .pool(tomcat(60).active(0.4).doing(Activity.SLEEPING, 0.4))
                .pool(pool("workers", StationKind.FORK_JOIN)
                        .maximum(8)
                        .active(0.3)
                        .waits(Activity.AWAITING_OTHER, Peers.itself(DOWNSTREAM), 0.3, "shop.Depot.ask:45"));
        List<Place> places = places(loaded, alone);
        assertThat(at(Kind.AWAITING_OTHER, "shop.Depot.ask:45", places)).isCloseTo(8, within(1e-6));
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places)).isZero();
        assertThat(places)
                .filteredOn(place -> place.name().equals("shop.Depot.ask:45"))
                .singleElement()
                .satisfies(place -> assertThat(place.unloaded()).isCloseTo(0.6, within(1e-6)));
    }

    /** Polls that wait for news. */
    @Test
    void whereMoreCallsAreInFlightThanOneUserHasTheyAreSomebodyElses() {
        List<Place> places = places(calls(62), calls(60));
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places)).isZero();
        assertThat(at(Kind.NOT_FOUND, "", places)).isCloseTo(100, within(1e-6));
    }

    @Test
    void whereNobodySawOneUserCallsAreOfRequestsIfEachAnswerHasOne() {
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places(run(calls(85, 40, 20)))))
                .isCloseTo(85, within(1e-6));
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places(run(calls(85, 33, 20)))))
                .isZero();
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places(run(calls(85, 20, 9)))))
                .isZero();
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places(run(calls(130, 20, 20)))))
                .as("more than there are requests")
                .isZero();
    }

    @Test
    void secondsAtAPlaceAreRequestsThereOverThroughput() {
        List<Place> places =
                places(run(Seen.during(50).pool(tomcat(60).active(60).queue(40, 0))));
        assertThat(places)
                .filteredOn(place -> place.kind() == Kind.QUEUED)
                .singleElement()
                .satisfies(place -> assertThat(place.seconds()).isCloseTo(40 / 20.0, within(1e-6)));
    }

    @Test
    void requestsThatWereHandedOverAreInThePoolThatHasThem() {
        List<Place> places = places(run(Seen.during(50)
                .pool(pool("own-pool", StationKind.EXECUTOR)
                        .maximum(11)
                        .active(11)
                        .queue(189, 0)
                        .waitsForDownstream(11))
                .pool(tomcat(200).active(0.05).completed(2000))));
        assertThat(at(Kind.QUEUED, "own-pool", places)).isCloseTo(94.5, within(0.1));
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places)).isCloseTo(5.5, within(0.1));
    }

    @Test
    void requestsThatNobodySawAreSaidNotToBeFound() {
        List<Place> places = places(run(Seen.during(50)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(20)
                        .waitsForDownstream(20))));
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places)).isCloseTo(20, within(1e-6));
        assertThat(at(Kind.NOT_FOUND, "", places)).isCloseTo(80, within(1e-6));
    }

    @Test
    void aRequestInTheQueueOfAFullPoolThatLiesUnreadAsWellIsCountedOnce() {
        List<Place> places = places(run(Seen.during(50)
                .unread(70)
                .pool(tomcat(40).active(40).queue(60, 0).waitsForDownstream(40))));
        assertThat(at(Kind.QUEUED, "tomcat-8888", places)).isCloseTo(60, within(1e-6));
        assertThat(sum(places)).isCloseTo(100, within(1e-6));
    }

    /** Those that lie unread when it is looked are the loops' queue as well, and so is the rest that nothing else accounts for. */
    @Test
    void whatBlockedLoopsDoNotLookAtIsTheirQueueThoughSomeOfItIsSeenUnread() {
        List<Place> places = places(run(Seen.during(50)
                .unread(40)
                .pool(pool("loops", StationKind.EVENT_LOOPS)
                        .maximum(4)
                        .active(4)
                        .queue(40, 0)
                        .saturated(1)
                        .waitsForDownstream(4))));
        assertThat(at(Kind.UNREAD, "", places)).isCloseTo(40, within(1e-6));
        assertThat(at(Kind.QUEUED, "loops", places)).isCloseTo(56, within(1e-6));
        assertThat(places).noneMatch(place -> place.kind() == Kind.NOT_FOUND);
    }

    @Test
    void requestsThatNoThreadHasReadAreBeforeTheService() {
        List<Place> places =
                places(run(Seen.during(50).unread(90).pool(tomcat(10).active(10).waitsForDownstream(10))));
        assertThat(at(Kind.UNREAD, "", places)).isCloseTo(90, within(1e-6));
    }

    @Test
    void aThreadThatWaitsForOthersOfItsPoolIsWhereThoseAre() {
        List<Place> places = places(run(Seen.during(50)
                .pool(pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(300)
                        .waitsForPool("virtual-threads", 100)
                        .waitsForDownstream(200))));
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places)).isCloseTo(100, within(1e-6));
    }

    @Test
    void requestsThatReachAPoolByTwoWaysAreAllWhereItHasItsTasks() {
        List<Place> places = places(run(Seen.during(50)
                .pool(tomcat(100).active(100).waitsForPool("one", 40).waitsForPool("other", 60))
                .pool(pool("one", StationKind.EXECUTOR).active(40).waitsForPool("last", 40))
                .pool(pool("other", StationKind.EXECUTOR)
                        .active(60)
                        .waitsForPool("last", 30)
                        .waitsForDownstream(30))
                .pool(pool("last", StationKind.EXECUTOR)
                        .maximum(7)
                        .active(7)
                        .queue(63, 0)
                        .waitsForDownstream(7))));
        assertThat(at(Kind.QUEUED, "last", places)).isCloseTo(63, within(1e-6));
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places)).isCloseTo(37, within(1e-6));
    }

    @Test
    void ofPoolsThatWaitForEachOtherInACircleEachIsLookedAtOnce() {
        List<Place> places = places(run(Seen.during(50)
                .pool(tomcat(100).active(100).waitsForPool("one", 100))
                .pool(pool("one", StationKind.EXECUTOR).active(100).waitsForPool("other", 100))
                .pool(pool("other", StationKind.EXECUTOR)
                        .active(100)
                        .waitsForPool("one", 25)
                        .waitsForDownstream(75))));
        // 125 wait for the 100 of "one"
        assertThat(at(Kind.QUEUED, "one", places)).isCloseTo(20, within(1e-6));
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places)).isCloseTo(60, within(1e-6));
        assertThat(at(Kind.AWAITING_OTHER, "a frame", places)).isCloseTo(20, within(1e-6));
    }

    /** There are 2^100 ways from the entry to the last pools. */
    @Test
    void deepLayersOfPoolsAreCountedPoolByPoolAndNotWayByWay() {
        int layers = 100;
        Seen seen = Seen.during(50)
                .pool(tomcat(100).active(100).waitsForPool("a0", 50).waitsForPool("b0", 50));
        for (int layer = 0; layer < layers; layer++) {
            for (String side : List.of("a", "b")) {
                Seen.PoolBuilder pool = pool(side + layer, StationKind.EXECUTOR).active(50);
                seen.pool(
                        layer == layers - 1
                                ? pool.waitsForDownstream(50)
                                : pool.waitsForPool("a" + (layer + 1), 25).waitsForPool("b" + (layer + 1), 25));
            }
        }
        List<Place> places = assertTimeoutPreemptively(Duration.ofMinutes(1), () -> places(run(seen)));
        assertThat(at(Kind.AWAITING_DOWNSTREAM, DOWNSTREAM, places)).isCloseTo(100, within(1e-6));
    }

    @Test
    void whoIsReadyButHasNoCoreIsCountedApartFromWhoRuns() {
        List<Place> places = places(run(Seen.during(50)
                .pool(tomcat(100).active(100).doing(Activity.RUNNING, 100))
                .processor(2, 9, 0)));
        assertThat(at(Kind.READY, "", places)).isCloseTo(90, within(1e-6));
        assertThat(at(Kind.RUNNING, "", places)).isCloseTo(10, within(1e-6));
    }

    @Test
    void eachPlaceStandsBesideItsTimeWithOneUser() {
        Seen alone = Seen.during(10).pool(tomcat(100).active(1).waitsForDownstream(1));
        List<Place> places =
                places(run(Seen.during(50).pool(tomcat(100).active(100).waitsForDownstream(100)))
                        .alone(0.5, alone));
        assertThat(places).singleElement().satisfies(place -> {
            assertThat(place.seconds()).isCloseTo(5, within(1e-6));
            assertThat(place.unloaded()).isCloseTo(0.5, within(1e-6));
        });
    }

    private static Seen loops() {
        return Seen.during(50)
                .pool(pool("loops", StationKind.EVENT_LOOPS)
                        .maximum(2)
                        .active(0.2)
                        .completed(1000));
    }

    /** Event loops hold none of the 100, which wait in the queues of a client that keeps connections for each host. */
    @Test
    void whoWaitsWithoutAThreadIsInTheQueueOfWhicheverHostItIsFor() {
        List<Place> places = places(run(loops().resource(resource("a:443", StationKind.CONNECTION_POOL)
                        .capacity(10)
                        .full(10, 40))
                .resource(resource("b:443", StationKind.CONNECTION_POOL)
                        .capacity(10)
                        .full(10, 35))));

        assertThat(at(Kind.AWAITING_RESOURCE, "a:443", places)).isEqualTo(40);
        assertThat(at(Kind.AWAITING_RESOURCE, "b:443", places)).isEqualTo(35);
        assertThat(sum(places)).isCloseTo(100, within(1e-9));
    }

    @Test
    void whoWaitsForAPartOfTheWholeIsCountedOnce() {
        List<Place> places = places(run(loops().resource(resource("a:443", StationKind.CONNECTION_POOL)
                        .type("client")
                        .capacity(10)
                        .full(10, 40))
                .resource(resource("all", StationKind.CONNECTION_POOL)
                        .type("client-total")
                        .capacity(20)
                        .full(20, 40))));

        assertThat(at(Kind.AWAITING_RESOURCE, "a:443", places)).isEqualTo(40);
        assertThat(at(Kind.AWAITING_RESOURCE, "all", places)).isZero();
    }
}
