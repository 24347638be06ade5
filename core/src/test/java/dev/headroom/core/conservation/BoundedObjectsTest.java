package dev.headroom.core.conservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.conservation.BoundedObjects.Bound;
import dev.headroom.core.conservation.BoundedObjects.Kind;
import dev.headroom.core.conservation.BoundedObjects.Near;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Numbers as they were seen in heaps of Netty's pool of channels, of RxJava, and of a gate that counts what it has left. */
class BoundedObjectsTest {

    private final List<Near> first = new ArrayList<>();
    private final List<Near> second = new ArrayList<>();
    private final Map<String, List<Map<String, Long>>> idle = new HashMap<>();

    private BoundedObjectsTest object(
            String type, double distance, Map<String, Long> nobody, Map<String, Long> one, Map<String, Long> other) {
        first.add(new Near(type, one, distance, "shop.Waiter", 54));
        second.add(new Near(type, other, distance, "shop.Waiter", 54));
        idle.computeIfAbsent(type, none -> new ArrayList<>()).add(nobody);
        return this;
    }

    private BoundedObjectsTest channels() {
        return object(
                "io.netty.FixedChannelPool",
                3,
                Map.of("maxConnections", 5L, "acquired", 0L, "pending", 0L, "mask", 7L),
                Map.of("maxConnections", 5L, "acquired", 5L, "pending", 54L, "mask", 7L),
                Map.of("maxConnections", 5L, "acquired", 5L, "pending", 53L, "mask", 7L));
    }

    private Optional<Bound> found(double atWork) {
        return new BoundedObjects(List.of(first, second), idle).find(atWork, most -> true);
    }

    @Test
    void theBoundStaysAndItsCountReachesItUnderLoad() {
        assertThat(channels().found(6.2)).hasValueSatisfying(bound -> {
            assertThat(bound.most()).isEqualTo(5);
            assertThat(bound.field()).isEqualTo("maxConnections");
            assertThat(bound.kind()).isEqualTo(Kind.MOST_AND_COUNT);
            assertThat(bound.beside()).isEqualTo("acquired");
        });
    }

    @Test
    void aCountMayCountItself() {
        object(
                "rx.FlatMapSubscriber",
                6,
                Map.of("maxConcurrency", 5L, "active", 1L),
                Map.of("maxConcurrency", 5L, "active", 6L),
                Map.of("maxConcurrency", 5L, "active", 6L));

        assertThat(found(6.2).map(Bound::most)).hasValue(5);
    }

    @Test
    void whatWasLeftWithNobodyIsTheBoundWhereNothingIsLeftUnderLoad() {
        object("shop.Gate", 4, Map.of("room", 10L), Map.of("room", 0L), Map.of("room", 0L));

        assertThat(found(10.1)).hasValueSatisfying(bound -> {
            assertThat(bound.most()).isEqualTo(10);
            assertThat(bound.kind()).isEqualTo(Kind.ROOM_LEFT);
        });
    }

    /** As event loops, of which some have connections and others none. */
    @Test
    void anotherThatHasNothingLeftAnywayMayBeTheOneThatIsSeen() {
        object("loop.Loop", 6, Map.of("registered", 8L), Map.of("registered", 9L), Map.of("registered", 9L));
        object("loop.Loop", 6, Map.of("registered", 0L), Map.of("registered", 0L), Map.of("registered", 0L));

        assertThat(found(10)).isEmpty();
    }

    /** As Kotlin's mutex does. */
    @Test
    void ofOneThatCountsBelowZeroByAsManyAsWaitOneIsABoundAsWell() {
        object("coroutines.Mutex", 2, Map.of("left", 1L), Map.of("left", -54L), Map.of("left", -54L));
        object("coroutines.Job", 1, Map.of("state", 1L), Map.of("state", 0L), Map.of("state", 0L));

        assertThat(found(1.1)).hasValueSatisfying(bound -> {
            assertThat(bound.most()).isEqualTo(1);
            assertThat(bound.object().type()).isEqualTo("coroutines.Mutex");
        });
    }

    @Test
    void moreThanIsAtWorkIsNoBound() {
        assertThat(channels().found(4)).isEmpty();
    }

    @Test
    void whereTheObjectsSplitOtherwiseItIsNotThis() {
        channels();

        assertThat(new BoundedObjects(List.of(first, second), idle).find(6.2, most -> most == 6))
                .isEmpty();
    }

    @Test
    void aNumberThatIsXTimesR0ByChanceIsNone() {
        object("http.Connection", 1, Map.of("state", 6L), Map.of("state", 6L), Map.of("state", 6L));

        assertThat(found(6)).isEmpty();
    }

    @Test
    void aCountThatVariesIsNone() {
        object(
                "shop.Queue",
                1,
                Map.of("most", 5L, "taken", 0L),
                Map.of("most", 5L, "taken", 5L),
                Map.of("most", 5L, "taken", 4L));

        assertThat(found(6)).isEmpty();
    }

    /** As the sessions of a database, each with its number and its level of isolation. */
    @Test
    void ofManyOfAClassSomeAgreeByChance() {
        object(
                "db.Session",
                1,
                Map.of("level", 4L, "id", 0L),
                Map.of("level", 4L, "id", 4L),
                Map.of("level", 4L, "id", 4L));
        assertThat(found(6)).isPresent();
        for (long id = 1; id <= 3; id++) {
            idle.get("db.Session").add(Map.of("level", 4L, "id", id));
        }

        assertThat(found(6)).isEmpty();
    }

