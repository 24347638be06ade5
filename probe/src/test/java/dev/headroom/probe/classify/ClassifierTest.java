package dev.headroom.probe.classify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Peers;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClassifierTest {

    @ParameterizedTest
    @CsvSource({
        "17-accepts, IDLE",
        "17-cleaner, IDLE",
        "17-common-pool-reads-socket, AWAITING_DOWNSTREAM",
        "17-executor-awaits-future, AWAITING_POOL",
        "17-sleeps, SLEEPING",
        "25-carrier-idle, IDLE",
        "25-common-pool-reads-socket, AWAITING_DOWNSTREAM",
        "25-logback-appender, IDLE",
        "25-tomcat-acceptor, IDLE",
        "25-tomcat-acceptor-latched, IDLE",
        "25-tomcat-awaits-future, AWAITING_POOL",
        "25-tomcat-container, IDLE",
        "25-tomcat-idle, IDLE",
        "25-tomcat-poller, IDLE",
        "25-virtual-awaits-parts, AWAITING_POOL",
        "25-virtual-awaits-tasks, AWAITING_POOL",
        "25-virtual-reads-socket, AWAITING_DOWNSTREAM"
    })
    void aRecordedStackTellsItsActivityByFrame(String name, Activity activity) throws Exception {
        assertThat(Stacks.recorded(name).reading().activity()).isEqualTo(activity);
    }

    @Test
    void aRunnableThreadInASocketReadWaitsForItsDownstream() {
        assertThat(activity(Thread.State.RUNNABLE, "sun.nio.ch.Net.poll", "sun.nio.ch.NioSocketImpl.park", "a.B.c"))
                .isEqualTo(Activity.AWAITING_DOWNSTREAM);
    }

    @ParameterizedTest
    @CsvSource({
        "TIMED_WAITING, java.lang.Object.wait0, org.apache.tomcat.util.net.NioEndpoint$NioSocketWrapper.doWrite",
        "RUNNABLE, sun.nio.ch.EPoll.wait, org.xnio.channels.Channels.writeBlocking",
        "WAITING, jdk.internal.misc.Unsafe.park, org.eclipse.jetty.io.content.ContentSinkOutputStream.write",
        "RUNNABLE, sun.nio.ch.SocketDispatcher.read0, sun.net.httpserver.Request$ReadStream.readImpl"
    })
    void aWorkerWaitsForItsClientToTakeOrToSendMore(Thread.State state, String top, String server) {
        StackReading reading = Stacks.of(state, top, server, "a.B.c").reading();
        assertThat(reading.activity()).isEqualTo(Activity.AWAITING_DOWNSTREAM);
        assertThat(reading.on()).isEqualTo(Peers.CLIENTS);
        assertThat(activity(Thread.State.BLOCKED, "a.B.c", server)).isEqualTo(Activity.AWAITING_LOCK);
        assertThat(activity(Thread.State.RUNNABLE, "a.B.c", server)).isEqualTo(Activity.RUNNING);
    }

    @Test
    void whoReadsTheNextRequestOfAConnectionIsIdle() {
        assertThat(activity(
                        Thread.State.RUNNABLE,
                        "sun.nio.ch.SocketDispatcher.read0",
                        "sun.net.httpserver.Request$ReadStream.readImpl",
                        "sun.net.httpserver.Request.readLine"))
                .isEqualTo(Activity.IDLE);
    }

    /** It uses a core for it, and gets on by nothing that it does itself. */
    @Test
    void whoGivesItsCoreAwayWaits() {
        assertThat(activity(Thread.State.RUNNABLE, "java.lang.Thread.yield0", "java.lang.Thread.yield", "a.Spin.lock"))
                .isEqualTo(Activity.AWAITING_OTHER);
        assertThat(activity(Thread.State.RUNNABLE, "java.lang.Thread.yield", "a.Spin.lock"))
                .isEqualTo(Activity.AWAITING_OTHER);
        assertThat(activity(Thread.State.RUNNABLE, "a.Spin.work", "a.Spin.lock", "java.lang.Thread.yield"))
                .isEqualTo(Activity.RUNNING);
    }

    /** On the same method as a socket's. */
    @Test
    void aPipeIsReadFromThreadsOfTheSameProcess() {
        List<String> read = List.of("sun.nio.ch.SocketDispatcher.read0", "sun.nio.ch.SocketDispatcher.read");
        assertThat(waiting(read, List.of("sun.nio.ch.SocketChannelImpl.read", "a.B.c")))
                .isEqualTo(Activity.AWAITING_DOWNSTREAM);
        assertThat(waiting(read, List.of("sun.nio.ch.SourceChannelImpl.read", "a.B.c")))
                .isEqualTo(Activity.AWAITING_OTHER);
    }

    /** A library that nobody knows by its name, but for where the agent saw that its classes come from. */
    @Test
    void aThreadOfALibraryThatWaitsWithNothingOfTheApplicationsIsIdle() {
        List<String> waits = List.of(
                "java.lang.Object.wait0",
                "java.lang.Object.wait",
                "com.ring.Barrier.waitFor",
                "com.ring.Processor.run",
                "java.lang.Thread.run");
        int[] library = {Stack.LIBRARY, Stack.LIBRARY, Stack.LIBRARY, Stack.LIBRARY, Stack.LIBRARY};
        int[] application = {Stack.LIBRARY, Stack.LIBRARY, 17, 18, Stack.LIBRARY};

        assertThat(told(waits, library)).isEqualTo(Activity.IDLE);
        assertThat(told(waits, application)).isEqualTo(Activity.AWAITING_OTHER);
        assertThat(told(waits, new int[0])).isEqualTo(Activity.AWAITING_OTHER);
    }

    /** The thread of delays of a fork-join pool, which completes futures that time out, and its worker that runs a task of it. */
    @Test
    void aSchedulerOfDelaysIsIdleOnlyWhereItWaitsItself() {
        List<String> loop =
                List.of("java.util.concurrent.DelayScheduler.loop", "java.util.concurrent.DelayScheduler.run");
        assertThat(waiting(List.of("jdk.internal.misc.Unsafe.park"), loop)).isEqualTo(Activity.IDLE);
        List<String> sleeps = List.of("java.lang.Thread.sleepNanos0", "java.lang.Thread.sleep", "a.Book.keep");
        assertThat(waiting(sleeps, loop)).isEqualTo(Activity.SLEEPING);
        List<String> task = List.of("java.util.concurrent.DelayScheduler$ScheduledForkJoinTask.compute");
        assertThat(waiting(sleeps, task)).isEqualTo(Activity.SLEEPING);
    }

    private static Activity told(List<String> frames, int[] lines) {
        return new Stack(Thread.State.WAITING, "java.lang.Object", frames, lines, Optional.empty())
                .reading()
                .activity();
    }

    /** It runs its tasks within the method in which it waits for the next one. */
    @Test
    void aTimerIsIdleOnlyWhereItWaitsItself() {
        List<String> loop = List.of("java.util.TimerThread.mainLoop", "java.util.TimerThread.run");
        List<String> task = List.of("a.Task.run", "java.util.TimerThread.mainLoop", "java.util.TimerThread.run");
        List<String> waits = List.of("java.lang.Object.wait0", "java.lang.Object.wait", "java.lang.Object.wait");
        assertThat(waiting(waits, loop)).isEqualTo(Activity.IDLE);
        assertThat(waiting(waits.subList(1, 3), loop)).isEqualTo(Activity.IDLE);
        assertThat(waiting(List.of("java.lang.Thread.sleep"), task)).isEqualTo(Activity.SLEEPING);
        assertThat(waiting(waits, task)).isEqualTo(Activity.AWAITING_OTHER);
    }

    @Test
    void aSystemCallRunsUntilItIsKnownToWait() {
        Stack writes = Stacks.of(
                Thread.State.RUNNABLE,
                "sun.nio.ch.SocketDispatcher.write0",
                "sun.net.httpserver.Request$WriteStream.write",
                "a.B.c");
        assertThat(writes.isInSystemCall()).isTrue();
        assertThat(writes.reading().activity()).isEqualTo(Activity.RUNNING);
        assertThat(writes.waiting().reading().on()).isEqualTo(Peers.CLIENTS);
        Stack syncs = Stacks.of(Thread.State.RUNNABLE, "sun.nio.ch.UnixFileDispatcherImpl.force0", "a.B.c");
        assertThat(syncs.isInSystemCall()).isTrue();
        assertThat(syncs.waiting().reading().on()).isEqualTo(Peers.FILES);
    }

    @Test
    void aLibraryIsKnownUnderThePackageOfTheOneThatBringsIt() {
        Stack stack = Stacks.of(
                Thread.State.RUNNABLE,
                "io.grpc.netty.shaded.io.netty.channel.epoll.Native.epollWait",
                "io.grpc.netty.shaded.io.netty.util.concurrent.SingleThreadEventExecutor$5.run");
        assertThat(stack.reading().activity()).isEqualTo(Activity.IDLE);
        assertThat(stack.has("io.netty.util.concurrent.SingleThreadEventExecutor"))
                .isTrue();
    }

    @Test
    void soItIsWhereThatPackageDoesNotSayThatItIsShaded() {
        Stack idle = Stacks.of(
                Thread.State.TIMED_WAITING,
                "jdk.internal.misc.Unsafe.park",
                "wiremock.org.eclipse.jetty.util.BlockingArrayQueue.poll",
                "wiremock.org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.idleJobPoll",
                "wiremock.org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.run");
        assertThat(idle.reading().activity()).isEqualTo(Activity.IDLE);
        assertThat(Application.site(idle)).isEmpty();
        assertThat(Application.isLibrary("org.springframework.boot.Launcher.run"))
                .isTrue();
        assertThat(Application.isLibrary("io.acme.org.Unit.run")).isFalse();
    }

    @Test
    void theClockOfALibraryIsIdleBetweenTwoTicks() {
        String sleep = "java.lang.Thread.sleep";
        String run = "java.lang.Thread.run";
        assertThat(activity(
                        Thread.State.TIMED_WAITING,
                        sleep,
                        "org.apache.pekko.actor.LightArrayRevolverScheduler.waitNanos",
                        "org.apache.pekko.actor.LightArrayRevolverScheduler$$anon$3.run",
                        run))
                .isEqualTo(Activity.IDLE);
        assertThat(activity(Thread.State.TIMED_WAITING, sleep, "shop.Ledger.book", run))
                .isEqualTo(Activity.SLEEPING);
        assertThat(activity(
                        Thread.State.TIMED_WAITING,
                        sleep,
                        "org.apache.commons.io.Throttle.pause",
                        "java.util.concurrent.ThreadPoolExecutor.runWorker",
                        run))
                .isEqualTo(Activity.SLEEPING);
    }

    /** A reserved thread of Jetty 12.0. */
    @Test
    void aThreadOfALibraryThatWaitsForASignalHoldsNoRequest() {
        List<String> waits = List.of(
                "jdk.internal.misc.Unsafe.park",
                "java.util.concurrent.locks.LockSupport.parkNanos",
                "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire",
                "java.util.concurrent.locks.AbstractQueuedSynchronizer.tryAcquireSharedNanos",
                "java.util.concurrent.Semaphore.tryAcquire");
        List<String> own = List.of(
                "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.waitForTask",
                "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.run",
                "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.run",
                "java.lang.Thread.run");
        List<String> called = List.of("org.acme.Gate.enter", "shop.Orders.book", "java.lang.Thread.run");
        assertThat(waiting(waits, own)).isEqualTo(Activity.IDLE);
        assertThat(waiting(waits, called)).isEqualTo(Activity.AWAITING_LOCK);
    }

    private static Activity waiting(List<String> waits, List<String> callers) {
        return Stacks.of(
                        Thread.State.TIMED_WAITING,
                        Stream.concat(waits.stream(), callers.stream()).toArray(String[]::new))
                .reading()
                .activity();
    }

    @Test
    void aProxyIsNoLineOfTheApplication() {
        assertThat(site("shop.Orders$$SpringCGLIB$$0.place")).isEqualTo("shop.Api.order:70");
        assertThat(site("shop.$Proxy138.findById")).isEqualTo("shop.Api.order:70");
        assertThat(site("jdk.proxy2.$Proxy138.findById")).isEqualTo("shop.Api.order:70");
        assertThat(site("shop.Item$HibernateProxy$4zXr.getName")).isEqualTo("shop.Api.order:70");
        assertThat(site("shop.Orders_ClientProxy.place")).isEqualTo("shop.Api.order:70");
        assertThat(site("shop.Orders$$anon$1.place")).isEqualTo("shop.Orders$$anon$1.place");
        assertThat(site("shop.ProxyCache.place")).isEqualTo("shop.ProxyCache.place");
    }

    private static String site(String above) {
        return Application.site(Stacks.of(
                Thread.State.WAITING,
                "com.zaxxer.hikari.util.ConcurrentBag.borrow",
                above + ":0",
                "shop.Api.order:70",
                "java.lang.Thread.run"));
    }

    /** The JDK parks; whoever took the queue is its own loop, or a pool that a request asks. */
    private static Stack takes(String... below) {
        return Stacks.of(
                Thread.State.TIMED_WAITING,
                Stream.concat(
                                Stream.of(
                                        "jdk.internal.misc.Unsafe.park",
                                        "java.util.concurrent.locks.LockSupport.parkNanos",
                                        "java.util.concurrent.LinkedBlockingQueue.poll"),
                                Stream.of(below))
                        .toArray(String[]::new));
    }

    @Test
    void whoTakesFromAQueueNearItsBaseWaitsForWorkAndARequestThatDoesSoWaits() {
        Stack consumer = takes("shop.Clerk.next", "shop.Clerk.loop", "java.lang.Thread.run");
        assertThat(consumer.reading().activity()).isEqualTo(Activity.IDLE);
        Stack request = takes(
                "store.Depot.claim",
                "store.Depot.borrow",
                "shop.Orders.price",
                "shop.Orders.handle",
                "front.Chain.next",
                "front.Security.handle",
                "front.Router.handle",
                "front.Connection.read",
                "front.Worker.run",
                "java.lang.Thread.run");
        assertThat(request.reading().activity()).isEqualTo(Activity.AWAITING_OTHER);
    }

    @Test
    void whoWaitsForRoomInAQueueWaitsForThoseThatTakeFromIt() {
        assertThat(activity(
                        Thread.State.WAITING,
                        "jdk.internal.misc.Unsafe.park",
                        "java.util.concurrent.ArrayBlockingQueue.put",
                        "ch.qos.logback.core.AsyncAppenderBase.put"))
                .isEqualTo(Activity.AWAITING_POOL);
    }

    @Test
    void aThreadThatComputesRuns() {
        assertThat(activity(Thread.State.RUNNABLE, "a.B.compute", "java.util.concurrent.ThreadPoolExecutor.runWorker"))
                .isEqualTo(Activity.RUNNING);
    }

    private static final String[] STREAM = {
        "a.Facade.lambda$data$0",
        "java.util.stream.ReferencePipeline$3$1.accept",
        "java.util.stream.AbstractPipeline.copyInto",
        "java.util.stream.ReduceOps$ReduceTask.doLeaf",
        "java.util.stream.AbstractTask.compute",
        "java.util.concurrent.CountedCompleter.exec",
        "java.util.concurrent.ForkJoinTask.doExec",
        "java.util.concurrent.ForkJoinTask.invoke",
        "java.util.stream.ReduceOps$ReduceOp.evaluateParallel",
        "a.Facade.data"
    };

    @Test
    void aCallerThatHelpsItsParallelStreamWaitsForTheDownstreamOfThePartThatItDoes() {
        assertThat(activity(
                        Thread.State.RUNNABLE,
                        with(
                                STREAM,
                                "sun.nio.ch.NioSocketImpl.park",
                                "okio.InputStreamSource.read",
                                "okio.AsyncTimeout$source$1.read")))
                .isEqualTo(Activity.AWAITING_DOWNSTREAM);
    }

    @Test
    void aCallerThatComputesAPartOfItsParallelStreamRuns() {
        assertThat(activity(Thread.State.RUNNABLE, STREAM)).isEqualTo(Activity.RUNNING);
    }

    @Test
    void aCallerWhosePartsAreAllTakenWaitsForThePool() {
        assertThat(activity(
                        Thread.State.WAITING,
                        "jdk.internal.misc.Unsafe.park",
                        "java.util.concurrent.locks.LockSupport.park",
                        "java.util.concurrent.ForkJoinTask.awaitDone",
                        "java.util.concurrent.ForkJoinTask.invoke",
                        "java.util.stream.ReduceOps$ReduceOp.evaluateParallel",
                        "a.Facade.data"))
                .isEqualTo(Activity.AWAITING_POOL);
    }

    @Test
    void aVirtualThreadThatSleepsForNobodyIsBackgroundAndOneWithATaskIsNot() {
        String sleep = "java.lang.VirtualThread.sleepNanos";
        String called = "java.lang.Thread.sleep";
        String own = "shop.Prices.refresh";
        String run = "java.lang.VirtualThread.run";
        assertThat(sleeping(sleep, called, own, "shop.Prices.lambda$start$0", run))
                .isEqualTo(Activity.IDLE);
        assertThat(sleeping(sleep, called, own, "java.util.concurrent.FutureTask.run", run))
                .isEqualTo(Activity.SLEEPING);
        assertThat(sleeping(sleep, called, own, "sun.net.httpserver.ServerImpl$Exchange.run", run))
                .isEqualTo(Activity.SLEEPING);
        assertThat(sleeping(sleep, called, own, "org.apache.tomcat.util.net.SocketProcessorBase.run", own, run))
                .isEqualTo(Activity.SLEEPING);
        assertThat(sleeping(sleep, called, "java.util.concurrent.FutureTask.run", run))
                .isEqualTo(Activity.SLEEPING);
        assertThat(sleeping(sleep, called, own))
                .as("cut, so that nobody knows who began it")
                .isEqualTo(Activity.SLEEPING);
    }

    private static Activity sleeping(String... frames) {
        return Stacks.of(Thread.State.TIMED_WAITING, frames).reading().activity();
    }

    @Test
    void anEventLoopThatSleepsInAHandlerSleeps() {
        assertThat(activity(
                        Thread.State.TIMED_WAITING,
                        "java.lang.Thread.sleepNanos0",
                        "java.lang.Thread.sleep",
                        "a.Value.blocking",
                        "reactor.core.publisher.MonoCallable.subscribe",
                        "io.netty.channel.epoll.EpollIoHandler.processReady",
                        "io.netty.channel.SingleThreadIoEventLoop.run",
                        "io.netty.util.concurrent.SingleThreadEventExecutor$5.run"))
                .isEqualTo(Activity.SLEEPING);
    }

    private static String[] with(String[] below, String... above) {
        return Stream.concat(Stream.of(above), Stream.of(below)).toArray(String[]::new);
    }

    @Test
    void aWaitForAConnectionIsNamedThoughItParksInAQueue() {
        Stack stack = Stacks.of(
                Thread.State.TIMED_WAITING,
                "jdk.internal.misc.Unsafe.park",
                "java.util.concurrent.locks.LockSupport.parkNanos",
                "java.util.concurrent.SynchronousQueue.poll",
                "com.zaxxer.hikari.util.ConcurrentBag.borrow",
                "com.zaxxer.hikari.pool.HikariPool.getConnection",
                "java.util.concurrent.ThreadPoolExecutor.runWorker");
        assertThat(stack.reading().activity()).isEqualTo(Activity.AWAITING_CONNECTION);
        assertThat(stack.reading().on()).isEqualTo("Hikari connection pool");
    }

    @Test
    void theJdksHttpClientWaitsForADownstreamThoughItParksInAFuture() {
        assertThat(activity(
                        Thread.State.WAITING,
                        "jdk.internal.misc.Unsafe.park",
                        "java.util.concurrent.CompletableFuture$Signaller.block",
                        "java.util.concurrent.CompletableFuture.waitingGet",
                        "java.util.concurrent.CompletableFuture.get",
                        "jdk.internal.net.http.HttpClientImpl.send",
                        "a.B.c"))
                .isEqualTo(Activity.AWAITING_DOWNSTREAM);
    }

    @Test
    void aBlockedThreadWaitsForAMonitor() {
        Stack stack = Stacks.of(Thread.State.BLOCKED, "a.B", Optional.empty(), List.of("a.B.guarded", "a.B.c"));
        assertThat(stack.reading().activity()).isEqualTo(Activity.AWAITING_LOCK);
        assertThat(stack.reading().on()).isEqualTo("monitor of a.B");
    }

    @Test
    void releasingALockIsNoWaitForIt() {
        assertThat(activity(Thread.State.RUNNABLE, "java.util.concurrent.locks.ReentrantLock.unlock", "a.B.c"))
                .isEqualTo(Activity.RUNNING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LinkedBlockingQueue", "DelayQueue"})
    void aThreadOfNoPoolThatTakesFromAQueueIsIdleButAWorkerThatDoesIsNot(String queue) {
        String[] take = {"jdk.internal.misc.Unsafe.park", "java.util.concurrent." + queue + ".take", "a.B.run"};
        assertThat(activity(Thread.State.WAITING, take)).isEqualTo(Activity.IDLE);
        assertThat(activity(
                        Thread.State.WAITING,
                        take[0],
                        take[1],
                        "a.B.c",
                        "java.util.concurrent.ThreadPoolExecutor.runWorker"))
                .isEqualTo(Activity.AWAITING_OTHER);
    }

    private static Activity activity(Thread.State state, String... frames) {
        return Stacks.of(state, frames).reading().activity();
    }

    /** Its mapping function waits for a permit: who is let into the bin waits for something of the application's. */
    @Test
    void whoWaitsInCodeThatAMapCallsWaitsForNothingOfTheMaps() {
        String[] permit = {
            "jdk.internal.misc.Unsafe.park",
            "java.util.concurrent.locks.LockSupport.park",
            "java.util.concurrent.Semaphore.acquire"
        };
        String map = "java.util.concurrent.ConcurrentHashMap.computeIfAbsent";
        assertThat(Stacks.of(Thread.State.BLOCKED, map, "shop.Prices.get")
                        .reading()
                        .type())
                .isEqualTo("map-bin");
        assertThat(Stacks.of(
                                Thread.State.WAITING,
                                permit[0],
                                permit[1],
                                permit[2],
                                "shop.Prices.load",
                                map,
                                "shop.Prices.get")
                        .reading()
                        .type())
                .isNotEqualTo("map-bin");
        assertThat(Stacks.of(Thread.State.BLOCKED, "shop.Prices.load", map, "shop.Prices.get")
                        .reading()
                        .type())
                .isNotEqualTo("map-bin");
    }
}
