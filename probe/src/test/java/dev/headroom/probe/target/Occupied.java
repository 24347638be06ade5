package dev.headroom.probe.target;

import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutorGroup;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/**
 * Services that a limit without a setter binds, each with its own clients: for each line it tells the time in ns and how many requests each has answered; for
 * {@code threads} how many threads occupy something.
 */
public final class Occupied {

    private static final int CLIENTS = 8;
    private static final int SERVICE_MILLIS = 8;
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
        serve("monitor", Occupied::monitor);
        serve("lock", Occupied::lock);
        serve("writers", Occupied::writers);
        serve("stamped", Occupied::stamped);
        serve("loops", Occupied::loops);
        serve("pool", Occupied::pool);
        serve("others", Occupied::others);
        System.out.println("port 0");
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            if (in.nextLine().equals("threads")) {
                System.out.println(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("headroom-occup"))
                        .count());
            } else {
                StringBuilder line = new StringBuilder().append(System.nanoTime());
                ANSWERED.forEach((name, count) ->
                        line.append(' ').append(name).append('=').append(count));
                System.out.println(line);
            }
        }
        System.exit(0);
    }

    private static void serve(String name, Callable<?> request) {
        AtomicLong answered = new AtomicLong();
        ANSWERED.put(name, answered);
        for (int i = 0; i < CLIENTS; i++) {
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
    private static Object monitor() throws InterruptedException {
        synchronized (MONITOR) {
            Thread.sleep(SERVICE_MILLIS);
        }
        calm();
        return MONITOR;
    }

    private static void calm() throws InterruptedException {
        CALM.lock();
        try {
            Thread.sleep(1);
        } finally {
            CALM.unlock();
        }
    }

    /** Come all at once, so that some wait for the lock that binds nobody. */
    private static Object others() throws InterruptedException {
        Thread.sleep(200 - System.currentTimeMillis() % 200);
        calm();
        return CALM;
    }

    private static Object lock() throws InterruptedException {
        LOCK.lock();
        try {
            Thread.sleep(SERVICE_MILLIS);
        } finally {
            LOCK.unlock();
        }
        return LOCK;
    }

    private static Object writers() throws InterruptedException {
        WRITERS.writeLock().lock();
        try {
            Thread.sleep(SERVICE_MILLIS);
        } finally {
            WRITERS.writeLock().unlock();
        }
        return WRITERS;
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
