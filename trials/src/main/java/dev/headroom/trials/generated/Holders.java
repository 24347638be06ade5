package dev.headroom.trials.generated;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import tools.jackson.databind.JsonNode;

/** One kind of station each. */
final class Holders {

    /** A limiter gives so many permits at a time. */
    private static final int PERMITS = 5;

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Holders() {}

    static Holder of(JsonNode station, URI downstream) throws Exception {
        String name = station.path("name").asString();
        double capacity = station.path("capacity").asDouble(0);
        int units = (int) capacity;
        return switch (station.path("kind").asString()) {
            case "pool" -> submitting(Executors.newFixedThreadPool(units, named(name)));
            case "fork-join" -> submitting(forkJoin(name, units));
            case "hikari" -> hikari(name, units);
            case "commons-pool" -> objects(units);
            case "semaphore" -> semaphore(units, station.path("reject").asBoolean(false));
            case "synchronized" -> new Monitor();
            case "lock" -> lock();
            case "rate-limiter" -> rateLimiter(name, capacity);
            case "token-bucket" -> new TokenBucket(capacity);
            case "downstream" -> calling(downstream);
            case "cpu" -> Callable::call;
            default -> throw new IllegalArgumentException("no kind of station: " + station);
        };
    }

    private static java.util.concurrent.ThreadFactory named(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> new Thread(task, name + "-" + count.incrementAndGet());
    }

    private static ForkJoinPool forkJoin(String name, int workers) {
        AtomicInteger count = new AtomicInteger();
        return new ForkJoinPool(
                workers,
                pool -> {
                    var worker = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
                    worker.setName(name + "-" + count.incrementAndGet());
                    return worker;
                },
                null,
                true);
    }

    private static Holder submitting(ExecutorService workers) {
        return work -> {
            try {
                workers.submit(work).get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        };
    }

    private static Holder hikari(String name, int size) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setDataSource(FakeDatabase.source());
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(PATIENCE.toMillis());
        HikariDataSource pool = new HikariDataSource(config);
        return work -> {
            try (Connection connection = pool.getConnection()) {
                connection.getAutoCommit();
                work.call();
            }
        };
    }

    private static Holder objects(int size) {
        GenericObjectPool<StringBuilder> pool = new GenericObjectPool<>(new Parsers());
        pool.setMaxTotal(size);
        pool.setMaxIdle(size);
        return work -> {
            StringBuilder parser = pool.borrowObject();
            try {
                work.call();
            } finally {
                pool.returnObject(parser);
            }
        };
    }

    private static Holder semaphore(int size, boolean rejects) {
        Semaphore permits = new Semaphore(size);
        return work -> {
            if (!rejects) {
                permits.acquire();
            } else if (!permits.tryAcquire()) {
                throw new RejectedExecutionException("no permit is left");
            }
            try {
                work.call();
            } finally {
                permits.release();
            }
        };
    }

    private static Holder lock() {
        ReentrantLock lock = new ReentrantLock();
        return work -> {
            lock.lock();
            try {
                work.call();
            } finally {
                lock.unlock();
            }
        };
    }

    private static Holder rateLimiter(String name, double perSecond) {
        RateLimiter limiter = RateLimiter.of(
                name,
                RateLimiterConfig.custom()
                        .limitForPeriod(PERMITS)
                        .limitRefreshPeriod(Duration.ofNanos(Math.round(1e9 * PERMITS / perSecond)))
                        .timeoutDuration(PATIENCE)
                        .build());
        return work -> limiter.executeCallable(work);
    }

    /** No bound of its own. */
    private static Holder calling(URI downstream) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpRequest request = HttpRequest.newBuilder(downstream).build();
        return work -> {
            int status =
                    client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status / 100 != 2) {
                throw new IOException("status " + status);
            }
            work.call();
        };
    }

    private static final class Monitor implements Holder {
        @Override
        public void hold(Callable<Void> work) throws Exception {
            synchronized (this) {
                work.call();
            }
        }
    }

    /** Written by hand: a place in time for each, one after the other, with no more than {@link #PERMITS} saved up. */
    private static final class TokenBucket implements Holder {
        private final double nanosEach;
        private double next = System.nanoTime();

        TokenBucket(double perSecond) {
            nanosEach = 1e9 / perSecond;
        }

        @Override
        public void hold(Callable<Void> work) throws Exception {
            Times.sleep(awaited(System.nanoTime()) / 1e6);
            work.call();
        }

        private synchronized double awaited(long now) {
            next = Math.max(next, now - PERMITS * nanosEach) + nanosEach;
            return Math.max(0, next - nanosEach - now);
        }
    }

    private static final class Parsers extends BasePooledObjectFactory<StringBuilder> {
        @Override
        public StringBuilder create() {
            return new StringBuilder();
        }

        @Override
        public PooledObject<StringBuilder> wrap(StringBuilder parser) {
            return new DefaultPooledObject<>(parser);
        }
    }
}
