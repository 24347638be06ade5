package dev.headroom.agent;

import org.jspecify.annotations.Nullable;

/** A limit that can be moved while the application runs. Asked from another thread than the sampler's. */
interface Movable {

    /** What of the application's it is; null where that is gone. */
    @Nullable
    Object object();

    /** What it is now; {@link Gauge#UNKNOWN} where it does not tell. */
    int capacity();

    /** @throws ReflectiveOperationException where the application refuses; it is as it was then */
    void move(int to) throws ReflectiveOperationException, InterruptedException;

    /** Whether it can be moved at all. */
    boolean movable();

    /** False where a limit that is lowered again keeps what it has while there is work. */
    boolean comesBack();

    /** The call that moves it, for the reader. */
    String how();
}
