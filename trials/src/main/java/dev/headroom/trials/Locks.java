package dev.headroom.trials;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** One at a time. In the twins there are as many locks as users, and nobody waits. */
final class Locks {

    private static final int CROWD = 10;

    private Locks() {}

    static Work monitor(Settings settings) {
        Object lock = new Object();
        Hold hold = new Hold(settings);
        if (settings.twin()) {
            return hold;
        }
        return () -> {
            synchronized (lock) {
                hold.serve();
            }
        };
    }

    /** Requests of the same key wait for each other. */
    static Work keys(Settings settings) {
        Hold hold = new Hold(settings);
        Work[] keys = new Work[settings.limit(5)];
        Arrays.setAll(keys, key -> under(new ReentrantLock(), hold));
        AtomicInteger count = new AtomicInteger();
        return () -> keys[count.getAndIncrement() % keys.length].serve();
    }

    static Work reentrant(Settings settings) {
        return under(new ReentrantLock(), settings);
    }

    /** Two of three requests read; those that write keep everybody out. */
    static Work readWrite(Settings settings) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Work reader = under(lock.readLock(), settings);
        Work writer = under(lock.writeLock(), settings);
        AtomicInteger count = new AtomicInteger();
        return () -> (count.getAndIncrement() % 3 == 0 ? writer : reader).serve();
    }

    static Work stamped(Settings settings) {
        return under(new StampedLock().asWriteLock(), settings);
    }

    private static Work under(Lock lock, Settings settings) {
        Hold hold = new Hold(settings);
        return settings.twin() ? hold : under(lock, hold);
    }

    static Work under(Lock lock, Hold hold) {
        return () -> {
            lock.lock();
            try {
                hold.serve();
            } finally {
                lock.unlock();
            }
        };
    }

    /** A cache that computes its value inside the map: everybody asks for the same key. */
    static Work mapBin(Settings settings) {
        ConcurrentHashMap<Integer, Integer> prices = new ConcurrentHashMap<>(4096);
        Hold hold = new Hold(settings);
        return () ->
                prices.compute(settings.twin() ? ThreadLocalRandom.current().nextInt() : 1, (key, price) -> {
                    hold.serveQuietly();
                    return settings.twin() ? null : key;
                });
    }

    /** A class whose initialiser takes minutes is first used when many come at once. */
    static Work classInitialiser(Settings settings) {
        Hold hold = new Hold(settings);
        AtomicInteger inFlight = new AtomicInteger();
        return () -> {
            try {
                if (inFlight.incrementAndGet() > CROWD && !settings.twin()) {
                    Rates.load();
                }
                hold.serve();
            } finally {
                inFlight.decrementAndGet();
            }
        };
    }

    private static final class Rates {
        static {
            try {
                new Hold(300_000, "constant").serve();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        static void load() {}
    }

    /** Two locks, taken in either order once many come at once. */
    static Work deadlock(Settings settings) {
        Lock left = new ReentrantLock();
        Lock right = new ReentrantLock();
        Hold hold = new Hold(settings);
        AtomicInteger inFlight = new AtomicInteger();
        AtomicInteger count = new AtomicInteger();
        return () -> {
            boolean crowd = inFlight.incrementAndGet() > CROWD && !settings.twin();
            boolean leftFirst = count.getAndIncrement() % 2 == 0;
            try {
                if (crowd) {
                    bothIn(leftFirst ? left : right, leftFirst ? right : left);
                }
                hold.serve();
            } finally {
                inFlight.decrementAndGet();
            }
        };
    }

    private static void bothIn(Lock first, Lock second) throws InterruptedException {
        first.lock();
        try {
            Thread.sleep(5);
            second.lock();
            second.unlock();
        } finally {
            first.unlock();
        }
    }

    /** Whoever holds one of ten connections takes a lock: the pool is full because of the lock. */
    static Work underConnection(Settings settings) {
        HikariDataSource orders = Pools.hikariOf("orders", settings.limit(10));
        Work locked = monitor(settings);
        return () -> {
            try (Connection connection = orders.getConnection()) {
                connection.isValid(1);
                locked.serve();
            }
        };
    }
}
