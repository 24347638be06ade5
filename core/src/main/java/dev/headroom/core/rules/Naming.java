package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import java.util.OptionalInt;

/** What pools and limits are called in sentences. */
public final class Naming {

    private Naming() {}

    /** The workers of a pool, in the plural: "Tomcat threads", "common-pool workers". */
    static String workers(Station pool) {
        return switch (pool.kind()) {
            case SERVLET_WORKERS ->
                Libraries.packed().of(pool).map(its -> its.text("title")).orElse(pool.name() + " threads");
            case FORK_JOIN -> pool.name() + " workers";
            case EVENT_LOOPS -> pool.name().endsWith("event-loops") ? "event loops" : pool.name() + " event loops";
            case VIRTUAL_THREADS -> "virtual threads";
            default -> pool.name() + " threads";
        };
    }

    /** So many of them: "6 common-pool workers", "1 printer thread". */
    static String workers(int count, Station pool) {
        return count + " " + (count == 1 ? singular(pool) : workers(pool));
    }

    /** All of them, and the verb: "All 6 common-pool workers are", "The only printer thread is". */
    public static String allAre(int count, Station pool) {
        return count == 1 ? "The only " + singular(pool) + " is" : "All " + workers(count, pool) + " are";
    }

    private static String singular(Station pool) {
        return workers(pool).replaceFirst("s$", "");
    }

    /** A resource after "of": connections that are called by the address they go to are not what is there. */
    static String owner(Station resource, Evidence evidence) {
        return (isAddress(resource, evidence) ? "the connections to " : "") + resource.name();
    }

    /** Whether connections have no other name than where they go. */
    static boolean isAddress(Station resource, Evidence evidence) {
        return resource.kind() == StationKind.CONNECTION_POOL
                && evidence.observation().calls().stream()
                        .anyMatch(call -> call.target().equals(resource.name()));
    }

    public static Limit limit(LimitKind kind, String name) {
        return new Limit(kind, name, OptionalInt.empty());
    }
}
