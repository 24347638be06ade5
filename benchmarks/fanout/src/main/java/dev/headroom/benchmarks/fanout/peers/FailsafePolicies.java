package dev.headroom.benchmarks.fanout.peers;

import dev.failsafe.Bulkhead;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.Timeout;
import dev.headroom.benchmarks.fanout.Composer;
import dev.headroom.benchmarks.fanout.Work;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Failsafe: a bulkhead of 50 for each part, and a timeout around it, on virtual threads. */
public final class FailsafePolicies implements Composer {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Work work;
    private final List<FailsafeExecutor<Integer>> to = Stream.generate(() -> Failsafe.with(
                            Timeout.<Integer>builder(Work.DEADLINE)
                                    .withInterrupt()
                                    .build(),
                            Bulkhead.<Integer>of(50))
                    .with(threads))
            .limit(PARTS)
            .toList();

    public FailsafePolicies(Work work) {
        this.work = work;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public int four() throws Exception {
        CompletableFuture<Integer>[] futures = new CompletableFuture[PARTS];
        for (int i = 0; i < PARTS; i++) {
            futures[i] = to.get(i).getAsync(work::answer);
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
