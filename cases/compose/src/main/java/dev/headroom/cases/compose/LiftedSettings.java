package dev.headroom.cases.compose;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The bounds of the lifted variant, for 1,000 requests/s over a downstream that takes 1 s: ten times the article's load.
 *
 * <p>Little's law, N = X R: 1,000/s x 1 s = 1,000 requests in flight, and 2,000 calls, two for each. Twice as much leaves
 * room for bursts. The connections are twice the requests on purpose: what was admitted never waits for a connection, so
 * there is one bound, and it is the one that answers at once.
 *
 * <p>The timeouts are three and four times the downstream's delay: they are for a downstream that hangs, not for one
 * that is slow while everything warms up.
 *
 * @param maxInFlight requests that are worked on; the next is refused
 * @param maxConnections to the downstream
 * @param connectTimeout for a new connection, and for one of the pool to be free
 * @param readTimeout for an answer of the downstream to begin, and between two parts of it
 * @param timeout for both calls together, whatever they wait for
 * @param retryAfter what a refused client is told to wait, in whole seconds: in-flight requests are done by then
 */
@ConfigurationProperties("lifted")
record LiftedSettings(
        @DefaultValue("2000") int maxInFlight,
        @DefaultValue("4000") int maxConnections,
        @DefaultValue("1s") Duration connectTimeout,
        @DefaultValue("3s") Duration readTimeout,
        @DefaultValue("4s") Duration timeout,
        @DefaultValue("2s") Duration retryAfter) {}
