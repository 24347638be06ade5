package dev.headroom.probe.classify;

import static dev.headroom.core.model.observation.Activity.AWAITING_DOWNSTREAM;
import static dev.headroom.core.model.observation.Activity.AWAITING_POOL;
import static dev.headroom.core.model.observation.Activity.IDLE;
import static dev.headroom.core.model.observation.Activity.SLEEPING;

import dev.headroom.core.model.diagnosis.LimitKind;
import dev.headroom.core.model.observation.Peers;
import java.util.List;
import java.util.function.Predicate;

/**
 * The frames by which libraries are known, by the names that trials showed; those with a recorded
 * stack under {@code src/test/resources/stacks} are tested. By frame and not by thread state: a
 * thread in a socket read is RUNNABLE.
 */
final class Rules {

    /** Threads of a pool that serve it by these wait for no task of its queue. */
    private static final FrameRule SELECTS = FrameRule.of(
            IDLE,
            "",
            3,
            "sun.nio.ch.EPoll.wait",
            "sun.nio.ch.KQueue.poll",
            "sun.nio.ch.Net.accept",
            "sun.nio.ch.ServerSocketChannelImpl.accept",
            "sun.nio.ch.NioSocketImpl.accept",
            "sun.nio.ch.NioSocketImpl.timedAccept",
            "io.netty.channel.epoll.Native.epollWait",
            "io.netty.channel.uring.Native.");

    /** Nor do those that Jetty reserves for them. */
    private static final FrameRule RESERVED =
            FrameRule.of(IDLE, "", 12, "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.");

    static boolean selects(List<String> frames) {
        return SELECTS.depth(frames) >= 0 || RESERVED.depth(frames) >= 0;
    }

    /** No task, or a thread whose only task is to wait for one. The first rule that matches wins. */
    static final List<FrameRule> IDLE_FRAMES = List.of(
            SELECTS,
            FrameRule.of(
                    IDLE,
                    "",
                    2,
                    "java.util.concurrent.ForkJoinPool.runWorker",
                    "java.util.concurrent.ForkJoinPool.scan"),
            FrameRule.of(
                    IDLE,
                    "",
                    12,
                    "java.util.concurrent.ThreadPoolExecutor.getTask",
                    "java.util.concurrent.ForkJoinPool.awaitWork",
                    "java.util.concurrent.ForkJoinPool$DelayScheduler.loop",
                    "java.util.concurrent.DelayScheduler",
                    "java.util.concurrent.DelayQueue.take",
                    "java.util.TimerThread.mainLoop",
                    "java.lang.ref.ReferenceQueue.remove",
                    "java.lang.ref.Reference.waitForReferencePendingList",
                    "java.lang.VirtualThread.unblockVirtualThreads",
                    "jdk.internal.net.http.HttpClientImpl$SelectorManager.run",
                    "jdk.internal.ref.CleanerImpl.run",
                    "sun.net.www.http.KeepAliveCache.run",
                    "sun.nio.ch.NioSocketImpl.accept",
                    "sun.nio.ch.NioSocketImpl.timedAccept",
                    "sun.nio.ch.ServerSocketChannelImpl.accept",
                    "sun.nio.ch.Poller.pollerLoop",
                    "sun.nio.ch.Poller.subPollerLoop",
                    "sun.nio.ch.Poller.pollLoop",
                    "org.apache.tomcat.util.threads.TaskQueue.take",
                    "org.apache.tomcat.util.threads.TaskQueue.poll",
                    "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask",
                    "org.apache.tomcat.util.net.NioEndpoint$Poller.run",
                    "org.apache.tomcat.util.threads.LimitLatch.countUpOrAwait",
                    "org.apache.catalina.core.StandardServer.await",
                    "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.idleJobPoll",
                    "org.eclipse.jetty.util.thread.QueuedThreadPool.idleJobPoll",
                    "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.reservedWait",
                    "org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode.park",
                    "io.netty.channel.epoll.EpollIoHandler.epollWait",
                    "io.netty.channel.epoll.EpollEventLoop.epollWait",
                    "io.netty.channel.nio.NioIoHandler.select",
                    "io.netty.channel.nio.NioEventLoop.select",
                    "io.netty.util.concurrent.SingleThreadEventExecutor.takeTask",
                    "io.netty.util.concurrent.GlobalEventExecutor.takeTask",
                    "io.netty.util.HashedWheelTimer$Worker.waitForNextTick",
                    "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.park",
                    "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.tryPark",
                    "okhttp3.internal.concurrent.TaskRunner.awaitTaskToRun",
                    "okhttp3.internal.concurrent.TaskRunner$RealBackend.coordinatorWait",
                    "okio.AsyncTimeout$Watchdog.run",
                    "okio.AsyncTimeout$Companion.awaitTimeout",
                    "okio.AsyncTimeout.awaitTimeout"));

