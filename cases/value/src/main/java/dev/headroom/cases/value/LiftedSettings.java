package dev.headroom.cases.value;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The bounds of the lifted variant, for 1,000 requests/s of a value that takes 1 s: ten times the article's load.
 *
 * <p>Little's law, N = X R: 1,000/s x 1 s = 1,000 requests in flight; half as many more for bursts. A virtual thread costs
 * a few kilobytes, so the bound is not for memory: it keeps an overload from queueing unseen.
 *
 * @param maxInFlight requests that are worked on; the next is refused
 * @param timeout for the value
 * @param retryAfter what a refused client is told to wait, in whole seconds: in-flight requests are done by then
 */
@ConfigurationProperties("lifted")
record LiftedSettings(
        @DefaultValue("1500") int maxInFlight,
        @DefaultValue("5s") Duration timeout,
        @DefaultValue("1s") Duration retryAfter) {}
