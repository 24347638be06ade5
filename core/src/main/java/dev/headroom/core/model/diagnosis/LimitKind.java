package dev.headroom.core.model.diagnosis;

import dev.headroom.core.text.Ids;

/** Every kind of thing that has a ceiling. {@link #id()} is the name used in files. */
public enum LimitKind {
    WORKER_POOL,
    EVENT_LOOPS,
    HUNG_WORKERS,
    CONNECTION_CHURN,
    CONNECTION_POOL,
    ACCEPT_QUEUE,
    TIMEOUT,
    CPU,
    GC,
    THROTTLING,
    DISK,
    FILE_DESCRIPTORS,
    DEADLOCK,
    LOCK,
    SEMAPHORE,
    OBJECT_POOL,
    RATE_LIMITER,
    DOWNSTREAM,
    GENERATOR,
    /** Something holds the load back, and no rule knows what: the verdict then says where it waits. */
    UNKNOWN;

    public String id() {
        return Ids.of(this);
    }
}
