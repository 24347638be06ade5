package dev.headroom.probe.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoolNamesTest {

    @ParameterizedTest
    @CsvSource({
        "http-nio-8888-exec-12, tomcat-8888, SERVLET_WORKERS",
        "https-jsse-nio-127.0.0.1-8443-exec-3, tomcat-8443, SERVLET_WORKERS",
        "http-nio-auto-1-40123-exec-1, tomcat-40123, SERVLET_WORKERS",
        "ForkJoinPool.commonPool-worker-7, common-pool, FORK_JOIN",
        "pool-2-thread-7, pool-2, EXECUTOR",
        "http-crew(7), http-crew, EXECUTOR",
        "crew [12], crew, EXECUTOR",
        "orders(eu), orders(eu), EXECUTOR",
        "own-pool-17, own-pool, EXECUTOR",
        "boundedElastic-12, boundedElastic, EXECUTOR",
        "OkHttp 127.0.0.1 connect, okhttp, EXECUTOR",
        "qtp1513945926-32, qtp1513945926, EXECUTOR",
        "qtp1513945926-32-acceptor-0@1f7b-ServerConnector@2e0f{HTTP/1.1}{0.0.0.0:8080}, qtp1513945926, EXECUTOR",
        "task-3, task, EXECUTOR",
        "Thread-3, Thread-N, EXECUTOR",
        "Thread, Thread, EXECUTOR",
        "Actor Thread-3, Actor Thread, EXECUTOR"
    })
    void aPoolIsNamedAsItsReaderKnowsIt(String thread, String name, StationKind kind) {
        assertThat(PoolNames.executor("java.util.concurrent.ThreadPoolExecutor", thread, false))
                .isEqualTo(new PoolNames.Named(name, kind));
    }

    @ParameterizedTest
    @CsvSource({
        "'', true, virtual-workers, EXECUTOR",
        "orders-7, true, orders, EXECUTOR",
        "orders-7, false, virtual-threads, VIRTUAL_THREADS"
    })
    void virtualThreadsServeATaskEachUnlessTheyAreWorkers(
            String thread, boolean worker, String name, StationKind kind) {
        assertThat(PoolNames.virtual(thread, worker)).isEqualTo(new PoolNames.Named(name, kind));
    }

    @ParameterizedTest
    @CsvSource({
        "reactor-http-epoll-3, netty-event-loops, EVENT_LOOPS",
        "reactor-http-nio-12, netty-event-loops, EVENT_LOOPS",
        "http-nio-8080-Acceptor, http-nio-8080-Acceptor, OTHER"
    })
    void aThreadThatNoExecutorOwnsIsToldByItsName(String thread, String name, StationKind kind) {
        Stack cut = Stacks.of(Thread.State.TIMED_WAITING, "java.lang.Thread.sleep", "a.B.c");
        assertThat(PoolNames.unowned(thread, cut)).isEqualTo(new PoolNames.Named(name, kind));
    }

    @Test
    void anEventLoopOfAnotherLibraryIsToldByItsBaseAndKeepsItsName() {
        Stack loop = Stacks.of(
                Thread.State.RUNNABLE,
                "io.netty.channel.epoll.Native.epollWait",
                "io.netty.util.concurrent.SingleThreadEventExecutor$5.run");
        assertThat(PoolNames.unowned("lettuce-epollEventLoop-4-1", loop))
                .isEqualTo(new PoolNames.Named("lettuce-epollEventLoop-4", StationKind.EVENT_LOOPS));
    }

    @Test
    void aForkJoinPoolOfTheApplicationIsNamedByItsThreads() {
        assertThat(PoolNames.executor("java.util.concurrent.ForkJoinPool", "ForkJoinPool-1-worker-3", false))
                .isEqualTo(new PoolNames.Named("ForkJoinPool-1", StationKind.FORK_JOIN));
    }

    @Test
    void aContainersPoolIsKnownUnderThePackageOfTheLibraryThatBringsIt() {
        assertThat(PoolNames.executor("wiremock.org.eclipse.jetty.util.thread.QueuedThreadPool", "qtp15-32", false)
                        .kind())
                .isEqualTo(StationKind.SERVLET_WORKERS);
    }

    @Test
    void whoWaitsForTheEndOfAChildIsOfTheJvm() {
        assertThat(PoolNames.isJvmThread("process reaper")).isTrue();
        assertThat(PoolNames.isJvmThread("process reaper (pid 4711)")).isTrue();
        assertThat(PoolNames.isJvmThread("SubPoller-0")).isTrue();
        assertThat(PoolNames.isJvmThread("idle-timeout-task")).isTrue();
        assertThat(PoolNames.isJvmThread("processing-1")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RMI Reaper",
                "RMI Scheduler(0)",
                "RMI RenewClean-[127.0.0.1:40123]",
                "RMI TCP Accept-1099",
                "RMI TCP Connection(idle)",
                "GC Daemon",
                "RMI GC Daemon",
                "GC Thread#0",
                "G1 Main Marker",
                "G1 Conc#0",
                "G1 Refine#0",
                "G1 Service",
                "JMX server connection timeout 31"
            })
    void theJvmsOwnThreadsAreToldByWhatItCallsThem(String thread) {
        assertThat(PoolNames.isJvmThread(thread)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GC -reports-1", "G1 prices-1", "RMI orders-1", "JMX poller-1"})
    void threadsOfTheApplicationMayBeginAsTheJvmsDo(String thread) {
        assertThat(PoolNames.isJvmThread(thread)).isFalse();
    }

    private static Stack connection(String... served) {
        List<String> frames = new ArrayList<>(List.of(served));
        frames.add("sun.rmi.server.UnicastServerRef.dispatch");
        frames.add("sun.rmi.transport.tcp.TCPTransport.handleMessages");
        frames.add(PoolNames.WORKER);
        return Stacks.of(Thread.State.RUNNABLE, frames);
    }

    @Test
    void whoServesACallOfTheApplicationByRmiIsItsWorker() {
        String thread = "RMI TCP Connection(7)-10.0.0.1";
        Stack serves = connection("shop.Orders.find");
        assertThat(PoolNames.isJvmThread(thread, serves)).isFalse();
        assertThat(PoolNames.told(thread, serves))
                .contains(new PoolNames.Named("RMI TCP Connection", StationKind.EXECUTOR));
        assertThat(PoolNames.isJvmThread("RMI Scheduler(0)", serves)).isTrue();
    }

    @Test
    void whoServesJmxOrWaitsForACallByRmiIsNot() {
        String thread = "RMI TCP Connection(7)-10.0.0.1";
        assertThat(PoolNames.isJvmThread(
                        thread, connection("shop.Orders.size", "javax.management.remote.rmi.RMIConnectionImpl.invoke")))
                .isTrue();
        assertThat(PoolNames.isJvmThread(thread, connection("java.io.ObjectOutputStream.writeObject")))
                .isTrue();
        assertThat(PoolNames.isJvmThread(thread, connection("java.io.FilterInputStream.read")))
                .isTrue();
    }
}
