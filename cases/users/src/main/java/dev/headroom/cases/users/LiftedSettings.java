package dev.headroom.cases.users;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The bounds of the lifted variant, for 200 requests/s against a downstream that takes 0.33 s.
 *
 * <p>Little's law, N = X R: 200/s x 0.33 s = 66 requests in flight, and 132 calls, two for each. Three times as much
 * leaves room for bursts and for a downstream that is slow for a while: 200 requests and 400 connections. The
 * connections are twice the requests on purpose: what was admitted never waits for a connection, so there is one bound,
 * and it is the one that answers at once.
 *
 * <p>The timeouts are six and nine times the downstream's delay: they are for a downstream that hangs, not for one that
 * is slow while everything warms up.
 *
 * @param maxInFlight requests that are worked on; the next is refused
 * @param maxConnections to the metadata service
 * @param connectTimeout for a new connection, and for one of the pool to be free
 * @param readTimeout for an answer of the metadata service to begin, and between two parts of it
 * @param timeout for both calls together, whatever they wait for
 * @param retryAfter what a refused client is told to wait, in whole seconds: in-flight requests are done by then
 */
@ConfigurationProperties("lifted")
record LiftedSettings(
        @DefaultValue("200") int maxInFlight,
        @DefaultValue("400") int maxConnections,
        @DefaultValue("1s") Duration connectTimeout,
        @DefaultValue("2s") Duration readTimeout,
        @DefaultValue("3s") Duration timeout,
        @DefaultValue("1s") Duration retryAfter) {}
