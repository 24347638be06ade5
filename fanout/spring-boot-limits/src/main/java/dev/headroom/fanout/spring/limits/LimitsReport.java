package dev.headroom.fanout.spring.limits;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every limit of the application, as the endpoint {@code limits} shows it.
 *
 * @param windowSeconds over which rates, holding times and utilisation were taken
 * @param requestsPerSecond that were answered; null where they are not counted
 * @param binds the limit that binds now, if any
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
     * @param verdict whether one does
     * @param limit its name; where that is not known, the name of one that is full and whose queue is not published, or null
     * @param why in words
     */
    public record Binding(Verdict verdict, @Nullable String limit, String why) {}

    /** Whether a limit binds now. */
    public enum Verdict {
        /** One is full, and others wait for it or are turned away. */
        BINDS,
        /** All can be seen, and none is full with somebody waiting. */
        NONE,
        /** None is known to bind, but not all can be seen. */
        UNKNOWN
    }

    /**
     * Little's law: with all places taken, {@code size / holding} uses end in a second, and no more.
     *
     * @param name of the limit
     * @param kind where a request meets it
     * @param size places; null where there is no bound
     * @param inUse places that are taken now
     * @param waiting who waits for a place now
     * @param utilisation mean share of places that uses which ended had taken, 0 to 1
     * @param perSecond uses that ended
     * @param refusedPerSecond who was turned away
     * @param holdingMillis mean time for which a place was held
     * @param ceilingPerSecond uses/s at which all places would be taken
     * @param usesPerRequest uses that one request makes of it
     * @param ceilingRequestsPerSecond requests/s at which all places would be taken
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
            @Nullable Double ceilingRequestsPerSecond) {}
}
