package dev.headroom.trials;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** The request's thread hands its work to a pool and waits for the answer. */
final class Executing {

    private static final int WORKERS = 6;
    private static final int PARTS = 4;

    private Executing() {}

    private static Work waiting(ExecutorService pool, Settings settings) {
        Hold hold = new Hold(settings);
        return () -> pool.submit(hold).get();
    }

    static Work pool(Settings settings) {
        return waiting(Executors.newFixedThreadPool(settings.limit(WORKERS)), settings);
    }

    static Work virtualWorkers(Settings settings) {
        return waiting(Executors.newFixedThreadPool(settings.limit(WORKERS), Virtual.factory()), settings);
    }

    /** The tasks of a pool of 20 wait for those of a pool of 6: both are full, and one is why. */
    static Work behindPool(Settings settings) {
        ExecutorService outer = Executors.newFixedThreadPool(settings.limit(20), named("outer"));
        ExecutorService inner = Executors.newFixedThreadPool(settings.limit(WORKERS), named("inner"));
        Hold hold = new Hold(settings);
        return () -> outer.submit(() -> inner.submit(hold).get()).get();
    }

    private static ThreadFactory named(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> new Thread(task, name + "-" + count.incrementAndGet());
    }

    static Work forkJoin(Settings settings) {
        return waiting(new ForkJoinPool(settings.limit(WORKERS)), settings);
    }

    static Work scheduled(Settings settings) {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(settings.limit(WORKERS));
        Hold hold = new Hold(settings);
        return () -> pool.schedule(hold, 0, TimeUnit.MILLISECONDS).get();
    }

    /** Seven workers with eight processors; the twin has a pool of its own. */
    static Work commonPool(Settings settings) {
        if (settings.twin()) {
            return pool(settings);
        }
        Hold hold = new Hold(settings);
        return () -> CompletableFuture.runAsync(hold::serveQuietly).get();
    }

    /** Three workers with four processors, and each caller helps with its own stream. */
    static Work parallelStream(Settings settings) {
        Hold hold = new Hold(settings);
        if (settings.twin()) {
            ExecutorService pool = Executors.newCachedThreadPool();
            return () -> {
                List<Future<String>> parts = new ArrayList<>();
                for (int i = 0; i < PARTS; i++) {
                    parts.add(pool.submit(hold));
                }
                for (Future<String> part : parts) {
                    part.get();
                }
            };
        }
        return () -> IntStream.range(0, PARTS).parallel().forEach(part -> hold.serveQuietly());
    }

    /** Plain threads that take from a queue. */
    static Work queueConsumers(Settings settings) {
        return OwnGates.consumed(new LinkedBlockingQueue<>(), settings.limit(WORKERS), settings);
    }

    /** Tasks that wait for tasks of the same pool: with enough of them nobody is left to do those. */
    static Work starvation(Settings settings) {
        ExecutorService pool = Executors.newFixedThreadPool(settings.limit(WORKERS));
        Hold part = new Hold(settings);
        return () -> pool.submit(() -> pool.submit(part).get()).get();
    }

    /** Callers give up after half a second, and what they gave up is done all the same. */
    static Work abandoned(Settings settings) {
        ExecutorService pool = Executors.newFixedThreadPool(settings.limit(WORKERS));
        Hold hold = new Hold(settings);
        return () -> pool.submit(hold).get(500, TimeUnit.MILLISECONDS);
    }
}
