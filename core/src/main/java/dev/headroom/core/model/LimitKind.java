package dev.headroom.core.model;

import dev.headroom.core.text.Ids;

/** Every kind of thing that has a ceiling. {@link #id()} is the name used in files. */
public enum LimitKind {
    WORKER_POOL("workers"),
    EVENT_LOOPS("event loops"),
    HUNG_WORKERS("workers"),
    CONNECTION_CHURN("connections"),
    CONNECTION_POOL("connections"),
    ACCEPT_QUEUE("connections"),
    TIMEOUT("workers"),
    CPU("cores"),
    GC("workers"),
    THROTTLING("workers"),
    DISK("workers"),
    FILE_DESCRIPTORS("file descriptors"),
    DEADLOCK("workers"),
    LOCK("at a time"),
    SEMAPHORE("permits"),
    OBJECT_POOL("objects"),
    RATE_LIMITER("permits a second"),
    DOWNSTREAM("at a time"),
    GENERATOR("workers"),
    /** Something holds the load back, and no rule knows what: the verdict then says where it waits. */
    UNKNOWN("at a time");

    private final String unit;

    LimitKind(String unit) {
        this.unit = unit;
    }

    public String id() {
        return Ids.of(this);
    }

    /** What its capacity is counted in, in the plural: {@code workers}; {@code at a time} where it is not known of what. */
    public String unit() {
        return unit;
    }
}
