package dev.headroom.probe.target;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;

/** More callers than the limits of the JDK let through: two semaphores, a lock, two monitors, a queue of objects. With an argument {@code virtual} the callers are virtual threads. */
public final class Limits {

    /** In ms: the next holder must be woken, and on a busy machine that takes a while, which is to be short beside. */
    private static final int LONG = 160;

    private static final int SHORT = 80;
    private static final Semaphore SIX = new Semaphore(6);
    private static final Semaphore THREE = new Semaphore(3);
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final BlockingQueue<String> OBJECTS = new ArrayBlockingQueue<>(5);
    private static final Object ONE = new Object();
    private static final Object OTHER = new Object();

    private static boolean virtual;

    private Limits() {}

    public static void main(String[] arguments) throws Exception {
        virtual = List.of(arguments).contains("virtual");
        for (int i = 0; i < 5; i++) {
            OBJECTS.add("object " + i);
        }
        System.out.println("port 0");
        System.in.read(); // the objects lie there before anybody comes
        run("six", 9, Limits::six);
        run("three", 5, Limits::three);
        run("lock", 4, Limits::lock);
        run("one", 3, Limits::one);
        run("other", 4, Limits::other);
        run("objects", 8, Limits::objects);
        Thread.currentThread().join(); // virtual threads keep no JVM alive
    }

    private static Object six() throws InterruptedException {
        SIX.acquire();
        try {
            Thread.sleep(LONG);
        } finally {
            SIX.release();
        }
        return SIX;
    }

    private static Object three() throws InterruptedException {
        THREE.acquire();
        try {
            Thread.sleep(LONG);
        } finally {
            THREE.release();
        }
        return THREE;
    }

    private static Object lock() throws InterruptedException {
        LOCK.lock();
        try {
            Thread.sleep(SHORT);
        } finally {
            LOCK.unlock();
        }
        return LOCK;
    }

    private static Object one() throws InterruptedException {
        synchronized (ONE) {
            Thread.sleep(SHORT);
        }
        return ONE;
    }

    private static Object other() throws InterruptedException {
        synchronized (OTHER) {
            Thread.sleep(SHORT);
        }
        return OTHER;
    }

    private static Object objects() throws InterruptedException {
        String object = OBJECTS.take();
        Thread.sleep(LONG);
        OBJECTS.add(object);
        return object;
    }

    private static void run(String name, int callers, Callable<?> call) throws ReflectiveOperationException {
        ExecutorService pool = Executors.newFixedThreadPool(
                callers, virtual ? virtualThreads() : task -> new Thread(task, name + "-1"));
        for (int i = 0; i < callers; i++) {
            pool.submit(() -> {
                while (true) {
                    call.call();
                }
            });
        }
    }

    /** By reflection: Java 17 has none. */
    static ThreadFactory virtualThreads() throws ReflectiveOperationException {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }
}
