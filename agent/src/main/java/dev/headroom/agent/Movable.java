package dev.headroom.agent;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A limit that can be moved while the application runs. Asked from other threads than the sampler's. */
interface Movable {

    /** What of the application's it is; null where that is gone. */
    @Nullable
    Object object();

    /** What it is now; {@link Gauge#UNKNOWN} where it does not tell. */
    int capacity();

    /** @throws ReflectiveOperationException where the application refuses; some of its settings may have changed by then */
    void move(int to) throws ReflectiveOperationException, InterruptedException;

    /** All that {@link #move} may change, as the setters take it; empty where that cannot be read. */
    List<Number> settings();

    /** Makes {@link #settings} these, whatever they are now. */
    void set(List<Number> settings) throws ReflectiveOperationException, InterruptedException;

    /** The same for settings that it had at first, while Headroom goes on to measure: until it is no more than that. */
    default void home(List<Number> settings) throws ReflectiveOperationException, InterruptedException {
        set(settings);
    }

    /** Whether it can be moved at all. */
    boolean movable();

    /** False where a limit that is lowered again keeps what it has while there is work. */
    boolean comesBack();

    /** The call that moves it, for the reader. */
    String how();
}
