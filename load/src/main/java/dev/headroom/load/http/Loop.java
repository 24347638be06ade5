package dev.headroom.load.http;

import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The one thread that does everything: it waits for sockets and for the next thing that is due. With epoll it wakes within some 0.1 ms of
 * the time asked for. Where epoll is not to be had NIO knows whole milliseconds only, so waits are rounded up to those (less would have
 * it spin), and requests that fell due meanwhile go out together.
 */
public final class Loop {

    private static final long MILLI = 1_000_000;

    private final MultiThreadIoEventLoopGroup group;
    private final IoEventLoop executor;
    private final boolean epoll;
    private volatile long threadId;
    private Consumer<Throwable> onFailure = fault -> {};

    private Loop(boolean epoll) {
        this.epoll = epoll;
        IoHandlerFactory handlers = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        this.group = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("headroom-load", true), handlers);
        this.executor = group.next();
        execute(() -> threadId = Thread.currentThread().threadId());
    }

    public static Loop open() {
        return new Loop(Epoll.isAvailable());
    }

    public static Loop openNio() {
        return new Loop(false);
    }

    public String transport() {
        return epoll ? "epoll" : "nio";
    }

    SocketChannel newChannel() {
        return epoll ? new EpollSocketChannel() : new NioSocketChannel();
    }

    public ServerSocketChannel newServerChannel() {
        return epoll ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    }

    public IoEventLoop executor() {
        return executor;
    }

    /** Whom to tell of a task that throws: Netty would only log it. */
    public void onFailure(Consumer<Throwable> told) {
        onFailure = told;
    }

    public void execute(Runnable task) {
        executor.execute(guarded(task));
    }

    public Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error fault) {
                onFailure.accept(fault);
            }
        };
    }

    /** Runs {@code task} at {@code nanoTime}, never before. */
    public void at(long nanoTime, Runnable task) {
        long delay = Math.max(1, nanoTime - System.nanoTime());
        if (!epoll && delay > 1) {
            delay = (delay + MILLI - 1) / MILLI * MILLI;
        }
        executor.schedule(guarded(task), delay, TimeUnit.NANOSECONDS);
    }

    /** Runs {@code task} after the sockets that are ready now have had their turn. */
    public void soon(Runnable task) {
        executor.schedule(guarded(task), 1, TimeUnit.NANOSECONDS);
    }

    /** Processor time of the loop's thread so far, nanoseconds; 0 where the JVM does not tell. */
    public long cpu() {
        return threadId == 0 // it has only just been started
                ? 0
                : Math.max(0, ManagementFactory.getThreadMXBean().getThreadCpuTime(threadId));
    }

    /** Ends the thread. Returns once it is gone, at once when asked on the loop itself. */
    public void close() {
        var terminated = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        if (!executor.inEventLoop()) {
            terminated.awaitUninterruptibly(5, TimeUnit.SECONDS);
        }
    }
}
