package dev.headroom.probe.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot.PoolLook;
import dev.headroom.probe.look.Snapshot.Standing;
import dev.headroom.probe.threads.Grouping;
import dev.headroom.probe.threads.SeenThread;
import dev.headroom.probe.threads.Stood;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who stands for long is told by one rule, whether the agent looks or a dump. */
class StandingTest {

    private static final Instant BEGAN = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<String> READS =
            List.of("sun.nio.ch.SocketDispatcher.read0", "java.net.Socket$SocketInputStream.read", "shop.Client.get");
    private static final long THREAD = 7;

    private final StreamPools pools = new StreamPools();
    private final ThreadPlaces places = new ThreadPlaces(pools);

    private static Stack stack(List<String> above, String base) {
        List<String> frames = new ArrayList<>(above);
        frames.add(base);
        return Stacks.of(Thread.State.RUNNABLE, frames);
    }

    private List<Standing> byAgent(int pool, String name, Stack stack, Duration stood) {
        pools.name(0, PoolNames.executor("java.util.concurrent.ThreadPoolExecutor", name, false));
        places.begin();
        places.thread(THREAD, pool, name, false);
        places.moved(THREAD, Optional.of(stack), 0, BEGAN);
        return places.standing(BEGAN.plus(stood));
    }

    private static List<Standing> byDumps(String name, Stack stack, Duration stood) {
        Stood dumps = new Stood(new Grouping((thread, pool) -> {}));
        dumps.see(Map.of(THREAD, "1ms"), BEGAN);
        dumps.see(Map.of(THREAD, "1ms"), BEGAN.plus(stood));
        return dumps.of(List.of(new SeenThread(THREAD, name, stack)), BEGAN.plus(stood));
    }

    @ParameterizedTest
    @CsvSource({
        "nioEventLoopGroup-2-1, io.netty.channel.nio.NioEventLoop.run, 30, 1",
        "nioEventLoopGroup-2-1, io.netty.channel.nio.NioEventLoop.run, 3, 0",
        "http-nio-8080-exec-3, shop.Rates.deep, 30, 1",
        "orders-1, java.util.concurrent.ThreadPoolExecutor$Worker.run, 30, 1",
        "orders-1, java.util.concurrent.ForkJoinWorkerThread.run, 30, 1",
        "listener-1, shop.Listener.run, 30, 0",
        "RMI TCP Connection(1), java.util.concurrent.ThreadPoolExecutor$Worker.run, 30, 1",
        "RMI TCP Connection(1), javax.management.remote.rmi.RMIConnectionImpl.invoke, 30, 0",
        "RMI Scheduler(0), java.util.concurrent.ThreadPoolExecutor$Worker.run, 30, 0",
        "carrier-1, jdk.internal.vm.Continuation.run, 30, 0"
    })
    void aThreadThatNoPoolOwnsIsNotedAsADumpNotesIt(String name, String base, int seconds, int noted) {
        Stack reads = stack(READS, base);
        Duration stood = Duration.ofSeconds(seconds);

        assertThat(byAgent(ThreadPlaces.NO_POOL, name, reads, stood))
                .hasSize(noted)
                .isEqualTo(byDumps(name, reads, stood));
    }

    @ParameterizedTest
    @CsvSource({"orders-1, 1", "RMI TCP Connection(1), 1", "RMI Scheduler(0), 0"})
    void aWorkerIsNotedAsADumpNotesIt(String name, int noted) {
        Stack reads = stack(READS, "java.util.concurrent.ThreadPoolExecutor$Worker.run");
        Duration stood = Duration.ofSeconds(30);

        assertThat(byAgent(0, name, reads, stood)).hasSize(noted).isEqualTo(byDumps(name, reads, stood));
    }

    /** It waits inside the JVM, for a class that another thread initialises; a dump's threads are told so before. */
    @Test
    void whoIsRunnableAndUsesNoProcessorWaits() {
        Stack computes = stack(List.of("shop.Rates.load"), "shop.Shop.handle");
        Duration stood = Duration.ofSeconds(30);

        for (List<Standing> noted : List.of(
                byAgent(ThreadPlaces.NO_POOL, "http-nio-8080-exec-3", computes, stood),
                byDumps("http-nio-8080-exec-3", computes.waiting(), stood))) {
            assertThat(noted)
                    .extracting(Standing::pool, one -> one.stack().reading().activity())
                    .containsExactly(tuple("tomcat-8080", Activity.AWAITING_OTHER));
        }
    }

    @Test
    void theyStandInTheStationThatTheyAreCountedIn() {
        Map<Long, String> told = new HashMap<>();
        String name = "http-nio-8080-exec-3";
        Stack reads = stack(READS, "shop.Rates.deep");
        List<Standing> standing = byAgent(ThreadPlaces.NO_POOL, name, reads, Duration.ofSeconds(30));
        Map<String, PoolSum> sums = new LinkedHashMap<>();
        places.addTo(sums, told::put, BEGAN);

        assertThat(sums.values())
                .extracting(PoolSum::look)
                .singleElement()
                .extracting(PoolLook::name, PoolLook::kind, PoolLook::workers)
                .containsExactly("tomcat-8080", StationKind.SERVLET_WORKERS, 1);
        assertThat(standing).extracting(Standing::pool).containsExactly("tomcat-8080");
        assertThat(told).containsEntry(THREAD, "tomcat-8080");
    }

    /** Their executor's own figures count who serves JMX, and who waits for a call. */
    @Test
    void ofRmisWorkersThoseAreCountedThatServeTheApplication() {
        pools.name(0, PoolNames.executor("java.util.concurrent.ThreadPoolExecutor", "RMI TCP Connection(idle)", false));
        places.begin();
        List<String> bases = List.of("shop.Orders.find", "javax.management.remote.rmi.RMIConnectionImpl.invoke");
        for (int i = 0; i < bases.size(); i++) {
            places.thread(i, 0, "RMI TCP Connection(%d)-10.0.0.1".formatted(i), false);
            places.moved(i, Optional.of(stack(READS, bases.get(i))), 0, BEGAN);
        }

        List<PoolLook> looks = pools.looks(
                Map.of(0, new StreamPools.Figures(2, OptionalInt.of(Integer.MAX_VALUE), 2, OptionalInt.of(0), 0)),
                Map.of(),
                List.of(),
                sums -> places.addTo(sums, (thread, pool) -> {}, BEGAN));

        assertThat(looks)
                .extracting(PoolLook::name, PoolLook::kind, PoolLook::workers, PoolLook::active, PoolLook::maximum)
                .containsExactly(tuple("RMI TCP Connection", StationKind.EXECUTOR, 1, 1.0, OptionalInt.empty()));
    }
}
