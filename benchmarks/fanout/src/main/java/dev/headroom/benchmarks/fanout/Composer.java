package dev.headroom.benchmarks.fanout;

/**
 * A composed call: all parts at the same time, and the sum of their answers once all are there. Each arity is written out, as an
 * application would write it.
 */
public interface Composer extends AutoCloseable {
    int two() throws Exception;

    int four() throws Exception;

    int eight() throws Exception;

    /** Ends the threads that it holds; most hold none. */
    @Override
    default void close() {}
}
