package dev.headroom.benchmarks.fanout.peers;

import dev.failsafe.Bulkhead;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.Timeout;
import dev.headroom.benchmarks.fanout.Composer;
import dev.headroom.benchmarks.fanout.Work;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Failsafe: a bulkhead of 50 and a timeout around each part, on virtual threads. */
public final class FailsafePolicies implements Composer {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Work work;
    private final FailsafeExecutor<Integer> downstream = Failsafe.with(
                    Timeout.<Integer>builder(Work.DEADLINE).withInterrupt().build(), Bulkhead.<Integer>of(50))
            .with(threads);

    public FailsafePolicies(Work work) {
        this.work = work;
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
            futures[i] = downstream.getAsync(work::answer);
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
    }
}
