package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WaitersTest {

    private static final int LOOKS = 20;

    /** All that this application sleeps it sleeps by one method: as it tries again, as it works past the gate, and after that. */
    private static final Stack TRYING = asleep("shop.Gate.enter:40", "shop.Orders.take:21", "shop.Api.handle:9");

    private static final Stack WORKING = asleep("shop.Orders.take:23", "shop.Api.handle:9");

    private static final Stack AFTER = asleep("shop.Api.handle:11");

    private static Stack asleep(String... callers) {
        List<String> sites = new ArrayList<>(List.of("java.lang.Thread.sleep", "shop.Time.pass:7"));
        sites.addAll(List.of(callers));
        sites.add("jetty.Server.run");
        return Stacks.of(Thread.State.TIMED_WAITING, sites);
    }

    private static Waiters waiters(int... working) {
        return waiters(
                look -> Map.of(TRYING, 50.0, WORKING, (double) working[look % working.length], AFTER, 3.0 + look % 3));
    }

    /** @param seen how many stand where, look by look */
    private static Waiters waiters(IntFunction<Map<Stack, Double>> seen) {
        return waiters(seen, SleepLines.NONE);
    }

    private static Waiters waiters(IntFunction<Map<Stack, Double>> seen, SleepLines sleepers) {
        List<Snapshot> looks = IntStream.range(0, LOOKS)
                .mapToObj(look -> Snapshots.of(
                        Instant.EPOCH.plusMillis(100L * look),
                        List.of(Snapshots.workers(StationKind.EXECUTOR, seen.apply(look)))))
                .toList();
        return new Waiters(looks, new Window(Instant.EPOCH, Duration.ofMillis(100L * LOOKS)), Set.of(), sleepers);
    }

    @Test
    void thoseWhoPollByTheMethodByWhichAllSleepAreToldByTheirCaller() {
        Waiters waiters = waiters(4);

        Limited gate = new Limited("shop.Gate.enter:40", "", "", LimitKind.UNKNOWN);
        assertThat(waiters.of(TRYING)).containsOnlyKeys(gate);
        assertThat(waiters.constant(gate))
                .hasValueSatisfying(found -> assertThat(found.capacity()).isEqualTo(4));
        assertThat(waiters.line(TRYING)).isEqualTo("shop.Gate.enter:40");
        assertThat(waiters.line(WORKING)).as("work").isEqualTo("shop.Time.pass:7");
        assertThat(waiters.of(WORKING)).isEmpty();
    }

    @Test
    void whereTheNumberOfThoseWhoWorkVariesNobodyWaitsForAGate() {
        Waiters waiters = waiters(2, 5, 3, 7, 4);

        assertThat(waiters.of(TRYING)).isEmpty();
        assertThat(waiters.line(TRYING)).isEqualTo("shop.Time.pass:7");
    }

    private static Stack query(String site, String... above) {
        List<String> sites = new ArrayList<>(List.of(above));
        sites.addAll(List.of(site, "shop.Api.handle:9"));
        return Stacks.of(Thread.State.TIMED_WAITING, sites);
    }

    /** A pool of connections whose waiters are parked for nothing that is known, and that each request needs twice. */
    @Test
    void thoseWhoWaitInOneMethodOfALibraryAtTwoLinesWaitForOneGate() {
        String[] borrow = {"java.util.concurrent.locks.LockSupport.parkNanos", "org.lib.Pool.borrow"};
        String[] read = {"java.net.Socket.read", "org.lib.Query.run"};
        Stack waitsToFind = query("shop.Orders.find:20", borrow);
        Stack waitsToSave = query("shop.Orders.save:30", borrow);
        Stack finds = query("shop.Orders.find:22", read);
        Stack saves = query("shop.Orders.save:32", read);
        Waiters waiters = waiters(look ->
                Map.of(waitsToFind, 25.0, waitsToSave, 20.0, finds, 1.0 + look * 7 % 11, saves, 11.0 - look * 7 % 11));

        Limited gate = new Limited("org.lib.Pool.borrow", "", "", LimitKind.UNKNOWN);
        assertThat(waiters.of(waitsToFind)).containsOnlyKeys(gate);
        assertThat(waiters.of(waitsToSave)).containsOnlyKeys(gate);
        assertThat(waiters.constant(gate))
                .hasValueSatisfying(found -> assertThat(found.capacity()).isEqualTo(12));
    }

    /** No number is constant: a rate lets them past. */
    @Test
    void whoSleepsWhereNobodyDidWithOneUserIsToldByTheCaller() {
        Waiters waiters = afterAlone(WORKING, AFTER);

        assertThat(waiters.of(TRYING)).isEmpty();
        assertThat(waiters.line(TRYING)).isEqualTo("shop.Gate.enter:40");
        assertThat(waiters.line(WORKING)).isEqualTo("shop.Time.pass:7");
        assertThat(waiters.line(AFTER)).isEqualTo("shop.Time.pass:7");
    }

    @Test
    void whereNobodySleptWithOneUserTheLineItselfTells() {
        assertThat(afterAlone().line(TRYING)).isEqualTo("shop.Time.pass:7");
    }

    @Test
    void whatOneUserSleepsForAsWellKeepsItsLine() {
        Waiters waiters = afterAlone(TRYING, WORKING, AFTER);
        assertThat(waiters.line(TRYING)).isEqualTo("shop.Time.pass:7");
        assertThat(waiters.line(WORKING)).isEqualTo("shop.Time.pass:7");
    }

    /** @param alone who sleeps with one user */
    private static Waiters afterAlone(Stack... alone) {
        Snapshot one = Snapshots.of(
                Instant.EPOCH,
                List.of(Snapshots.workers(
                        StationKind.EXECUTOR,
                        Stream.of(alone).collect(Collectors.toMap(stack -> stack, stack -> 1.0)))));
        return waiters(
                look -> Map.of(TRYING, 50.0 - look % 7, WORKING, 4.0 + look % 5, AFTER, 3.0 + look % 3),
                new SleepLines(List.of(one)));
    }
}
