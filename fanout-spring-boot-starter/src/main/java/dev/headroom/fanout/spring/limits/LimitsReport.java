package dev.headroom.fanout.spring.limits;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every limit of the application, as the endpoint {@code limits} shows it.
 *
 * @param windowSeconds over which rates, holding times and utilisation were taken
 * @param requestsPerSecond that were answered; null where they are not counted
 * @param binds the limit that binds now; its name is null where none does
 * @param limits from the outside in
 * @param findings defaults that will bite
 */
public record LimitsReport(
        double windowSeconds,
        @Nullable Double requestsPerSecond,
        Binding binds,
        List<Limit> limits,
        List<Finding> findings) {

    /**
     * Which limit binds.
     *
     * @param limit its name, or null
     * @param why in words
     */
    public record Binding(@Nullable String limit, String why) {}

    /**
     * Little's law: with all places taken, {@code size / holding} uses end in a second, and no more.
     *
     * @param name of the limit
     * @param kind where a request meets it
     * @param size places; null where there is no bound
     * @param inUse places that are taken now
     * @param waiting who waits for a place now
     * @param utilisation mean share of places that were taken, 0 to 1
     * @param perSecond uses that ended
     * @param refusedPerSecond who was turned away
     * @param holdingMillis mean time for which a place was held
     * @param ceilingPerSecond uses/s at which all places would be taken
     * @param usesPerRequest uses that one request makes of it
     * @param ceilingRequestsPerSecond requests/s at which all places would be taken
     * @param details what else is worth to be seen
     */
    public record Limit(
            String name,
            Kind kind,
            @Nullable Integer size,
            @Nullable Integer inUse,
            @Nullable Integer waiting,
            @Nullable Double utilisation,
            @Nullable Double perSecond,
            @Nullable Double refusedPerSecond,
            @Nullable Double holdingMillis,
            @Nullable Double ceilingPerSecond,
            @Nullable Double usesPerRequest,
            @Nullable Double ceilingRequestsPerSecond,
            Map<String, Object> details) {}
}
