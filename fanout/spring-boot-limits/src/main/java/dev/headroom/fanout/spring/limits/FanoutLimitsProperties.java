package dev.headroom.fanout.spring.limits;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the limits of the application are looked at.
 *
 * @param window that the endpoint's rates go back to, if it was asked as long ago
 * @param report whether settings that will bite are logged at start-up
 */
@ConfigurationProperties("fanout.limits")
public record FanoutLimitsProperties(
        @DefaultValue("60s") Duration window,
        @DefaultValue("true") boolean report) {
    /** @throws IllegalArgumentException where the window is not positive */
    public FanoutLimitsProperties {
        if (!window.isPositive()) {
            throw new IllegalArgumentException(
                    "fanout.limits.window must be longer than 0, such as 60s, but is " + window);
        }
    }
}
