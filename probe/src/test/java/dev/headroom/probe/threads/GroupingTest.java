package dev.headroom.probe.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot.PoolLook;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupingTest {

    private final Map<Long, String> owned = new HashMap<>();
    private final Grouping grouping = new Grouping(owned::put);

    /** A thread that is never seen at rest never shows the end of its stack. */
    @ParameterizedTest
    @CsvSource({
        "ForkJoinPool.commonPool-worker-7, common-pool, FORK_JOIN",
        "http-nio-8080-exec-12, tomcat-8080, SERVLET_WORKERS",
        "XNIO-1 task-3, XNIO-1 task, SERVLET_WORKERS"
    })
    void aThreadWhoseStackIsCutIsOfThePoolThatItsNameTells(String thread, String pool, StationKind kind) {
        Stack cut = Stacks.of(Thread.State.RUNNABLE, "sun.nio.ch.Net.poll", "example.Shop.call", "example.Shop.work");
        assertThat(grouping.name(new SeenThread(7, thread, cut))).isEqualTo(new PoolNames.Named(pool, kind));
        assertThat(owned).containsEntry(7L, pool);
    }

    private static final Stack EXECUTES = Stacks.of(
            Thread.State.TIMED_WAITING,
            "java.lang.Thread.sleep",
            "shop.Work.run",
            "java.util.concurrent.ThreadPoolExecutor$Worker.run");
    private static final Stack FORKS =
            Stacks.of(Thread.State.RUNNABLE, "shop.Work.sum", "java.util.concurrent.ForkJoinWorkerThread.run");
    private static final Stack CUT = Stacks.of(Thread.State.RUNNABLE, "shop.Work.deep");

    private static List<SeenThread> threads(int first, int count, Stack stack) {
        return IntStream.range(first, first + count)
                .mapToObj(i -> new SeenThread(i, "orders-" + i, stack))
                .toList();
    }

    private static List<SeenThread> both(List<SeenThread> some, List<SeenThread> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private PoolNames.Named worker(int number, Stack stack) {
        return grouping.name(new SeenThread(number, "Camel (main) thread #" + number + " - Threads", stack));
    }

    @Test
    void aWorkerWhoseNumberStandsWithinItsNameIsOfAPoolFromTheFirstLookAndOfItsCrewOnceThatIsSeen() {
        assertThat(worker(1, EXECUTES).kind()).isEqualTo(StationKind.EXECUTOR);
        assertThat(owned).containsEntry(1L, "Camel (main) thread #1 - Threads");
        assertThat(worker(1, CUT).kind()).isEqualTo(StationKind.EXECUTOR);

        worker(2, EXECUTES);
        assertThat(worker(3, EXECUTES).name()).isEqualTo("Camel (main) thread - Threads");
        assertThat(worker(1, CUT)).isEqualTo(worker(3, CUT));
        assertThat(owned).containsEntry(1L, "Camel (main) thread - Threads");
    }

    @Test
    void twoPoolsOfOneNameAndOfTwoKindsAreTwoAndEachKeepsItsName() {
        List<SeenThread> two = threads(0, 2, EXECUTES);
        List<SeenThread> eight = threads(100, 8, FORKS);

        for (List<SeenThread> dump : List.of(both(two, eight), both(eight, two))) {
            assertThat(grouping.group(dump))
                    .extracting(PoolLook::name, PoolLook::kind, PoolLook::workers)
                    .containsExactlyInAnyOrder(
                            tuple("orders", StationKind.EXECUTOR, 2), tuple("orders#2", StationKind.FORK_JOIN, 8));
        }
        assertThat(owned).containsEntry(0L, "orders").containsEntry(100L, "orders#2");
    }

    /** Such a thread never showed whose it is; its name says it. */
    @Test
    void aThreadWhoseStackIsCutIsOfThePoolThatHasItsName() {
        assertThat(grouping.group(threads(0, 1, CUT)))
                .extracting(PoolLook::name)
                .containsExactly("orders");
        for (List<SeenThread> dump : List.of(
                both(threads(0, 1, CUT), threads(1, 3, EXECUTES)), both(threads(1, 3, EXECUTES), threads(0, 1, CUT)))) {
            assertThat(grouping.group(dump))
                    .extracting(PoolLook::name, PoolLook::kind, PoolLook::workers)
                    .containsExactly(tuple("orders", StationKind.EXECUTOR, 4));
        }
    }

    @Test
    void workersThatAreVirtualThreadsAreAPoolOfTheirOwn() {
        grouping.group(threads(0, 2, EXECUTES));

        assertThat(grouping.virtual(Map.of(new PoolNames.Named("orders", StationKind.EXECUTOR), Map.of(EXECUTES, 7.0))))
                .extracting(PoolLook::name, PoolLook::workers)
                .containsExactly(tuple("orders#2", 7));
    }

    @Test
    void noOtherPoolTakesAGivenName() {
        grouping.group(both(threads(0, 2, EXECUTES), threads(100, 8, FORKS)));

        assertThat(grouping.name(new SeenThread(200, "orders#2-1", EXECUTES)).name())
                .isEqualTo("orders#2#2");
    }

    private List<PoolLook> main(Thread.State state, String... frames) {
        List<String> all =
                Stream.concat(Stream.of(frames), Stream.of("shop.Ledger.main")).toList();
        return grouping.group(List.of(new SeenThread(1, "main", Stacks.of(state, all))));
    }

    /** As a writer that others wait for. */
    @Test
    void theMainThreadIsAPoolOfOneWhereItWorksOrTakesWork() {
        assertThat(main(Thread.State.RUNNABLE, "shop.Ledger.loop"))
                .extracting(PoolLook::name, PoolLook::kind, PoolLook::workers)
                .containsExactly(tuple("main", StationKind.OTHER, 1));
        assertThat(main(
                        Thread.State.WAITING,
                        "jdk.internal.misc.Unsafe.park",
                        "java.util.concurrent.LinkedBlockingQueue.take",
                        "shop.Ledger.loop"))
                .extracting(PoolLook::workers)
                .containsExactly(1);
    }

    @Test
    void theMainThreadIsNobodyWhereItWaitsForTheEnd() {
        assertThat(main(Thread.State.WAITING, "java.lang.Object.wait0", "java.lang.Thread.join"))
                .isEmpty();
        assertThat(main(
                        Thread.State.WAITING,
                        "jdk.internal.misc.Unsafe.park",
                        "java.util.concurrent.CountDownLatch.await"))
                .isEmpty();
        assertThat(main(Thread.State.RUNNABLE, "java.io.FileInputStream.readBytes", "java.io.FileInputStream.read"))
                .isEmpty();
        assertThat(grouping.group(List.of(new SeenThread(
                        1,
                        "main",
                        Stacks.of(
                                Thread.State.TIMED_WAITING,
                                "java.lang.Thread.sleep",
                                "org.apache.catalina.core.StandardServer.await",
                                "org.apache.catalina.startup.Bootstrap.main")))))
                .isEmpty();
    }
}
