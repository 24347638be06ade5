package dev.headroom.cases.facade;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The bounds of the lifted variant, for 250 users whose requests make calls of 1, 500, 920 and 200 ms at the same time.
 *
 * <p>Little's law, N = X R: 250 requests are in flight at 250 / 0.92 s = 271.7 requests/s, and each holds connections for
 * 0.001 + 0.5 + 0.92 + 0.2 = 1.621 s, hence 440 connections on average, and 1,000 when all users are in step. Three times
 * as many requests are admitted, 750; connections are kept for one and a half times the 1,000. OkHttp does not bound
 * connections in use: what was admitted never waits for one, so there is one bound, and it answers at once.
 *
 * <p>The timeouts are five and eleven times the slowest call, and a third of what the clients wait at most: they are for a
 * downstream that hangs, not for one that is slow while everything warms up.
 *
 * @param maxInFlight requests that are worked on; the next is refused
 * @param maxCalls that one request may ask for: without a bound, one request could ask for a million
 * @param maxIdleConnections that are kept for the next call
 * @param keepAlive how long an idle connection is kept
 * @param connectTimeout for a new connection
 * @param readTimeout for an answer to begin, and between two parts of it; also for the TLS handshake
 * @param timeout for all calls of a request together, whatever they wait for; what is still out then is interrupted
 * @param retryAfter what a refused client is told to wait, in whole seconds: in-flight requests are done by then
 */
@ConfigurationProperties("lifted")
record LiftedSettings(
        @DefaultValue("750") int maxInFlight,
        @DefaultValue("16") int maxCalls,
        @DefaultValue("1500") int maxIdleConnections,
        @DefaultValue("1m") Duration keepAlive,
        @DefaultValue("2s") Duration connectTimeout,
        @DefaultValue("5s") Duration readTimeout,
        @DefaultValue("10s") Duration timeout,
        @DefaultValue("1s") Duration retryAfter) {}
