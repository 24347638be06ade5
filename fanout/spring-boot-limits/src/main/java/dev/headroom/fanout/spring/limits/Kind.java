package dev.headroom.fanout.spring.limits;

/**
 * What a limit bounds, from the outside in: a request passes them in this order, and one that is full fills those before it.
 */
public enum Kind {
    /** Connections that the server keeps open. */
    CONNECTIONS,
    /** Threads of the server. */
    THREADS,
    /** Requests that are let in. */
    REQUESTS,
    /** A task executor of the application. */
    EXECUTOR,
    /** The gate of a downstream. */
    DOWNSTREAM,
    /** A pool of connections to other services or to a database. */
    CONNECTION_POOL
}
