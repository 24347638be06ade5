package dev.headroom.benchmarks.fanout;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.headroom.fanout.Downstream;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A call on the caller's own thread that does nothing, behind a bound. With 50 permits it is
 * never reached; with 1 and two threads each waits for the other.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GateCost {
    @Param("50")
    public int permits;

    private final Callable<Integer> nothing = () -> 1;
    private Semaphore semaphore;
    private Semaphore fair;
    private Downstream downstream;
    private Bulkhead bulkhead;
    private FailsafeExecutor<Integer> failsafe;

    @Setup
    public void start() {
        semaphore = new Semaphore(permits);
        fair = new Semaphore(permits, true);
        downstream = Downstream.named("downstream").limit(permits).queue(50).build();
        bulkhead = Bulkhead.of(
                "downstream",
                BulkheadConfig.custom()
                        .maxConcurrentCalls(permits)
                        .maxWaitDuration(Work.DEADLINE)
                        .build());
        failsafe = Failsafe.with(dev.failsafe.Bulkhead.<Integer>builder(permits)
                .withMaxWaitTime(Work.DEADLINE)
                .build());
    }

    /** Two looks at the clock: what it takes to know how long a call took, bound or not. */
    @Benchmark
    public long clock() {
        long before = System.nanoTime();
        return System.nanoTime() - before;
    }

    @Benchmark
    public Integer semaphore() throws Exception {
        semaphore.acquire();
        try {
            return nothing.call();
        } finally {
            semaphore.release();
        }
    }

    /** First come, first served, as the gate is. */
    @Benchmark
    public Integer fairSemaphore() throws Exception {
        fair.acquire();
        try {
            return nothing.call();
        } finally {
            fair.release();
        }
    }

    @Benchmark
    public Integer fanout() throws Exception {
        return downstream.call(nothing::call);
    }

    @Benchmark
    public Integer resilience4j() throws Exception {
        return bulkhead.executeCallable(nothing);
    }

    @Benchmark
    public Integer failsafe() {
        return failsafe.get(nothing::call);
    }
}
