package dev.headroom.core.conservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.conservation.BoundedObjects.Near;
import dev.headroom.core.conservation.WaiterCounts.Counted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Numbers as they were seen in heaps of Armeria's client, Jetty's QoSHandler, Vert.x, Jedis and Kotlin, each under a load of 50 users. */
class WaiterCountsTest {

    private static final int USERS = 50;

    private final List<Near> first = new ArrayList<>();
    private final List<Near> second = new ArrayList<>();

    private WaiterCountsTest object(
            String type, double distance, int waiting, Map<String, Long> one, int later, Map<String, Long> other) {
        first.add(new Near(type, one, distance, "shop.Waiter", waiting));
        second.add(new Near(type, other, distance, "shop.Waiter", later));
        return this;
    }

    private Optional<Counted> found() {
        return found(USERS);
    }

    private Optional<Counted> found(int inFlight) {
        return new WaiterCounts(List.of(heap(inFlight, 0, first), heap(inFlight, 1, second))).find();
    }

    /** @param from the first client that waits */
    private static RequestsInHeap heap(int inFlight, int from, List<Near> near) {
        return heap(clients(0, inFlight), from, near);
    }

    private static RequestsInHeap heap(Set<Integer> inFlight, int from, List<Near> near) {
        return new RequestsInHeap(
                inFlight,
                near.stream().collect(Collectors.toMap(one -> one, one -> clients(from, from + one.reached()))),
                Map.of(),
                Optional.empty());
    }

    private static Set<Integer> clients(int from, int to) {
        return IntStream.range(from, to).boxed().collect(Collectors.toSet());
    }

    private WaiterCountsTest armeria() {
        return object(
                "armeria.DefaultConcurrencyLimit",
                2,
                42,
                Map.of("numPending", 42L, "acquired", 8L, "timeout", 10_000L),
                34,
                Map.of("numPending", 34L, "acquired", 8L, "timeout", 10_000L));
    }

    @Test
    void whatStaysIsTheBoundBesideACountOfThoseThatWait() {
        assertThat(armeria().found()).hasValueSatisfying(counted -> {
            assertThat(counted.queue()).isEqualTo("numPending");
            assertThat(counted.waiting()).containsExactly(42, 34);
            assertThat(counted.bound()).containsExactly("acquired");
            assertThat(counted.most()).hasValue(8);
        });
    }

    @Test
    void aNumberThatAddsUpWithNothingIsNoBound() {
        object("shop.Gate", 2, 42, Map.of("n", 42L, "retries", 5L), 40, Map.of("n", 40L, "retries", 5L));

        assertThat(found())
                .hasValueSatisfying(counted -> assertThat(counted.most()).isEmpty());
    }

    @Test
    void twoThatStayAndDifferAreNoBound() {
        object("shop.Gate", 2, 42, Map.of("n", 42L, "a", 8L, "b", 5L), 42, Map.of("n", 42L, "a", 8L, "b", 5L));
        assertThat(found()).isEmpty();

        first.clear();
        second.clear();
        object("shop.Gate", 2, 42, Map.of("n", 42L, "a", 8L, "b", 5L), 40, Map.of("n", 40L, "a", 8L, "b", 5L));
        assertThat(found())
                .hasValueSatisfying(counted -> assertThat(counted.most()).isEmpty());
    }

    @Test
    void ofSeveralThatStayTwoAlikeAreABoundAndWhatReachedIt() {
        Map<String, Long> numbers = Map.of("queue.size", 38L, "most", 6L, "used", 6L, "retries", 3L);
        object("shop.Gate", 2, 38, numbers, 38, numbers);

        assertThat(found())
                .hasValueSatisfying(counted -> assertThat(counted.most()).hasValue(6));
    }

    @Test
    void whatIsBelowZeroByThoseThatWaitCountsThem() {
        Map<String, Long> numbers = Map.of("available", -49L, "permits", 5L, "deqIdx", 612L);
        object("kotlinx.SemaphoreImpl", 6, 49, numbers, 49, numbers);

        assertThat(found(USERS + 10))
                .as("some go another way")
                .hasValueSatisfying(counted -> assertThat(counted.most()).hasValue(5));
    }

