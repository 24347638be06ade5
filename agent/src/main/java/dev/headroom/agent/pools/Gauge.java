package dev.headroom.agent.pools;

import dev.headroom.agent.moves.Movable;
import java.util.List;

/** Reads one pool's figures. All of them are cheap: none stops a worker, but for {@link #harm}, which looks where each stands. */
public interface Gauge extends Movable {

    /** The object that workers share; two threads with the same one are of one pool. */
    Object pool();

    @Override
    default Object object() {
        return pool();
    }

    int size();

    /** Most workers that there may be; {@link #UNKNOWN} where there is no bound. */
    int maximum();

    @Override
    default int capacity() {
        return maximum();
    }

    /** A thread that ends leaves what it alone had open, and what threads beside a pool's own have done it does not count. */
    @Override
    default String harm() {
        List<Thread> threads = Owners.workers(pool());
        return ThreadBound.of(threads)
                .map(open -> "its threads keep what is open and theirs alone (" + open
                        + "): it would be lost with a thread that ends, and a pool that is moved ends threads")
                .orElseGet(() -> Takers.of(pool()).isPresent() ? TaskCounts.harm(pool(), threads) : "");
    }

    int active();

    /** Tasks that wait for a worker. */
    int queue();

    /** Tasks done, counted from some fixed point: only differences mean something. */
    long completed();

    /** The pool that all of the JVM shares. */
    default boolean common() {
        return false;
    }
}
