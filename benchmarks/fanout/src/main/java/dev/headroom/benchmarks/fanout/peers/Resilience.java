package dev.headroom.benchmarks.fanout.peers;

import dev.headroom.benchmarks.fanout.Composer;
import dev.headroom.benchmarks.fanout.Work;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/** Resilience4j: a bulkhead of 50 and a time limiter around each part, on virtual threads. */
public final class Resilience implements Composer {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().factory());
    private final Bulkhead bulkhead = Bulkhead.of(
            "downstream", BulkheadConfig.custom().maxConcurrentCalls(50).build());
    private final TimeLimiter limiter = TimeLimiter.of(Work.DEADLINE);
    private final Supplier<CompletionStage<Integer>> part;

    public Resilience(Work work) {
        Supplier<CompletionStage<Integer>> bounded = Bulkhead.decorateCompletionStage(
                bulkhead, () -> CompletableFuture.supplyAsync(work::answerUnchecked, threads));
        part = TimeLimiter.decorateCompletionStage(limiter, timer, bounded);
    }

    @Override
    public int two() throws Exception {
        return all(2);
    }

    @Override
    public int four() throws Exception {
        return all(4);
    }

    @Override
    public int eight() throws Exception {
        return all(8);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private int all(int parts) throws Exception {
        CompletableFuture<Integer>[] futures = new CompletableFuture[parts];
        for (int i = 0; i < parts; i++) {
            futures[i] = part.get().toCompletableFuture();
        }
        CompletableFuture.allOf(futures).get();
        int sum = 0;
        for (CompletableFuture<Integer> future : futures) {
            sum += future.join();
        }
        return sum;
    }

    @Override
    public void close() {
        threads.shutdownNow();
        timer.shutdownNow();
    }
}
