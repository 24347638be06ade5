package dev.headroom.benchmarks.fanout;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One caller that composes calls one after the other. Which kind of thread it is says {@code -Djmh.executor}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ComposedCall {
    @Param("fanout")
    public String by;

    /** Of each part. */
    @Param("0")
    public int delayMillis;

    private Composer composer;

    @Setup
    public void start() {
        composer = Peers.named(by, new Work(Duration.ofMillis(delayMillis)));
    }

    @TearDown
    public void stop() {
        composer.close();
    }

    @Benchmark
    public int call() throws Exception {
        return composer.four();
    }
}
