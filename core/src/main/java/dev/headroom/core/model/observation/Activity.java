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

    /** Waits for somebody in the same process. */
    public boolean forOthers() {
        return switch (this) {
            case AWAITING_POOL, AWAITING_CONNECTION, AWAITING_LOCK, AWAITING_OTHER -> true;
            case IDLE, RUNNING, SLEEPING, AWAITING_DOWNSTREAM -> false;
        };
    }

    /** Holds its worker while someone else works. */
    public boolean waiting() {
        return busy() && this != RUNNING;
    }
}
