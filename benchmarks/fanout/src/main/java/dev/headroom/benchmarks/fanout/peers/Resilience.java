package dev.headroom.benchmarks.fanout.peers;

import dev.headroom.benchmarks.fanout.Composer;
import dev.headroom.benchmarks.fanout.Work;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Resilience4j: a bulkhead of 50 for each part, and a time limiter around it, on virtual threads. */
public final class Resilience implements Composer {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().factory());
    private final List<Supplier<CompletionStage<Integer>>> calls;

    public Resilience(Work work) {
        calls = IntStream.range(0, PARTS)
                .mapToObj(i -> part("downstream-" + i, work))
                .toList();
    }

    private Supplier<CompletionStage<Integer>> part(String downstream, Work work) {
        Bulkhead bulkhead = Bulkhead.of(
                downstream, BulkheadConfig.custom().maxConcurrentCalls(50).build());
        Supplier<CompletionStage<Integer>> bounded = Bulkhead.decorateCompletionStage(
                bulkhead, () -> CompletableFuture.supplyAsync(work::answerUnchecked, threads));
        return TimeLimiter.decorateCompletionStage(TimeLimiter.of(Work.DEADLINE), timer, bounded);
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public int four() throws Exception {
        CompletableFuture<Integer>[] futures = new CompletableFuture[PARTS];
        for (int i = 0; i < PARTS; i++) {
            futures[i] = calls.get(i).get().toCompletableFuture();
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
