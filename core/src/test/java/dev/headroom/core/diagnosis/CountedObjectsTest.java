package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.conservation.BoundedObjects;
import dev.headroom.core.conservation.BoundedObjects.Near;
import dev.headroom.core.conservation.FutureChain;
import dev.headroom.core.conservation.HeapEvidence;
import dev.headroom.core.conservation.LiveObjects;
import dev.headroom.core.conservation.RequestsInHeap;
import dev.headroom.core.conservation.SteadyPopulation;
import dev.headroom.core.conservation.WaiterCounts;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.rules.UnknownWaits;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CountedObjectsTest {

    private static final Load.Closed LOAD = Counts.closed(60, 0, new Until.Iterations(10));

    private static final Observation SEEN = Seen.during(50).observation();

    private static Diagnosis diagnosis(double throughput, double seconds) {
        Seen loaded = Seen.during(50)
                .pool(virtualThreads(60)
                        .waits(Activity.AWAITING_OTHER, "java.util.concurrent.Phaser", 52, "shop.Cart.add:7")
                        .doing(Activity.RUNNING, 8));
        Seen alone = Seen.during(10).pool(virtualThreads(1).doing(Activity.RUNNING, 1));
        return Measured.run(LOAD, throughput, seconds, 50, loaded)
                .alone(0.4, alone)
                .diagnosis();
    }

    @Test
    void aLimitWithoutACapacityGetsItAndStaysSuspected() {
        Diagnosis found = diagnosis(20, 3);
        assertThat(CountedObjects.wouldTell(found, SEEN)).isTrue();

        Map<String, Long> one = Map.of("mail.Holder", 1L);
        Map<String, Long> full = Map.of("mail.Node", 52L, "mail.Holder", 8L);
        LiveObjects objects =
                new LiveObjects(List.of(Map.of()), Collections.nCopies(10, one), Collections.nCopies(6, full));

        Diagnosis counted = CountedObjects.with(found, HeapEvidence.of(objects), 60, 8);

        assertThat(counted.bindingLimit()).hasValueSatisfying(limit -> {
            assertThat(limit.kind()).isEqualTo(LimitKind.UNKNOWN);
            assertThat(limit.workers()).hasValue(8);
        });
        assertThat(counted.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(counted.summary()).contains("No more than 8 are let past");
        assertThat(counted.notes()).anyMatch(note -> note.contains("8 objects of mail.Holder in each of 6 counts"));
        assertThat(CountedObjects.wouldTell(counted, SEEN)).isFalse();
    }

    /** One user was seen to sleep all the while, and of 60 nobody does: that was a thread of the background, and what is at work may be at several places. */
    @Test
    void whereNobodyIsUnderLoadIsNotWhereARequestIsAtWork() {
        Seen loaded = Seen.during(50)
                .pool(virtualThreads(52)
                        .waits(Activity.AWAITING_OTHER, "java.util.concurrent.Phaser", 52, "shop.Cart.add:7"));
        Seen alone = Seen.during(10).pool(virtualThreads(1).doing(Activity.SLEEPING, 1, "shop.Ring.pass:3"));
        Diagnosis found =
                Measured.run(LOAD, 20, 3, 50, loaded).alone(0.4, alone).diagnosis();
        Map<String, Long> counted = Map.of("mail.Node", 52L, "mail.Holder", 8L);
        LiveObjects objects = new LiveObjects(
                List.of(Map.of()), Collections.nCopies(10, Map.of("mail.Holder", 1L)), Collections.nCopies(6, counted));

        assertThat(SteadyPopulation.of(objects, 60, 8))
                .hasValueSatisfying(steady -> assertThat(steady.past()).isEqualTo(8));
        assertThat(CountedObjects.with(found, HeapEvidence.of(objects), 60, 8)
                        .bindingLimit()
                        .orElseThrow()
                        .workers())
                .isEmpty();
    }

    /** Of the waiters' objects 54 and 53 lead to a pool that is full. */
    @Test
    void aPoolInTheHeapNamesTheLimitAndItsCapacity() {
        Diagnosis found = diagnosis(20, 3);
        Map<String, Long> full = Map.of("maxConnections", 5L, "acquired", 5L);
        List<Near> heap = List.of(new Near("net.ChannelPool", full, 3, "net.Acquire", 54));
        BoundedObjects bounded = new BoundedObjects(
                List.of(heap, heap), Map.of("net.ChannelPool", List.of(Map.of("maxConnections", 5L, "acquired", 0L))));

        Diagnosis read =
                CountedObjects.with(found, heap(new LiveObjects(List.of(), List.of(), List.of()), bounded), 60, 6.2);

        assertThat(read.bindingLimit()).hasValueSatisfying(limit -> {
            assertThat(limit.pool()).isEqualTo("ChannelPool");
            assertThat(limit.workers()).hasValue(5);
        });
        assertThat(read.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(read.summary()).contains("maxConnections is 5 and acquired reaches it under load");
        assertThat(read.remedy().orElseThrow().action()).contains("maxConnections of ChannelPool");
    }

    /** As RxJava's flatMap, which counts its own source. */
    @Test
    void ofACountThatCountsItselfAsWellIsNotSaidThatItReachesTheBound() {
        List<Near> heap =
                List.of(new Near("rx.FlatMap", Map.of("maxConcurrency", 5L, "active", 6L), 3, "rx.Inner", 54));
        BoundedObjects bounded = new BoundedObjects(
                List.of(heap, heap), Map.of("rx.FlatMap", List.of(Map.of("maxConcurrency", 5L, "active", 1L))));

        Diagnosis read = CountedObjects.with(
                diagnosis(20, 3), heap(new LiveObjects(List.of(), List.of(), List.of()), bounded), 60, 6.2);

        assertThat(read.capacity()).hasValue(5);
        assertThat(read.summary())
                .contains("maxConcurrency is 5 and active is as many more under load than with nobody");
    }

    /** A request is rendered for as long as it is held: whether the one is within the other is not seen, and what waits is the same. */
    @Test
    void whereWorkIsAtSeveralPlacesTheHeapsBoundTellsWhichOfThemIsHeld() {
        Diagnosis found = Measured.run(LOAD, 20, 3, 50, rendering(52, 4))
                .alone(0.4, rendering(0.5, 0.5))
                .diagnosis();
        LiveObjects objects = new LiveObjects(
                List.of(Map.of()), List.of(Map.of()), List.of(Map.of("mail.Node", 52L), Map.of("mail.Node", 52L)));
        Map<String, Long> full = Map.of("permits", 4L, "taken", 4L);
        List<Near> heap = List.of(new Near("mail.Gate", full, 3, "mail.Node", 52));
        BoundedObjects bounded = new BoundedObjects(
                List.of(heap, heap), Map.of("mail.Gate", List.of(Map.of("permits", 4L, "taken", 0L))));

        assertThat(CountedObjects.with(found, HeapEvidence.of(objects), 60, 8).bindingLimit())
                .as("8 are past, and 4 or 8 may be held")
                .isEqualTo(found.bindingLimit());
        assertThat(CountedObjects.with(found, heap(objects, bounded), 60, 8).bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.workers()).hasValue(4));
        BoundedObjects other = new BoundedObjects(
                List.of(List.of(new Near("mail.Gate", Map.of("permits", 9L, "taken", 9L), 3, "mail.Node", 52))),
                Map.of("mail.Gate", List.of(Map.of("permits", 9L, "taken", 0L))));
        assertThat(CountedObjects.with(found, heap(objects, other), 60, 8).bindingLimit())
                .as("9 are more than are past")
                .isEqualTo(found.bindingLimit());
    }

    /** Clients wait for answers and no thread of the service does: as of coroutines. */
    private static Diagnosis nowhere() {
        Seen nobody = Seen.during(50)
                .pool(pool("loop", StationKind.EVENT_LOOPS).active(0.1).doing(Activity.RUNNING, 0.1));
        return Measured.run(LOAD, 20, 3, 50, nobody).alone(0.4, nobody).diagnosis();
    }

    @Test
    void threadsThatAreBusyBesideDoNotSayHowManyTheHeapMayCount() {
        Diagnosis found = nowhere().toBuilder()
                .limit(new Limit(LimitKind.UNKNOWN, UnknownWaits.NO_PLACE, "archive", OptionalInt.of(1)))
                .build();
        List<Near> pool =
                List.of(new Near("net.ChannelPool", Map.of("most", 5L, "acquired", 5L), 2, "net.Acquire", 52));
        BoundedObjects bounded = new BoundedObjects(
                List.of(pool, pool), Map.of("net.ChannelPool", List.of(Map.of("most", 5L, "acquired", 0L))));

        Diagnosis read =
                CountedObjects.with(found, heap(new LiveObjects(List.of(), List.of(), List.of()), bounded), 60, 6.2);

        assertThat(read.bindingLimit())
                .contains(new Limit(LimitKind.UNKNOWN, UnknownWaits.NO_PLACE, "ChannelPool", OptionalInt.of(5)));
    }

    private static HeapEvidence heap(LiveObjects objects, BoundedObjects bounded) {
        return new HeapEvidence(objects, Optional.of(bounded), Optional.empty());
    }

    /** Where nothing else tells, what was asked in the heap of a running JVM is asked here as well; and a number has to agree with the work that is done at a time. */
    @Test
    void aChainOfFuturesSaysOneAtATimeWhereOneMayBeHeld() {
        LiveObjects objects = new LiveObjects(List.of(), List.of(), List.of());
        Set<Integer> clients = IntStream.range(0, 50).boxed().collect(Collectors.toSet());
        Set<Integer> others = IntStream.range(10, 60).boxed().collect(Collectors.toSet());
        Set<Integer> all = IntStream.range(0, 60).boxed().collect(Collectors.toSet());
        WaiterCounts waiters = new WaiterCounts(Stream.of(clients, others)
                .map(these -> new RequestsInHeap(
                        all,
                        Map.of(),
                        Map.of(),
                        Optional.of(new FutureChain("shop.Ledger", these, Set.of(), OptionalInt.of(1), false))))
                .toList());

        Diagnosis read = CountedObjects.with(
                nowhere(), new HeapEvidence(objects, Optional.empty(), Optional.of(waiters)), 60, 8);

        assertThat(read.bindingLimit()).hasValueSatisfying(limit -> {
            assertThat(limit.pool()).isEqualTo("Ledger");
            assertThat(limit.workers()).hasValue(1);
        });
    }

    private static BoundedObjects channel() {
        List<Near> heap = List.of(new Near("kotlinx.Channel", Map.of("capacity", 9L), 4, "mail.Node", 52));
        return new BoundedObjects(List.of(heap, heap), Map.of("kotlinx.Channel", List.of(Map.of("capacity", 9L))));
    }

    private static LiveObjects nodes() {
        Map<String, Long> some = Map.of("mail.Node", 50L);
        return new LiveObjects(List.of(Map.of()), List.of(Map.of()), List.of(some, Map.of("mail.Node", 53L), some));
    }

    @Test
    void whereNoThreadShowsThePlaceItIsThatOfTheObjectsThatWait() {
        Diagnosis found = nowhere();
        assertThat(found.bindingLimit().orElseThrow().pool()).isEqualTo("a place that was not seen");

        Diagnosis read = CountedObjects.with(found, heap(nodes(), channel()), 60, 8);

        assertThat(read.bindingLimit()).hasValueSatisfying(limit -> {
            assertThat(limit.pool()).isEqualTo("Channel");
            assertThat(limit.workers()).isEmpty();
        });
        assertThat(read.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(read.summary()).contains("objects of mail.Node, and lead to kotlinx.Channel");
    }

    @Test
    void whereAThreadShowsThePlaceItStays() {
        Diagnosis found = diagnosis(20, 3);

        Diagnosis read = CountedObjects.with(found, heap(nodes(), channel()), 60, 8);

        assertThat(read.bindingLimit()).isEqualTo(found.bindingLimit());
        assertThat(read.notes()).anyMatch(note -> note.contains("lead to kotlinx.Channel"));
    }

    private static Seen rendering(double waiting, double rendering) {
        return Seen.during(50)
                .pool(virtualThreads(waiting + rendering)
                        .waits(Activity.AWAITING_OTHER, "java.util.concurrent.Phaser", waiting, "shop.Cart.add:7")
                        .doing(Activity.SLEEPING, rendering, "shop.Page.render:9"));
    }

    /** They may be as many as a gate before them lets call; those of a client that tells its own are not. */
    @Test
    void whereTheKernelAloneCountsConnectionsWhatLetsCallThemIsAskedFor() {
        Diagnosis found = diagnosis(20, 3).toBuilder()
                .limit(new Limit(LimitKind.CONNECTION_POOL, "to a:1", "to a:1", OptionalInt.of(8)))
                .build();

        assertThat(CountedObjects.wouldTell(found, SEEN)).isTrue();
        assertThat(CountedObjects.wouldTell(
                        found,
                        Seen.during(50)
                                .resource(resource("to a:1", StationKind.CONNECTION_POOL, 8))
                                .observation()))
                .isFalse();
    }

    @Test
    void whereTheLoadIsCarriedNobodyIsAsked() {
        assertThat(CountedObjects.wouldTell(diagnosis(150, 0.4), SEEN)).isFalse();
    }

    /** 8 connections of a pool are held, and 12 requests more are at work before that, now more and now fewer. */
    @Test
    void whereOthersAreAtWorkElsewhereAsManyAsStayAreLetPast() {
        Diagnosis found = nowhere();
        Map<String, Long> alone = Map.of("net.Lease", 1L);
        LiveObjects objects = new LiveObjects(
                List.of(Map.of()),
                List.of(alone, alone, Map.of(), Map.of()),
                List.of(40L, 38L, 43L, 41L, 39L, 42L).stream()
                        .map(waiting -> Map.of("net.Lease", 8L, "net.Acquire", waiting))
                        .toList());
        List<Near> heap = List.of(
                new Near("net.Waiters", Map.of(), 1, "net.Acquire", 40),
                new Near("net.Pool", Map.of("all", 8L), 2, "net.Acquire", 40),
                new Near("net.Pool", Map.of("all", 8L), 1, "net.Lease", 8));
        BoundedObjects bounded = new BoundedObjects(
                List.of(heap, heap), Map.of("net.Waiters", List.of(Map.of()), "net.Pool", List.of(Map.of("all", 8L))));

        Diagnosis read = CountedObjects.with(found, heap(objects, bounded), 60, 20);

        assertThat(read.bindingLimit()).hasValueSatisfying(limit -> {
            assertThat(limit.workers()).hasValue(8);
            assertThat(limit.pool())
                    .as("those that wait and those that are past lead there")
                    .isEqualTo("Pool");
        });
        assertThat(read.notes()).anyMatch(note -> note.contains("8 objects of net.Lease in each of 6 counts"));
        assertThat(read.standing()).isEqualTo(Standing.SUSPECTED);
        Near gate = new Near("net.Gate", Map.of("most", 4L, "taken", 4L), 2, "net.Acquire", 40);
        BoundedObjects another = new BoundedObjects(
                List.of(List.of(gate), List.of(gate)), Map.of("net.Gate", List.of(Map.of("most", 4L, "taken", 0L))));
        assertThat(CountedObjects.with(found, heap(objects, another), 60, 20).bindingLimit())
                .as("one gate within the other: either may bind")
                .hasValueSatisfying(limit -> assertThat(limit.workers()).isEmpty());
    }
}
