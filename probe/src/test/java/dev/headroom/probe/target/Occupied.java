package dev.headroom.probe.target;

import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutorGroup;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.Stream;

/**
 * Services that a limit without a setter binds, each with its own clients: for each line it tells the time in ns and how many requests each has answered; for
 * {@code threads} how many threads occupy something, for {@code left} the same with the size of the pool and how many of its workers are in the agent's hand, for {@code cpu} the time in ns and the processor time of those threads, for {@code parks} what a thread uses of it that does nothing but park. With the argument {@code queues} only a
 * few of which the queues are long or short.
 */
public final class Occupied {

    private static final int CLIENTS = 8;
    private static final int SERVICE_MILLIS = 8;
    private static final int CROWD = 60;
    private static final int LONG_MILLIS = 100;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Object MONITOR = new Object();
    private static final ReentrantLock CALM = new ReentrantLock(true);
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final ReentrantReadWriteLock WRITERS = new ReentrantReadWriteLock();
    private static final StampedLock STAMPED = new StampedLock();
    private static final EventExecutorGroup LOOPS =
            new DefaultEventExecutorGroup(2, new DefaultThreadFactory("loops", true));
    private static final ForkJoinPool POOL = new ForkJoinPool(4);

    private static final Map<String, AtomicLong> ANSWERED = new LinkedHashMap<>();

    private Occupied() {}

    public static void main(String[] arguments) {
        if (List.of(arguments).contains("queues")) {
            serve(CROWD, "monitor", () -> monitor(LONG_MILLIS));
            serve(CROWD, "lock", () -> lock(LONG_MILLIS));
            serve(CLIENTS, "writers", () -> writers(1));
            serve(3, "calm", Occupied::third);
        } else {
            serveAll();
        }
        System.out.println("port 0");
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            switch (in.nextLine()) {
                case "threads" -> System.out.println(occupiers().count());
                case "left" -> System.out.println(occupiers().count() + " " + POOL.getParallelism() + " " + inHand());
                case "cpu" ->
                    System.out.println(System.nanoTime() + " "
                            + occupiers()
                                    .mapToLong(thread -> THREADS.getThreadCpuTime(thread.threadId()))
                                    .sum());
                case "parks" -> System.out.println(parks());
                default -> {
                    StringBuilder line = new StringBuilder().append(System.nanoTime());
                    ANSWERED.forEach((name, count) ->
                            line.append(' ').append(name).append('=').append(count));
                    System.out.println(line);
                }
            }
        }
        System.exit(0);
    }

    private static Stream<Thread> occupiers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("headroom-occup"));
    }

    /** The processor time in ns of one that parks for 4 s as often as a turn begins at the most. */
    private static long parks() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
        long before = THREADS.getCurrentThreadCpuTime();
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        return THREADS.getCurrentThreadCpuTime() - before;
    }

    private static long inHand() {
        return Thread.getAllStackTraces().values().stream()
                .filter(stack ->
                        Stream.of(stack).anyMatch(frame -> frame.getClassName().contains(".agent.Busy")))
                .count();
    }

    private static void serveAll() {
        serve("monitor", () -> monitor(SERVICE_MILLIS));
        serve("lock", () -> lock(SERVICE_MILLIS));
        serve("writers", () -> writers(SERVICE_MILLIS));
        serve("stamped", Occupied::stamped);
        serve("loops", Occupied::loops);
        serve("pool", Occupied::pool);
        serve("others", Occupied::others);
    }

    private static void serve(String name, Callable<?> request) {
        serve(CLIENTS, name, request);
    }

    private static void serve(int clients, String name, Callable<?> request) {
        AtomicLong answered = new AtomicLong();
        ANSWERED.put(name, answered);
        for (int i = 0; i < clients; i++) {
            Thread client = new Thread(() -> {
                try {
                    while (true) {
                        request.call();
                        answered.incrementAndGet();
                        Thread.sleep(1); // or who lets the lock go takes it again before anybody else wakes
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            client.setName(name + "-client-" + i);
            client.setDaemon(true);
            client.start();
        }
    }

    /** The monitor binds; the other lock is used, too. */
    private static Object monitor(long millis) throws InterruptedException {
        synchronized (MONITOR) {
            Thread.sleep(millis);
        }
        calm(1);
        return MONITOR;
    }

    private static void calm(long millis) throws InterruptedException {
        CALM.lock();
        try {
            Thread.sleep(millis);
        } finally {
            CALM.unlock();
        }
    }

    /** Come all at once, so that some wait for the lock that binds nobody. */
    private static Object others() throws InterruptedException {
        Thread.sleep(200 - System.currentTimeMillis() % 200);
        calm(1);
        return CALM;
    }

    private static Object lock(long millis) throws InterruptedException {
        LOCK.lock();
        try {
            Thread.sleep(millis);
        } finally {
            LOCK.unlock();
        }
        return LOCK;
    }

    private static Object writers(long millis) throws InterruptedException {
        WRITERS.writeLock().lock();
        try {
            Thread.sleep(millis);
        } finally {
            WRITERS.writeLock().unlock();
        }
        return WRITERS;
    }

    /** Three come all at once and use it for a third of the time: it binds nobody. */
    private static Object third() throws InterruptedException {
        Thread.sleep(50 - System.currentTimeMillis() % 50);
        calm(5);
        return CALM;
    }

    private static Object stamped() throws InterruptedException {
        long stamp = STAMPED.writeLock();
        try {
            Thread.sleep(SERVICE_MILLIS);
        } finally {
            STAMPED.unlockWrite(stamp);
        }
        return STAMPED;
    }

    private static Object loops() throws Exception {
        return LOOPS.submit(Occupied::work).get();
    }

    private static Object pool() throws Exception {
        return POOL.submit(Occupied::work).get();
    }

    private static Object work() throws InterruptedException {
        Thread.sleep(SERVICE_MILLIS);
        return POOL;
    }
}
