package dev.headroom.benchmarks.fanout.peers;

import dev.headroom.benchmarks.fanout.Composer;
import dev.headroom.benchmarks.fanout.Work;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** {@code CompletableFuture} on a pool of eight platform threads: as many as there are parts, so that none waits for a thread. */
public final class Futures implements Composer {
    private final ExecutorService pool =
            Executors.newFixedThreadPool(8, Thread.ofPlatform().daemon().factory());
    private final Work work;

    public Futures(Work work) {
        this.work = work;
    }

    @Override
    public int two() throws Exception {
        var a = part();
        var b = part();
        return a.thenCombine(b, Integer::sum).get(Work.DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
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
            futures[i] = part();
        }
        CompletableFuture.allOf(futures).get(Work.DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
        int sum = 0;
        for (CompletableFuture<Integer> future : futures) {
            sum += future.join();
        }
        return sum;
    }

    private CompletableFuture<Integer> part() {
        return CompletableFuture.supplyAsync(work::answerUnchecked, pool);
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
