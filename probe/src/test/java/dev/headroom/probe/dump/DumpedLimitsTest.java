package dev.headroom.probe.dump;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.probe.dump.DumpedThread.How;
import dev.headroom.probe.look.Snapshot.LimitLook;
import dev.headroom.probe.threads.Frame;
import dev.headroom.probe.threads.Interner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DumpedLimitsTest {

    private final DumpedLimits limits = new DumpedLimits(new Interner());

    private static DumpedThread borrower(long id, long object) {
        List<Frame> frames = List.of(
                new Frame("jdk.internal.misc.Unsafe.park", -1, true),
                new Frame("java.util.concurrent.locks.LockSupport.parkNanos", 269, false),
                new Frame("org.apache.tomcat.jdbc.pool.FairBlockingQueue.poll", 156, false),
                new Frame("org.apache.tomcat.jdbc.pool.ConnectionPool.borrowConnection", 739, false),
                new Frame("shop.Orders.find", 12, false));
        return new DumpedThread(
                id,
                0,
                "exec-" + id,
                "",
                Thread.State.TIMED_WAITING,
                frames,
                Optional.of(new Lock(object, "java.util.concurrent.CountDownLatch$Sync")),
                How.IS_PARKED,
                List.of());
    }

    private List<LimitLook> waiting(int threads, int objects, int from) {
        List<DumpedThread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(borrower(i, from + i % objects));
        }
        return limits.of(new ThreadDump(all, 0)).limits();
    }

    @Test
    void threadsThatWaitAtOneLineEachOnAnObjectOfItsOwnWaitForOnePool() {
        LimitLook before = waiting(5, 5, 100).getFirst();
        List<LimitLook> after = waiting(7, 7, 200);
        assertThat(after).hasSize(1);
        assertThat(after.getFirst().limited()).isEqualTo(before.limited());
        assertThat(after.getFirst().limited().kind()).isEqualTo(LimitKind.CONNECTION_POOL);
        assertThat(after.getFirst().waiting()).isEqualTo(OptionalInt.of(7));
        assertThat(waiting(1, 1, 300).getFirst().limited()).isEqualTo(before.limited());
    }

    private LimitKind borrowing(String... callers) {
        List<Frame> frames = new ArrayList<>(List.of(
                new Frame("jdk.internal.misc.Unsafe.park", -1, true),
                new Frame("org.apache.commons.pool2.impl.LinkedBlockingDeque.takeFirst", -1, false),
                new Frame("org.apache.commons.pool2.impl.GenericObjectPool.borrowObject", -1, false)));
        for (String caller : callers) {
            frames.add(new Frame(caller, caller.startsWith("shop.") ? 12 : -1, false));
        }
        DumpedThread thread = new DumpedThread(
                1,
                0,
                "exec-1",
                "",
                Thread.State.WAITING,
                frames,
                Optional.of(new Lock(100, "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject")),
                How.IS_PARKED,
                List.of());
        return new DumpedLimits(new Interner())
                .of(new ThreadDump(List.of(thread), 0))
                .limits()
                .getFirst()
                .limited()
                .kind();
    }

    @Test
    void objectsAreConnectionsWhereALibraryBorrowsThemForTheApplication() {
        assertThat(borrowing(
                        "org.apache.commons.dbcp2.PoolingDataSource.getConnection",
                        "org.apache.commons.dbcp2.BasicDataSource.getConnection",
                        "shop.Orders.find"))
                .isEqualTo(LimitKind.CONNECTION_POOL);
        assertThat(borrowing("io.lettuce.core.support.ConnectionPoolSupport$1.borrowObject", "shop.Orders.find"))
                .isEqualTo(LimitKind.CONNECTION_POOL);
        assertThat(borrowing("shop.Parsers.parse", "org.apache.commons.dbcp2.BasicDataSource.getConnection"))
                .as("the application borrows while the library calls it")
                .isEqualTo(LimitKind.OBJECT_POOL);
    }

    @Test
    void poolsForWhichSeveralWaitAreToldApart() {
        assertThat(waiting(6, 2, 100)).hasSize(2);
    }

    @Test
    void whoAwaitsNoticeOfAnObjectThatIsNotToldIsNotTheOwnerOfItsMonitor() throws IOException {
        ThreadDump dump = new ThreadDump.Parser().parse(new BufferedReader(new StringReader("""
                        "waits" #31 [1] prio=5 os_prio=0 cpu=0.34ms elapsed=8s tid=0x1 nid=1 in Object.wait()
                           java.lang.Thread.State: WAITING (on object monitor)
                        \tat java.lang.Object.wait0(java.base@25/Native Method)
                        \t- waiting on <no object reference available>
                        \tat shop.Queue.take(Queue.java:9)
                        \t- locked <0x00000000000000aa> (a shop.Queue)
                        "enters" #32 [2] prio=5 os_prio=0 cpu=0.34ms elapsed=8s tid=0x2 nid=2 waiting for monitor entry
                           java.lang.Thread.State: BLOCKED (on object monitor)
                        \tat shop.Queue.put(Queue.java:20)
                        \t- waiting to lock <0x00000000000000aa> (a shop.Queue)
                        "owns" #33 [3] prio=5 os_prio=0 cpu=0.34ms elapsed=8s tid=0x3 nid=3 runnable
                           java.lang.Thread.State: RUNNABLE
                        \tat shop.Queue.size(Queue.java:30)
                        \t- eliminated <0x00000000000000aa> (a shop.Queue)
                        \tat shop.Queue.show(Queue.java:40)
                        \t- locked <0x00000000000000aa> (a shop.Queue)
                        """)));
        assertThat(limits.of(dump).limits())
                .singleElement()
                .satisfies(monitor -> assertThat(monitor.holder().orElseThrow().frames())
                        .containsExactly("shop.Queue.size", "shop.Queue.show"));
    }

    private static DumpedThread blocked(long id, long address, String type) {
        return new DumpedThread(
                id,
                0,
                "exec-" + id,
                id + ".00ms",
                Thread.State.BLOCKED,
                List.of(
                        new Frame("java.util.concurrent.ConcurrentHashMap.computeIfAbsent", -1, false),
                        new Frame("shop.Prices.find", 12, false)),
                Optional.of(new Lock(address, type)),
                How.ENTERS,
                List.of());
    }

    /** Each guards one key for as long as that is loaded. */
    @ParameterizedTest
    @ValueSource(strings = {"java.util.concurrent.ConcurrentHashMap$ReservationNode", "java.lang.Object"})
    void locksThatComeAndGoAreNotOneThatLasts(String type) {
        Set<String> seen = new HashSet<>();
        for (int dump = 0; dump < 12; dump++) {
            List<DumpedThread> all = List.of(blocked(2 * dump, dump, type), blocked(2 * dump + 1, dump, type));
            LimitLook lock = limits.of(new ThreadDump(all, 0)).limits().getFirst();
            assertThat(lock.waiting()).hasValue(2);
            seen.add(lock.limited().id());
        }
        assertThat(seen).hasSize(12);
    }
}
