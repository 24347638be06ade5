package dev.headroom.benchmarks.webflux;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The bounds. The defaults are the widest of the five lifted variants; an experiment gives those of its own case, so that
 * both have the same.
 *
 * @param maxInFlight requests that are worked on; the next is refused
 * @param maxConnections to each downstream: as many as the requests in flight can ask for, so that what was admitted never
 *     waits for a connection
 * @param connectTimeout for a new connection, and for one of the pool to be free
 * @param responseTimeout for an answer to begin, and between two parts of it
 * @param timeout for all calls of a request together, whatever they wait for
 * @param retryAfter what a refused client is told to wait, in whole seconds: in-flight requests are done by then
 * @param maxCalls that one request may ask for: without a bound, one request could ask for a million
 */
@ConfigurationProperties("peer")
record PeerSettings(
        @DefaultValue("2000") int maxInFlight,
        @DefaultValue("4000") int maxConnections,
        @DefaultValue("2s") Duration connectTimeout,
        @DefaultValue("5s") Duration responseTimeout,
        @DefaultValue("8s") Duration timeout,
        @DefaultValue("1s") Duration retryAfter,
        @DefaultValue("16") int maxCalls) {}
