package dev.headroom.cases.bike;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The bounds of the lifted variant, for 40 requests/s that take 5 s each.
 *
 * <p>Little's law, N = X R: 40/s x 5 s = 200 requests in flight; three times as much leaves room for bursts and for calls
 * that wait for their timeout. There are as many connections as requests: what was admitted never waits for one, so
 * there is one bound, and it is the one that answers at once.
 *
 * @param maxInFlight requests that are worked on; the next is refused
 * @param maxConnections to the supplier of parts
 * @param connectTimeout for a new connection, and for one of the pool to be free
 * @param readTimeout for an answer of the supplier to begin, and between two parts of it
 * @param timeout for a call as a whole, whatever it waits for
 * @param retryAfter what a refused client is told to wait, in whole seconds: in-flight requests are done by then
 */
@ConfigurationProperties("lifted")
record LiftedSettings(
        @DefaultValue("600") int maxInFlight,
        @DefaultValue("600") int maxConnections,
        @DefaultValue("1s") Duration connectTimeout,
        @DefaultValue("2s") Duration readTimeout,
        @DefaultValue("3s") Duration timeout,
        @DefaultValue("5s") Duration retryAfter) {}
