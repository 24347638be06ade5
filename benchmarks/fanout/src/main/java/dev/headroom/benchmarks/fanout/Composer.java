package dev.headroom.benchmarks.fanout;

/** A composed call: four parts at the same time, and the sum of their answers once all are there. */
public interface Composer extends AutoCloseable {
    int PARTS = 4;

    int four() throws Exception;

    /** Ends the threads that it holds; most hold none. */
    @Override
    default void close() {}
}
