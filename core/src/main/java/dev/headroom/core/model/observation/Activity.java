package dev.headroom.core.model.observation;

/** What a worker is doing in a sample. */
public enum Activity {
    IDLE,
    RUNNING,
    SLEEPING,
    AWAITING_DOWNSTREAM,
    AWAITING_POOL,
    AWAITING_CONNECTION,
    AWAITING_LOCK,
    /** Parked or waiting in a way that no rule knows. */
    AWAITING_OTHER;

    public boolean busy() {
        return this != IDLE;
    }

    /** Holds its worker while someone else works. */
    public boolean waiting() {
        return busy() && this != RUNNING;
    }
}
