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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A call on the caller's own thread that does nothing, bare and behind a bound of 50 that is never reached: what the bound takes is the
 * difference.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GateCost {
    private final Callable<Integer> nothing = () -> 1;
    private final Semaphore semaphore = new Semaphore(50);
    private final Semaphore fair = new Semaphore(50, true);
    private final Downstream downstream = Downstream.of("downstream", 50);
    private final Bulkhead bulkhead = Bulkhead.of(
            "downstream", BulkheadConfig.custom().maxConcurrentCalls(50).build());
    private final FailsafeExecutor<Integer> failsafe = Failsafe.with(dev.failsafe.Bulkhead.<Integer>of(50));

    @Benchmark
    public Integer bare() throws Exception {
        return nothing.call();
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
