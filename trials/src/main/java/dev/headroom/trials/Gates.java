package dev.headroom.trials;

import com.google.common.util.concurrent.RateLimiter;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.interceptor.ConcurrencyThrottleInterceptor;

/** Only so many at once, or so many a second. */
final class Gates {

    private static final int CAPACITY = 6;

    private Gates() {}

    static Work semaphore(Settings settings) {
        return permitted(new Semaphore(settings.limit(CAPACITY)), new Hold(settings));
    }

    /** With a permit in hand. */
    static Work permitted(Semaphore permits, Work work) {
        return () -> {
            permits.acquire();
            try {
                work.serve();
            } finally {
                permits.release();
            }
        };
    }

    static Work bulkhead(Settings settings) {
        Bulkhead bulkhead = Bulkhead.of(
                "partner",
                BulkheadConfig.custom()
                        .maxConcurrentCalls(settings.limit(CAPACITY))
                        .maxWaitDuration(Duration.ofMinutes(1))
                        .build());
        Hold hold = new Hold(settings);
        return () -> bulkhead.executeCallable(hold);
    }

    /** Who finds it full is told so at once, a moment after coming in. */
    static Work bulkheadThatRejects(Settings settings) {
        Bulkhead bulkhead = Bulkhead.of(
                "partner",
                BulkheadConfig.custom()
                        .maxConcurrentCalls(settings.limit(56))
                        .maxWaitDuration(Duration.ZERO)
                        .build());
        Hold before = new Hold(10, "constant");
        Hold hold = new Hold(settings);
        return () -> {
            before.serve();
            bulkhead.executeCallable(hold);
        };
    }

    static Work rateLimiter(Settings settings) {
        var limiter = io.github.resilience4j.ratelimiter.RateLimiter.of(
                "partner",
                RateLimiterConfig.custom()
                        .limitForPeriod(settings.twin() ? 2000 : 10)
                        .limitRefreshPeriod(Duration.ofMillis(100))
                        .timeoutDuration(Duration.ofMinutes(1))
                        .build());
        Hold hold = new Hold(settings);
        return () -> limiter.executeCallable(hold);
    }

    @SuppressWarnings("UnstableApiUsage")
    static Work guavaRateLimiter(Settings settings) {
        RateLimiter limiter = RateLimiter.create(settings.twin() ? 20_000 : 100);
        Hold hold = new Hold(settings);
        return () -> {
            limiter.acquire();
            hold.serve();
        };
    }

    /** What Spring's {@code @ConcurrencyLimit} puts around a bean. */
    static Work concurrencyLimit(Settings settings) {
        ProxyFactory factory = new ProxyFactory(new Hold(settings));
        factory.addAdvice(new ConcurrencyThrottleInterceptor(settings.limit(CAPACITY)));
        return (Work) factory.getProxy(Gates.class.getClassLoader());
    }

    static Work ownGate(Settings settings) {
        Turnstile turnstile = new Turnstile(settings.limit(CAPACITY));
        Hold hold = new Hold(settings);
        return () -> {
            turnstile.enter();
            try {
                hold.serve();
            } finally {
                turnstile.leave();
            }
        };
    }

    static Work ownAqsGate(Settings settings) {
        Slots slots = new Slots(settings.limit(CAPACITY));
        Hold hold = new Hold(settings);
        return () -> {
            slots.acquireSharedInterruptibly(1);
            try {
                hold.serve();
            } finally {
                slots.releaseShared(1);
            }
        };
    }

    static Work ownObjectPool(Settings settings) {
        BlockingQueue<StringBuilder> parsers = new ArrayBlockingQueue<>(settings.limit(CAPACITY));
        while (parsers.remainingCapacity() > 0) {
            parsers.add(new StringBuilder());
        }
        Hold hold = new Hold(settings);
        return () -> {
            StringBuilder parser = parsers.take();
            try {
                hold.serve();
            } finally {
                parsers.put(parser);
            }
        };
    }

    /** Written by hand, as in many a code base: a counter under its own monitor. */
    private static final class Turnstile {
        private int free;

        Turnstile(int places) {
            free = places;
        }

        synchronized void enter() throws InterruptedException {
            while (free == 0) {
                wait();
            }
            free--;
        }

        synchronized void leave() {
            free++;
            notify();
        }
    }

    private static final class Slots extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1;

        Slots(int places) {
            setState(places);
        }

        @Override
        protected int tryAcquireShared(int wanted) {
            while (true) {
                int free = getState();
                int left = free - wanted;
                if (left < 0 || compareAndSetState(free, left)) {
                    return left;
                }
            }
        }

        @Override
        protected boolean tryReleaseShared(int given) {
            while (true) {
                int free = getState();
                if (compareAndSetState(free, free + given)) {
                    return true;
                }
            }
        }
    }
}
