package dev.headroom.probe.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation.Hang;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.PoolLook;
import dev.headroom.probe.look.Snapshot.Standing;
import dev.headroom.probe.look.Snapshots;
import dev.headroom.probe.os.sockets.SocketWatch;
import dev.headroom.probe.recording.TimedWait;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HangsTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Window WINDOW = new Window(START, Duration.ofSeconds(20));
    private static final Stack HUNG = Stacks.of(
            Thread.State.RUNNABLE,
            "sun.nio.ch.Net.poll",
            "sun.nio.ch.NioSocketImpl.park",
            "sun.nio.ch.NioSocketImpl.implRead",
            "java.net.Socket$SocketInputStream.read",
            "org.springframework.web.client.DefaultRestClient.exchange",
            "a.Bike.hanging",
            "a.Other.call");
    private static final Stack TIMED = Stacks.of(
            Thread.State.RUNNABLE,
            "sun.nio.ch.NioSocketImpl.park",
            "sun.nio.ch.NioSocketImpl.timedRead",
            "a.Bike.bounded");

    @Test
    void workersThatStandInOneReadUntilTheEndHangInTheCallOfTheApplication() {
        Hangs hangs = find(hung(60, HUNG, -5), Map.of());
        assertThat(hangs.groups())
                .containsExactly(new Hang(
                        "tomcat-8080",
                        60,
                        "downstream",
                        "a.Bike.hanging",
                        Duration.ofSeconds(25),
                        false,
                        false,
                        Activity.AWAITING_DOWNSTREAM));
        assertThat(hangs.lost("tomcat-8080")).isCloseTo(60, within(1e-9));
        assertThat(hangs.lost("other")).isZero();
    }

    @Test
    void thoseThatHaveATimeoutAreToldApart() {
        List<Standing> both = new ArrayList<>(hung(2, HUNG, 0));
        both.addAll(hung(3, TIMED, 0));
        assertThat(find(both, Map.of()).groups()).extracting(Hang::bounded).containsExactly(true, false);
    }

    /** A timer completes the future once the request's timeout is over. */
    @Test
    void whetherAFutureHasATimeoutIsNotSeen() {
        Stack sends = Stacks.of(
                Thread.State.WAITING,
                "jdk.internal.misc.Unsafe.park",
                "java.util.concurrent.CompletableFuture$Signaller.block",
                "java.util.concurrent.CompletableFuture.waitingGet",
                "java.util.concurrent.CompletableFuture.get",
                "jdk.internal.net.http.HttpClientImpl.send",
                "a.Bike.order");
        Stack reads = Stacks.of(
                Thread.State.RUNNABLE,
                "java.net.SocketInputStream.socketRead0",
                "java.net.SocketInputStream.read",
                "a.Bike.order");
        for (Stack stack : List.of(sends, reads)) {
            assertThat(find(hung(3, stack, 0), Map.of()).groups())
                    .singleElement()
                    .satisfies(hang -> {
                        assertThat(hang.bounded()).isFalse();
                        assertThat(hang.mayEnd()).isTrue();
                    });
        }
    }

    @Test
    void aWaitThatIsTimedEnds() {
        Stack blocks = Stacks.of(
                Thread.State.TIMED_WAITING,
                "jdk.internal.misc.Unsafe.park",
                "java.util.concurrent.CountDownLatch.await",
                "jdk.internal.net.http.HttpClientImpl.send",
                "a.Bike.order");
        assertThat(find(hung(3, blocks, 0), Map.of()).groups()).singleElement().satisfies(hang -> {
            assertThat(hang.bounded()).isTrue();
            assertThat(hang.mayEnd()).isFalse();
        });
    }

    @Test
    void halfTheWindowIsHalfAWorkerLost() {
        assertThat(find(hung(4, HUNG, 10), Map.of()).lost("tomcat-8080")).isCloseTo(2, within(1e-9));
    }

    @Test
    void aCallThatIsNoLongerThanOthersOfItsPoolDoesNotHang() {
        List<TimedWait> slow = List.of(new TimedWait(0, 11, 1, false, "127.0.0.1:1"));
        assertThat(find(hung(4, HUNG, 0), Map.of("tomcat-8080", slow)).groups()).isEmpty();
        assertThat(find(hung(4, HUNG, -10), Map.of("tomcat-8080", slow)).groups())
                .hasSize(1);
    }

    @Test
    void thoseThatCameBackBeforeTheEndDoNotHang() {
        Snapshot standing = look(10, hung(4, HUNG, 0));
        Snapshot back = look(20, List.of());
        assertThat(Hangs.find(List.of(standing, back), WINDOW.start(), WINDOW, Map.of(), new SocketWatch())
                        .groups())
                .isEmpty();
    }

    /** A row of a database that each changes in turn. */
    @Test
    void whereOthersOfItsKindGoOnAfterLongWaitsItIsItsTurnThatDoesNotCome() {
        Snapshot before = look(15, hung(40, HUNG, 11));
        Snapshot fewer = look(16, hung(39, HUNG, 11));
        List<Snapshot> brief = List.of(before, fewer, look(20, hung(39, HUNG, 11)));
        assertThat(hung(brief))
                .as("one call ended after 4 s, others stand for 9 s")
                .hasSize(1);
        Snapshot late = look(17, hung(39, HUNG, 11));
        Snapshot later = look(18, hung(38, HUNG, 11));
        assertThat(hung(List.of(before, fewer, late, later, look(20, hung(38, HUNG, 11)))))
                .as("one call ended after 6 s")
                .isEmpty();
    }

    private static final Stack LATCH = parked("java.util.concurrent.CountDownLatch.await");

    private static Stack parked(String waits) {
        return Stacks.of(Thread.State.WAITING, "jdk.internal.misc.Unsafe.park", waits, "a.Bike.collect");
    }

    /** @param others of the pool that do something else */
    private static Snapshot latched(int second, Stack wait, Map<Stack, Double> others) {
        List<Standing> standing = second < 4 ? List.of() : hung(15, wait, -1);
        Map<Stack, Double> stacks = new HashMap<>(others);
        stacks.put(wait, 15.0);
        PoolLook pool = PoolLook.of("tomcat-8080", StationKind.SERVLET_WORKERS, 20, OptionalInt.empty(), stacks, false);
        return Snapshots.of(START.plusSeconds(second), List.of(pool), standing, List.of());
    }

    private static List<Hang> latched(Stack wait, Map<Stack, Double> others) {
        return hung(IntStream.rangeClosed(-1, 20)
                .mapToObj(second -> latched(second, wait, others))
                .toList());
    }

    @Test
    void whoWaitsForAFutureHangsWhereOthersOfItsPoolGetPastIt() {
        Stack work = Stacks.of(Thread.State.TIMED_WAITING, "java.lang.Thread.sleep", "a.Bike.collect");
        assertThat(latched(LATCH, Map.of(work, 5.0))).extracting(Hang::workers).containsExactly(15);
    }

    @Test
    void whereNobodyGetsPastThatWaitAllMayBeStarved() {
        assertThat(latched(LATCH, Map.of())).isEmpty();
        Stack justCame = parked("java.util.concurrent.CountDownLatch.await");
        assertThat(latched(LATCH, Map.of(justCame, 3.0))).isEmpty();
    }

    @Test
    void whoWaitsForAConnectionWaitsForThoseWhoHaveThem() {
        Stack work = Stacks.of(Thread.State.TIMED_WAITING, "java.lang.Thread.sleep", "a.Bike.collect");
        assertThat(latched(parked("com.zaxxer.hikari.util.ConcurrentBag.borrow"), Map.of(work, 5.0)))
                .isEmpty();
    }

    private static List<Hang> hung(List<Snapshot> looks) {
        return Hangs.find(looks, WINDOW.start(), WINDOW, Map.of(), new SocketWatch())
                .groups();
    }

    private static Hangs find(List<Standing> standing, Map<String, List<TimedWait>> timed) {
        Snapshot afterTheWindow = look(30, List.of());
        return Hangs.find(
                List.of(look(20, standing), afterTheWindow), WINDOW.start(), WINDOW, timed, new SocketWatch());
    }

    private static Snapshot look(int second, List<Standing> standing) {
        return Snapshots.of(START.plusSeconds(second), List.of(), standing, List.of());
    }

    private static List<Standing> hung(int count, Stack stack, int since) {
        List<Standing> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new Standing("tomcat-8080", stack, START.plusSeconds(since)));
        }
        return all;
    }
}
