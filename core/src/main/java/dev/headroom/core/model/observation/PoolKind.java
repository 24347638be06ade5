package dev.headroom.core.model.observation;

/** What sort of workers a pool has. */
public enum PoolKind {
    /** The threads of a servlet container: the entry of a request. */
    SERVLET_WORKERS,
    /** A {@code ForkJoinPool}; the common pool among them. */
    FORK_JOIN,
    /** A {@code ThreadPoolExecutor} of the application or a library. */
    EXECUTOR,
    EVENT_LOOPS,
    /** Virtual threads: as many workers as tasks, so never a limit by themselves. */
    VIRTUAL_THREADS,
    CONNECTION_POOL,
    SEMAPHORE,
    /** Threads that no pool owns. */
    OTHER
}