    /**
     * A server's connection thread between two requests reads too, but from a client; a reader of HTTP/2 frames reads for others; a thread that keeps
     * the JVM alive waits for its end.
     */
    static final List<FrameRule> BETWEEN_REQUESTS = List.of(FrameRule.of(
            IDLE,
            "",
            40,
            "okhttp3.internal.http2.Http2Connection$ReaderRunnable",
            "org.springframework.boot.reactor.netty.NettyWebServer$1.run",
            "org.springframework.boot.web.embedded.netty.NettyWebServer$1.run",
            "io.helidon.webserver.http1.Http1Prologue.readPrologue",
            "io.helidon.http.http2.Http2Connection.readFrame",
            "sun.net.httpserver.Request.readLine"));

    /** Servers that wait for a client to take more of its answer, or to send more of its request; some with a selector of the thread's own. */
    static final List<FrameRule> CLIENTS = List.of(FrameRule.of(
            AWAITING_DOWNSTREAM,
            Peers.CLIENTS,
            24,
            "org.apache.tomcat.util.net.NioEndpoint$NioSocketWrapper.doWrite",
            "org.apache.tomcat.util.net.NioEndpoint$NioSocketWrapper.fillReadBuffer",
            "org.eclipse.jetty.io.content.ContentSinkOutputStream.",
            "org.eclipse.jetty.io.content.ContentSourceInputStream.",
            "org.eclipse.jetty.server.HttpOutput.",
            "org.eclipse.jetty.server.HttpInput.",
            "org.eclipse.jetty.ee10.servlet.HttpOutput.",
            "org.eclipse.jetty.ee10.servlet.HttpInput.",
            "org.eclipse.jetty.ee11.servlet.HttpOutput.",
            "org.eclipse.jetty.ee11.servlet.HttpInput.",
            "org.xnio.channels.Channels.",
            "sun.net.httpserver.Request$ReadStream.",
            "sun.net.httpserver.Request$WriteStream."));

    /** Waits that lie below a more general one and name it better. The first rule that matches wins. */
    static final List<FrameRule> NAMED_WAITS = List.of(FrameRule.of(
            AWAITING_DOWNSTREAM,
            "",
            24,
            "jdk.internal.net.http.HttpClientImpl.send",
            "org.springframework.http.client.JdkClientHttpRequest.executeInternal",
            "okhttp3.internal.connection.FastFallbackExchangeFinder.awaitTcpConnect",
            "okhttp3.internal.http2.Http2Stream.waitForIo",
            "io.lettuce.core.protocol.AsyncCommand.await",
            "io.lettuce.core.internal.Futures.await"));

