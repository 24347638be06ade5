package dev.headroom.harness.drawn;

import static dev.headroom.core.model.LimitKind.CONNECTION_POOL;
import static dev.headroom.core.model.LimitKind.EVENT_LOOPS;
import static dev.headroom.core.model.LimitKind.OBJECT_POOL;
import static dev.headroom.core.model.LimitKind.WORKER_POOL;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.text.Ids;
import java.util.List;

/** What a station of a drawn service is made of. */
public enum DrawnKind {
    TOMCAT(Role.FRONT, WORKER_POOL),
    JETTY(Role.FRONT, WORKER_POOL),
    JDK(Role.FRONT, WORKER_POOL),
    /** A thread for each request: no limit. */
    VIRTUAL(Role.FRONT),
    LOOPS(Role.FRONT, EVENT_LOOPS),
    POOL(Role.UNITS, WORKER_POOL),
    FORK_JOIN(Role.UNITS, WORKER_POOL),
    HIKARI(Role.UNITS, CONNECTION_POOL),
    COMMONS_POOL(Role.UNITS, OBJECT_POOL, CONNECTION_POOL),
    SEMAPHORE(Role.UNITS, LimitKind.SEMAPHORE),
    SYNCHRONIZED(Role.LOCK, LimitKind.LOCK),
    LOCK(Role.LOCK, LimitKind.LOCK),
    RATE_LIMITER(Role.RATE, LimitKind.RATE_LIMITER),
    TOKEN_BUCKET(Role.RATE, LimitKind.RATE_LIMITER),
    CPU(Role.CPU, LimitKind.CPU, LimitKind.THROTTLING),
    DOWNSTREAM(Role.DOWNSTREAM, LimitKind.DOWNSTREAM);

    public enum Role {
        /** Takes the requests, and is held by each until it is answered. */
        FRONT,
        /** So many units, each held by one request, which may go on to other stations with it. */
        UNITS,
        /** One unit. */
        LOCK,
        /** So many a second. */
        RATE,
        /** The cores. */
        CPU,
        /** Another process with units of its own. */
        DOWNSTREAM
    }

    private final Role role;
    private final List<LimitKind> verdicts;

    /** @param verdicts by any of which it is named rightly */
    DrawnKind(Role role, LimitKind... verdicts) {
        this.role = role;
        this.verdicts = List.of(verdicts);
    }

    public Role role() {
        return role;
    }

    public boolean isNamed(LimitKind kind) {
        return verdicts.contains(kind);
    }

    /** Whether a service cannot have two of them that a verdict tells apart. */
    boolean isUnique() {
        return role != Role.UNITS;
    }

    public String id() {
        return Ids.of(this);
    }
}
