package dev.headroom.core.prediction;

import java.util.function.IntConsumer;

/** Workers of one simulated pool, by number, and the tasks that wait for one. */
interface Queue {

    /**
     * Goes on with {@code granted}, given the worker's number, once a task has a worker.
     *
     * @param caller the worker, of another pool, that asks; the connection where the request comes from outside
     */
    void acquire(int caller, IntConsumer granted);

    void release(int worker);
}
