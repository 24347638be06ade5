package dev.headroom.core.model.observation;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.text.Ids;

/** What sort of servers a station has. {@link #id()} is the name used in files. */
public enum StationKind {
    /** The threads of a servlet container: the entry of a request. */
    SERVLET_WORKERS(LimitKind.WORKER_POOL),
    /** A {@code ForkJoinPool}; the common pool among them. */
    FORK_JOIN(LimitKind.WORKER_POOL),
    /** A {@code ThreadPoolExecutor} of the application or a library. */
    EXECUTOR(LimitKind.WORKER_POOL),
    EVENT_LOOPS(LimitKind.EVENT_LOOPS),
    /** Virtual threads: as many workers as tasks, so never a limit by themselves. */
    VIRTUAL_THREADS(LimitKind.WORKER_POOL),
    /** Threads that no pool owns. */
    OTHER(LimitKind.WORKER_POOL),
    /** Workers that a library gives tasks to by a queue of its own. */
    WORKERS(LimitKind.WORKER_POOL),
    CONNECTION_POOL(LimitKind.CONNECTION_POOL),
    OBJECT_POOL(LimitKind.OBJECT_POOL),
    SEMAPHORE(LimitKind.SEMAPHORE),
    LOCK(LimitKind.LOCK),
    RATE_LIMITER(LimitKind.RATE_LIMITER),
    ACCEPT_QUEUE(LimitKind.ACCEPT_QUEUE),
    /** Held by some while others wait, and nothing knows what it is. */
    UNKNOWN(LimitKind.UNKNOWN);

    private final LimitKind limit;

    StationKind(LimitKind limit) {
        this.limit = limit;
    }

    /** Of what a catalogue calls by the limit that it is. */
    public static StationKind of(LimitKind limit) {
        return limit == LimitKind.WORKER_POOL ? WORKERS : valueOf(limit.name());
    }

    public LimitKind limit() {
        return limit;
    }

    /** Whether its servers are threads that the probe sees at work, and that wait for other stations themselves. */
    public boolean isThreads() {
        return ordinal() <= OTHER.ordinal();
    }

    public String id() {
        return Ids.of(this);
    }
}
