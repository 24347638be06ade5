package dev.headroom.trials;

import com.google.common.collect.Queues;
import dev.failsafe.Bulkhead;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Gates and hand-overs of which Headroom's catalogue knows nothing. */
final class OwnGates {

    private static final int CAPACITY = 6;

    private OwnGates() {}

    /** A gate without a queue: who finds it full sleeps and tries again. */
    static Work polling(Settings settings) {
        AtomicInteger free = new AtomicInteger(settings.limit(CAPACITY));
        Hold hold = new Hold(settings);
        return () -> {
            while (free.getAndUpdate(places -> places == 0 ? 0 : places - 1) == 0) {
                Thread.sleep(2);
            }
            try {
                hold.serve();
            } finally {
                free.incrementAndGet();
            }
        };
    }

    static Work failsafe(Settings settings) {
        Bulkhead<Object> bulkhead = Bulkhead.of(settings.limit(CAPACITY));
        Hold hold = new Hold(settings);
        return () -> {
            bulkhead.acquirePermit();
            try {
                hold.serve();
            } finally {
                bulkhead.releasePermit();
            }
        };
    }

    /** 100 a second, handed out one by one; {@code --burst} (default 10) are there from the start. */
    static Work bucket(Settings settings) {
        Bucket bucket = Bucket.builder()
                .addLimit(limit -> limit.capacity(settings.number("burst", 10))
                        .refillGreedy(settings.twin() ? 20_000 : 100, Duration.ofSeconds(1)))
                .build();
        Hold hold = new Hold(settings);
        return () -> {
            bucket.asBlocking().consume(1);
            hold.serve();
        };
    }

    /** Six plain threads, and nowhere to queue: who brings an order waits until one of them takes it. */
    static Work rendezvous(Settings settings) {
        return consumed(new SynchronousQueue<>(), settings.limit(CAPACITY), settings);
    }

    static Work consumed(BlockingQueue<CompletableFuture<String>> orders, int clerks, Settings settings) {
        Hold hold = new Hold(settings);
        for (int i = 0; i < clerks; i++) {
            daemon("clerk-" + i, () -> {
                while (true) {
                    CompletableFuture<String> order = orders.take();
                    hold.serve();
                    order.complete("");
                }
            });
        }
        return () -> {
            CompletableFuture<String> order = new CompletableFuture<>();
            orders.put(order);
            order.get();
        };
    }

    /** One thread does up to six orders at a time, for which it waits {@code --patience} milliseconds; each has a latch of its own. */
    static Work batches(Settings settings) {
        BlockingQueue<CountDownLatch> orders = new LinkedBlockingQueue<>();
        Duration patience = Duration.ofMillis(settings.number("patience", 0));
        Hold hold = new Hold(settings);
        daemon("batches", () -> {
            while (true) {
                List<CountDownLatch> batch = new ArrayList<>(List.of(orders.take()));
                Queues.drain(orders, batch, settings.limit(CAPACITY) - 1, patience);
                hold.serve();
                batch.forEach(CountDownLatch::countDown);
            }
        });
        return () -> {
            CountDownLatch done = new CountDownLatch(1);
            orders.put(done);
            done.await();
        };
    }

    static void daemon(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.serve();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }
}