    /** As Kotlin's LimitedDispatcher: one is of the library itself, and lets 64 past. */
    @Test
    void ofTwoOfAClassTheOneThatIsFullBounds() {
        Map<String, Long> full = Map.of("parallelism", 4L, "running", 4L);
        object("kotlinx.LimitedDispatcher", 6, Map.of("parallelism", 64L, "running", 1L), full, full);
        idle.get("kotlinx.LimitedDispatcher").add(Map.of("parallelism", 4L, "running", 0L));

        assertThat(found(10).map(Bound::most)).hasValue(4);
    }

    /** One had a permit out with nobody in the service, and another comes to five of four. */
    @Test
    void ofTwoOfAClassACountBeyondTheBoundIsNotWhatOneHadAndTheBound() {
        Map<String, Long> five = Map.of("most", 4L, "out", 5L);
        object("shop.Gate", 2, Map.of("most", 4L, "out", 1L), five, five);
        idle.get("shop.Gate").add(Map.of("most", 4L, "out", 0L));

        assertThat(found(10)).isEmpty();
    }

    @Test
    void ofTwoOfAClassACountThatIsAsManyWithNobodyDoesNotReachIt() {
        Map<String, Long> full = Map.of("level", 4L, "id", 4L);
        object("db.Session", 2, Map.of("level", 4L, "id", 0L), full, full);
        assertThat(found(10)).isPresent();
        idle.get("db.Session").add(full);

        assertThat(found(10)).isEmpty();
    }

    @Test
    void thoseThatWaitStandAtTheNearestThatWasThereBefore() {
        Map<String, Long> none = Map.of();
        object("kotlinx.Segment", 3, none, none, none);
        idle.remove("kotlinx.Segment");
        object("kotlinx.Channel[]", 3, none, none, none);
        object("kotlinx.Channel", 4, none, none, none);
        object("ktor.Engine", 5, none, none, none);

        assertThat(holder("shop.Waiter")).hasValue("kotlinx.Channel");
        assertThat(holder("shop.Worker")).isEmpty();
        second.removeIf(near -> near.type().equals("kotlinx.Channel"));
        assertThat(holder("shop.Waiter")).hasValue("ktor.Engine");
    }

    @Test
    void whereThoseThatArePastLeadThereAsWellItIsThat() {
        Map<String, Long> none = Map.of();
        object("vertx.Waiters", 1, none, none, none).object("vertx.Pool", 3, none, none, none);
        first.add(new Near("vertx.Pool", none, 1, "shop.Lease", 6));
        second.add(new Near("vertx.Pool", none, 1, "shop.Lease", 6));

        assertThat(holder("shop.Waiter")).hasValue("vertx.Waiters");
        assertThat(new BoundedObjects(List.of(first, second), idle)
                        .holder(Set.of("shop.Waiter"), Set.of("shop.Lease"))
                        .map(BoundedObjects.Holder::type))
                .hasValue("vertx.Pool");
    }

    private Optional<String> holder(String waiting) {
        return new BoundedObjects(List.of(first, second), idle)
                .holder(Set.of(waiting), Set.of())
                .map(BoundedObjects.Holder::type);
    }

    @Test
    void oneIsEverywhere() {
        object(
                "io.EventLoop",
                1,
                Map.of("lock", 1L, "registrations", 0L),
                Map.of("lock", 1L, "registrations", 1L),
                Map.of("lock", 1L, "registrations", 1L));

        assertThat(found(6)).isEmpty();
    }

    @Test
    void ofTwoAsNearWithOtherNumbersNeitherIsIt() {
        channels();
        object(
                "shop.OtherPool",
                3,
                Map.of("most", 4L, "used", 0L),
                Map.of("most", 4L, "used", 4L),
                Map.of("most", 4L, "used", 4L));

        assertThat(found(6.2)).isEmpty();
    }

    /** Six requests without an answer, by their numbers: a table of eight grows with the seventh. */
    @Test
    void aMapThatIsAboutToGrowBoundsNothing() {
        Map<String, Long> full = Map.of("threshold", 6L, "size", 6L);
        object("java.util.HashMap", 2, Map.of("threshold", 6L, "size", 0L), full, full);
        assertThat(found(6.2)).isEmpty();

        object(
                "mux.Window",
                4,
                Map.of("most", 6L, "out", 0L),
                Map.of("most", 6L, "out", 6L),
                Map.of("most", 6L, "out", 6L));
        assertThat(found(6.2).map(one -> one.object().type())).hasValue("mux.Window");
    }

    /** As the semaphores of kotlinx and of Twitter's util: who has to wait takes what is not there. */
    @Test
    void whatIsLeftMayGoBelowNothingByAsManyAsWait() {
        room(-54, -54);

        assertThat(found(6.2)).hasValueSatisfying(bound -> {
            assertThat(bound.most()).isEqualTo(5);
            assertThat(bound.field()).isEqualTo("left");
            assertThat(bound.kind()).isEqualTo(Kind.ROOM_LEFT);
        });
    }

    @Test
    void anotherNumberBelowNothingIsNoRoom() {
        room(-54, -50);

        assertThat(found(6.2)).isEmpty();
    }

    private void room(long one, long other) {
        object("shop.AsyncGate", 3, Map.of("left", 5L), Map.of("left", one), Map.of("left", other));
    }
}
