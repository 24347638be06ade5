package dev.headroom.benchmarks.fanout;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOutException;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What it takes to be turned away where all permits are held and nobody may wait: this is the work of an overload. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FullGate {
    private final Callable<Integer> nothing = () -> 1;
    private final Semaphore semaphore = new Semaphore(0);
    private final Downstream downstream =
            Downstream.named("downstream").limit(1).queue(0).build();
    private final Bulkhead bulkhead = Bulkhead.of(
            "downstream", BulkheadConfig.custom().maxConcurrentCalls(1).build());
    private final dev.failsafe.Bulkhead<Integer> failsafe = dev.failsafe.Bulkhead.of(1);
    private final FailsafeExecutor<Integer> failsafeCalls = Failsafe.with(failsafe);

    /** On a thread of its own: what it holds is not the caller's. */
    @Setup
    public void fill() throws Exception {
        Thread holder = Thread.ofPlatform().start(() -> {
            try {
                downstream.enter();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        holder.join();
        bulkhead.acquirePermission();
        failsafe.acquirePermit();
    }

    @Benchmark
    public boolean semaphore() {
        return semaphore.tryAcquire();
    }

    @Benchmark
    public Object fanout() throws Exception {
        try {
            return downstream.call(nothing::call);
        } catch (FanOutException.Rejected full) {
            return full;
        }
    }

    @Benchmark
    public Object resilience4j() throws Exception {
        try {
            return bulkhead.executeCallable(nothing);
        } catch (BulkheadFullException full) {
            return full;
        }
    }

    @Benchmark
    public Object failsafe() {
        try {
            return failsafeCalls.get(nothing::call);
        } catch (dev.failsafe.BulkheadFullException full) {
            return full;
        }
    }
}