    @Test
    void whereTheCountVariesWithThoseThatWaitThePlaceIsTold() {
        object("vertx.Waiters", 2, 41, Map.of("size", 41L), 38, Map.of("size", 38L));

        assertThat(found()).hasValueSatisfying(counted -> {
            assertThat(counted.object().type()).isEqualTo("vertx.Waiters");
            assertThat(counted.most()).isEmpty();
        });
    }

    @Test
    void whatCountsAllThatAreInFlightCountsNoQueue() {
        object("jedis.JedisPool", 4, 49, Map.of("created", 49L), 50, Map.of("created", 50L));

        assertThat(found()).isEmpty();
    }

    @Test
    void aCountThatIsAsLargeByChanceInOneHeapIsNone() {
        object("shop.Cache", 2, 42, Map.of("size", 42L, "most", 8L), 40, Map.of("size", 42L, "most", 8L));

        assertThat(found()).isEmpty();
    }

    @Test
    void aCountThatStaysAndAddsUpWithNothingIsNone() {
        Map<String, Long> numbers = Map.of("size", 31L, "increment", 3L);
        object("shop.Table", 2, 31, numbers, 31, numbers);

        assertThat(found()).isEmpty();
    }

    @Test
    void noMoreAreLetPastThanThereAreOthers() {
        object("shop.Gate", 2, 42, Map.of("n", -42L, "permits", 20L), 40, Map.of("n", -40L, "permits", 20L));

        assertThat(found())
                .hasValueSatisfying(counted -> assertThat(counted.most()).isEmpty());
    }

    @Test
    void theNearestWithABoundIsTold() {
        armeria()
                .object(
                        "shop.Outer",
                        5,
                        42,
                        Map.of("n", 42L, "most", 3L, "used", 3L),
                        34,
                        Map.of("n", 34L, "most", 3L, "used", 3L));

        assertThat(found().map(Counted::most)).hasValue(OptionalInt.of(8));
    }

    @Test
    void othersAsNearThatHaveAnotherBoundLeaveThePlaceAlone() {
        armeria()
                .object(
                        "shop.Twin",
                        2,
                        42,
                        Map.of("n", 42L, "most", 3L, "used", 3L),
                        34,
                        Map.of("n", 34L, "most", 3L, "used", 3L));

        assertThat(found())
                .hasValueSatisfying(counted -> assertThat(counted.most()).isEmpty());
    }

    @Test
    void oneAndTwoAreEverywhere() {
        Map<String, Long> one = new HashMap<>(Map.of("available", -42L, "permits", 1L, "owners", 2L));
        Map<String, Long> other = new HashMap<>(one);
        other.put("available", -40L);
        object("kotlinx.MutexImpl", 4, 42, one, 40, other);

        assertThat(found())
                .hasValueSatisfying(counted -> assertThat(counted.most()).isEmpty());
    }

    @Test
    void whatCountsAllThatAreInFlightLetsNobodyPastWhileSomeUsersThink() {
        Map<String, Long> settings = Map.of("retries", 3L, "workers", 4L, "maxBatch", 5L, "minBatch", 5L);
        Map<String, Long> one = new HashMap<>(settings);
        one.put("inFlight.size", 40L);
        Map<String, Long> other = new HashMap<>(settings);
        other.put("inFlight.size", 42L);
        object("shop.Tracker", 2, 40, one, 42, other);

        assertThat(found(42).flatMap(counted -> counted.most().stream().boxed().findFirst()))
                .isEmpty();
    }

    @Test
    void thoseThatSubscribedToATopicDoNotWaitForItsSettings() {
        Map<String, Long> numbers = Map.of("subscribers.size", 40L, "retries", 3L, "partitions", 3L);
        object("shop.Topic", 2, 40, numbers, 40, numbers);

        assertThat(new WaiterCounts(List.of(heap(USERS, 0, first), heap(USERS, 0, second))).find())
                .as("they stay")
                .isEmpty();
        assertThat(new WaiterCounts(List.of(heap(30, 0, first), heap(30, 1, second))).find())
                .as("a few of them ask")
                .isEmpty();
    }

    @Test
    void whoeverHasNoRequestInFlightDoesNotWait() {
        armeria();
        Set<Integer> others = clients(100, 150);

        assertThat(new WaiterCounts(List.of(heap(others, 0, first), heap(others, 1, second))).find())
                .isEmpty();
    }

