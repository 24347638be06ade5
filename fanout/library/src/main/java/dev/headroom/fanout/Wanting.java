package dev.headroom.fanout;

/** Who wants the answer of an {@link Attempt}: a fan-out, or a {@link Race} within one. */
interface Wanting {
    Deadline deadline();

    /** Of the caller while it waits. */
    Standing standing();

    ThreadContext.Carried context();

    /** It is over. Called on its thread, or on the caller's where it was not the part's to end. */
    void ended(Attempt<?> attempt, boolean fails);
}
