package dev.headroom.core.model;

import java.util.Locale;

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
    LOCK,
    SEMAPHORE,
    DOWNSTREAM,
    GENERATOR;

    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