    @Test
    void twoSettingsThatAreAlikeAreNotTheBoundWhereAnotherAddsUpWithThoseThatWait() {
        Map<String, Long> numbers = Map.of("line.size", 42L, "busy", 8L, "retries", 3L, "backoff", 3L);
        object("shop.Gate", 2, 42, numbers, 42, numbers);

        assertThat(found().map(Counted::most).orElse(OptionalInt.empty()))
                .as("8 of 50 are let past, as none waits but 42")
                .isNotEqualTo(OptionalInt.of(3));
    }

    /** 57 lead to it: those that wait, and those that it has let past. */
    private WaiterCountsTest window(long waiting, long later, int reached) {
        return object(
                "smpp.Window",
                3,
                57,
                Map.of("pending", waiting, "size", 11L, "interval", 10_000L),
                reached,
                Map.of("pending", later, "size", 11L, "interval", 10_000L));
    }

    @Test
    void whoIsPastMayLeadToItAsWell() {
        assertThat(window(46, 44, 55).found(60)).hasValueSatisfying(counted -> {
            assertThat(counted.queue()).isEqualTo("pending");
            assertThat(counted.waiting()).containsExactly(46, 44);
            assertThat(counted.most()).hasValue(11);
        });
    }

    @Test
    void whoWasLetPastAMomentAgoMayBeCountedOnNeitherSide() {
        assertThat(window(46, 45, 57).found(60))
                .hasValueSatisfying(counted -> assertThat(counted.most()).hasValue(11));
    }

    @Test
    void twoWhoAreMissingAreNotOneWhoWasLetPast() {
        assertThat(window(46, 43, 57).found(60)).isEmpty();
    }

    @Test
    void twoNumbersThatAddUpOnceMayDoSoByChance() {
        assertThat(window(46, 46, 57).found(60)).isEmpty();
    }

    /** A queue without a count: 40 wait in it, and of the clients that do not, so many have an object that refers to it. */
    private static WaiterCounts past(Map<String, List<Integer>> past, int heaps) {
        return new WaiterCounts(IntStream.range(0, heaps)
                .mapToObj(heap -> {
                    int from = heap;
                    Near gate = new Near("shop.Gate", Map.of(), 2, "shop.Waiter", 40);
                    return new RequestsInHeap(
                            clients(0, USERS),
                            Map.of(gate, clients(from, from + 40)),
                            Map.of(
                                    gate,
                                    past.entrySet().stream()
                                            .collect(Collectors.toMap(
                                                    Map.Entry::getKey,
                                                    one -> clients(
                                                            from + 40 - 2,
                                                            from
                                                                    + 40
                                                                    + one.getValue()
                                                                            .get(heap))))),
                            Optional.empty());
                })
                .toList());
    }

    @Test
    void asManyThatArePastItAndReferToItSayItsBound() {
        assertThat(past(Map.of("shop.Lease", List.of(7, 7, 7, 7)), 4).find()).hasValueSatisfying(counted -> {
            assertThat(counted.most()).hasValue(7);
            assertThat(counted.past()).hasValue("shop.Lease");
            assertThat(counted.queue()).isEmpty();
        });
    }

    @Test
    void whatSaysThatNumberItselfIsWhatIsMeant() {
        Near pool = new Near("shop.Pool", Map.of("most", 7L, "round", 1L), 3, "shop.Waiter", 40);
        List<RequestsInHeap> heaps = past(Map.of("shop.Lease", List.of(7, 7, 7)), 3).heaps().stream()
                .map(heap -> {
                    Map<Near, Set<Integer>> near = new HashMap<>(heap.near());
                    near.put(pool, near.values().iterator().next());
                    return new RequestsInHeap(heap.inFlight(), near, heap.past(), Optional.empty());
                })
                .toList();

        assertThat(new WaiterCounts(heaps).find()).hasValueSatisfying(counted -> {
            assertThat(counted.object().type()).isEqualTo("shop.Pool");
            assertThat(counted.bound()).containsExactly("most");
            assertThat(counted.most()).hasValue(7);
        });
    }

