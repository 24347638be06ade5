package dev.headroom.core.rules;

import dev.headroom.core.model.diagnosis.Limit;
import dev.headroom.core.model.diagnosis.LimitKind;
import dev.headroom.core.model.observation.Pool;
import dev.headroom.core.model.observation.PoolKind;
import java.util.OptionalInt;

/** What pools and limits are called in sentences. */
public final class Naming {

    private Naming() {}

    /** The workers of a pool, in the plural: "Tomcat threads", "common-pool workers". */
    static String workers(Pool pool) {
        return switch (pool.kind()) {
            case SERVLET_WORKERS -> Tomcat.owns(pool) ? "Tomcat threads" : pool.name() + " threads";
            case FORK_JOIN -> pool.name() + " workers";
            case EXECUTOR, OTHER -> pool.name() + " threads";
            case EVENT_LOOPS -> pool.name().endsWith("event-loops") ? "event loops" : pool.name() + " event loops";
            case VIRTUAL_THREADS -> "virtual threads";
            case CONNECTION_POOL -> "connections of " + pool.name();
            case SEMAPHORE -> "permits of " + pool.name();
        };
    }

    /** So many of them: "6 common-pool workers", "1 printer thread". */
    static String workers(int count, Pool pool) {
        return count + " " + (count == 1 ? singular(pool) : workers(pool));
    }

    /** All of them, and the verb: "All 6 common-pool workers are", "The only printer thread is". */
    static String allAre(int count, Pool pool) {
        return count == 1 ? "The only " + singular(pool) + " is" : "All " + workers(count, pool) + " are";
    }

    private static String singular(Pool pool) {
        return workers(pool).replaceFirst("s( of |$)", "$1");
    }

    public static Limit limit(Pool pool) {
        return new Limit(kind(pool.kind()), pool.name(), pool.maximum());
    }

    /** Of a pool whose callers work as well, or of which some workers hang: m is not its maximum. */
    public static Limit limit(Pool pool, int workers) {
        return new Limit(kind(pool.kind()), pool.name(), OptionalInt.of(workers));
    }

    public static Limit limit(LimitKind kind, String name) {
        return new Limit(kind, name, OptionalInt.empty());
    }

    private static LimitKind kind(PoolKind kind) {
        return switch (kind) {
            case EVENT_LOOPS -> LimitKind.EVENT_LOOPS;
            case CONNECTION_POOL -> LimitKind.CONNECTION_POOL;
            case SEMAPHORE -> LimitKind.SEMAPHORE;
            case SERVLET_WORKERS, FORK_JOIN, EXECUTOR, VIRTUAL_THREADS, OTHER -> LimitKind.WORKER_POOL;
        };
    }
}