    /**
     * What a thread waits with. Of these the topmost in the stack wins: who joins a fork-join task and helps meanwhile has
     * both a join and the task's own socket read or sleep above it.
     */
    static final List<FrameRule> WAITS = List.of(
            FrameRule.of(
                    SLEEPING,
                    "",
                    8,
                    "java.lang.Thread.sleep",
                    "java.lang.VirtualThread.sleepNanos",
                    "java.util.concurrent.TimeUnit.sleep"),
            FrameRule.of(
                    AWAITING_DOWNSTREAM,
                    "",
                    18,
                    "sun.nio.ch.NioSocketImpl.park",
                    "sun.nio.ch.NioSocketImpl.read",
                    "sun.nio.ch.NioSocketImpl.implRead",
                    "sun.nio.ch.NioSocketImpl.timedRead",
                    "sun.nio.ch.NioSocketImpl.tryRead",
                    "sun.nio.ch.NioSocketImpl.connect",
                    "sun.nio.ch.NioSocketImpl.timedFinishConnect",
                    "sun.nio.ch.SocketDispatcher.read",
                    "sun.nio.ch.SocketChannelImpl.park",
                    "sun.nio.ch.SocketChannelImpl.blockingRead",
                    "sun.nio.ch.SocketChannelImpl.connect",
                    "java.net.SocketInputStream.socketRead",
                    "java.net.Inet6AddressImpl.lookupAllHostAddr",
                    "java.net.Inet4AddressImpl.lookupAllHostAddr"),
            FrameRule.of(
                    AWAITING_POOL,
                    "",
                    24,
                    "java.util.concurrent.CompletableFuture.get",
                    "java.util.concurrent.CompletableFuture.join",
                    "java.util.concurrent.CompletableFuture.waitingGet",
                    "java.util.concurrent.CompletableFuture.timedGet",
                    "java.util.concurrent.FutureTask.get",
                    "java.util.concurrent.FutureTask.awaitDone",
                    "java.util.concurrent.ForkJoinTask.get",
                    "java.util.concurrent.ForkJoinTask.join",
                    "java.util.concurrent.ForkJoinTask.awaitDone",
                    "java.util.concurrent.ForkJoinTask.invoke",
                    "java.util.concurrent.ForkJoinTask.externalAwaitDone",
                    "java.util.concurrent.ForkJoinTask.tryExternalHelp",
                    "java.util.concurrent.CountDownLatch.await",
                    "java.util.concurrent.ExecutorCompletionService.take",
                    "java.util.concurrent.ExecutorCompletionService.poll",
                    "java.util.concurrent.AbstractExecutorService.invokeAll",
                    "java.util.concurrent.ArrayBlockingQueue.put",
                    "java.util.concurrent.ArrayBlockingQueue.offer",
                    "java.util.concurrent.LinkedBlockingQueue.put",
                    "java.util.concurrent.LinkedBlockingQueue.offer",
                    "java.util.concurrent.LinkedBlockingDeque.put",
                    "java.util.concurrent.LinkedBlockingDeque.offer",
                    "java.util.concurrent.SynchronousQueue.put",
                    "java.util.concurrent.SynchronousQueue.offer",
                    "java.util.concurrent.LinkedTransferQueue.transfer",
                    "java.util.concurrent.StructuredTaskScope",
                    "dev.headroom.fanout.Calls.sleep",
                    "reactor.core.publisher.BlockingSingleSubscriber.blockingGet"));

    /** Native methods of the JDK that write to a socket, or read and write files: each may run or wait, which no thread state tells. */
    static final List<FrameRule> SYSTEM_CALLS = List.of(
            FrameRule.of(AWAITING_DOWNSTREAM, "", 1, "sun.nio.ch.SocketDispatcher.write"),
            FrameRule.of(
                    AWAITING_DOWNSTREAM,
                    Peers.FILES,
                    1,
                    "sun.nio.ch.FileDispatcherImpl.",
                    "sun.nio.ch.UnixDispatcher.",
                    "sun.nio.ch.UnixFileDispatcherImpl.",
                    "sun.nio.fs.UnixNativeDispatcher.",
                    "java.io.FileDescriptor.sync",
                    "java.io.FileInputStream.",
                    "java.io.FileOutputStream.",
                    "java.io.RandomAccessFile.",
                    "java.io.UnixFileSystem."));

    private static final int REACH = 24;

    /** The JDK's own locks and permits, which may lie anywhere below something of a library's. */
    static final List<FrameRule> LOCKS = limits(entry -> !entry.isPlace(), 12);

    /** Waits for limits of libraries. */
    static final List<FrameRule> LIMITS = limits(entry -> entry.isPlace() && entry.kind() != LimitKind.LOCK, REACH);

    /** Code of libraries that many threads want to enter; who has entered runs below the same frames. */
    static final List<FrameRule> PLACES = limits(entry -> entry.isPlace() && entry.kind() == LimitKind.LOCK, REACH);

    private static List<FrameRule> limits(Predicate<Catalogue.Entry> which, int reach) {
        return Catalogue.packed().framed().stream()
                .filter(which)
                .map(entry -> FrameRule.of(entry, reach))
                .toList();
    }

    private Rules() {}
}