    @Test
    void twoHeapsMayAgreeByChanceAndOneMoreIsWorthItsWhile() {
        WaiterCounts two = past(Map.of("shop.Lease", List.of(7, 7)), 2);
        assertThat(two.find()).isEmpty();
        assertThat(two.wouldTellMore()).isTrue();
        assertThat(past(Map.of("shop.Lease", List.of(7, 7, 7)), 3).wouldTellMore())
                .isFalse();
    }

    @Test
    void fewerMayAgreeByChanceMoreOften() {
        assertThat(past(Map.of("shop.Lease", List.of(3, 3, 3)), 3).find()).isEmpty();
        assertThat(past(Map.of("shop.Lease", List.of(3, 3, 3, 3)), 4).find())
                .hasValueSatisfying(counted -> assertThat(counted.most()).hasValue(3));
    }

    @Test
    void whatComesAndGoesIsNoBound() {
        WaiterCounts varying = past(Map.of("shop.Lease", List.of(7, 6, 7, 7)), 4);
        assertThat(varying.find()).isEmpty();
        assertThat(varying.wouldTellMore()).isFalse();
    }

    @Test
    void twoClassesThatSayDifferentNumbersSayNone() {
        assertThat(past(Map.of("shop.Lease", List.of(7, 7, 7), "shop.Cart", List.of(5, 5, 5)), 3)
                        .find())
                .isEmpty();
    }

    @Test
    void ofTwoClassesOneMayVary() {
        assertThat(past(Map.of("shop.Lease", List.of(7, 7, 7), "shop.Cart", List.of(5, 4, 6)), 3)
                        .find())
                .hasValueSatisfying(counted -> assertThat(counted.most()).hasValue(7));
    }

    private static WaiterCounts routed(Near route, Near line, int heaps) {
        return new WaiterCounts(IntStream.range(0, heaps)
                .mapToObj(heap -> new RequestsInHeap(
                        clients(0, USERS),
                        Map.of(route, clients(heap, heap + 40), line, clients(heap, heap + 40)),
                        Map.of(route, Map.of("web.Executor", clients(0, USERS))),
                        Optional.empty()))
                .toList());
    }

    /** As of a route, to which all requests refer: those that do not wait are as many all the while, and it is not what they wait for. */
    @Test
    void whatThoseThatWaitReferToAsWellIsNotItself() {
        Near route = new Near("web.Route", Map.of(), 4, "shop.Waiter", 40);
        Near line = new Near("shop.Line", Map.of(), 2, "shop.Waiter", 40);
        WaiterCounts three = routed(route, line, 3);
        assertThat(three.find())
                .as("9 may be past it, and one elsewhere in each")
                .isEmpty();
        assertThat(three.wouldTellMore()).isTrue();
        WaiterCounts heaps = routed(route, line, 4);

        assertThat(heaps.find()).hasValueSatisfying(counted -> {
            assertThat(counted.most()).hasValue(10);
            assertThat(counted.object().type()).isEqualTo("shop.Line");
        });
    }

    /** As where users who are served in equal times come round in turn. */
    @Test
    void thoseWhoAreWhereTheyWereAreWorthAnotherHeap() {
        List<Near> counts =
                List.of(new Near("shop.Counter", Map.of("line", 42L, "busy", 8L, "clerks", 8L), 2, "shop.Waiter", 42));
        WaiterCounts both = new WaiterCounts(List.of(heap(USERS, 0, counts), heap(USERS, 0, counts)));
        assertThat(both.find()).isEmpty();
        assertThat(both.wouldTellMore()).isTrue();

        WaiterCounts three =
                new WaiterCounts(List.of(heap(USERS, 0, counts), heap(USERS, 0, counts), heap(USERS, 3, counts)));
        assertThat(three.wouldTellMore()).isFalse();
        assertThat(three.find().flatMap(one -> one.most().stream().boxed().findFirst()))
                .hasValue(8);
    }

    @Test
    void thoseThatAreThereInAllHeapsButOneDoNotWait() {
        List<Near> counts =
                List.of(new Near("shop.Topic", Map.of("size", 42L, "busy", 8L, "clerks", 8L), 2, "shop.Waiter", 42));
        RequestsInHeap same = heap(USERS, 0, counts);
        assertThat(new WaiterCounts(List.of(same, same, same, heap(USERS, 1, counts))).find())
                .isEmpty();
    }
}
