package dev.headroom.core.model.diagnosis;

import dev.headroom.core.model.observation.Peers;

/**
 * Where a request in flight is, and how long it is there (by Little's law, N at place / X). The places of a run add up to its response time
 * but for what was not found.
 *
 * @param kind what a request does there
 * @param name the pool, resource or downstream; empty where the kind says all
 * @param detail for the reader: the waiting frame and the application's line that called it
 * @param requests N: mean number of requests there under load
 * @param seconds of a request under load
 * @param unloaded seconds of a request with one user
 */
public record Place(Kind kind, String name, String detail, double requests, double seconds, double unloaded) {

    /** Whether another process works for it meanwhile, be it a service or a database. */
    public boolean atDownstream() {
        return kind == Kind.AWAITING_DOWNSTREAM && Peers.isDownstream(name);
    }

    /** Seconds by which a request is there for longer than with one user; below 0 where it is for less. */
    public double added() {
        return seconds - unloaded;
    }

    /** Whether it is with a thread that computes, or would if it had a core. */
    public boolean onCores() {
        return kind == Kind.RUNNING || kind == Kind.READY;
    }

    /** The same where no response has ended. */
    public Place withoutTime() {
        return new Place(kind, name, detail, requests, Double.POSITIVE_INFINITY, unloaded);
    }

    /** From the outside in. */
    public enum Kind {
        /** Connected, and not accepted by the service. */
        NOT_ACCEPTED,
        /** Accepted, and not read. */
        UNREAD,
        /** In the queue of a pool. */
        QUEUED,
        /** On a worker that computes, or could if it had a core. */
        RUNNING,
        /** On a worker that is ready and has no core. */
        READY,
        SLEEPING,
        /** On a worker that waits for a resource: a connection, a lock, a permit. */
        AWAITING_RESOURCE,
        AWAITING_DOWNSTREAM,
        /** On a worker that waits in a way that no rule knows. */
        AWAITING_OTHER,
        /** In flight by the generator's count, and at no place that was seen. */
        NOT_FOUND
    }
}
