package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.limits.LimitsReport.Binding;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which limit binds now. A full one fills all before it, so of those that are full and make others wait, or turn them
 * away, the innermost is the cause (layered bottlenecks: Neilson, Woodside et al., 1995; Franks et al., QEST 2006); of
 * several there, the one with the lowest ceiling in requests/s.
 */
final class BindingLimit {
    private BindingLimit() {}

    static Binding of(List<LimitsReport.Limit> limits) {
        return limits.stream()
                .filter(BindingLimit::saturated)
                .max(Comparator.comparing(LimitsReport.Limit::kind)
                        .thenComparingDouble(limit -> -orInfinite(limit.ceilingRequestsPerSecond())))
                .map(limit -> new Binding(limit.name(), why(limit)))
                .orElseGet(() -> new Binding(null, "nothing binds: no limit is full with somebody waiting"));
    }

    private static boolean saturated(LimitsReport.Limit limit) {
        boolean full = limit.size() != null && limit.inUse() != null && limit.inUse() >= limit.size();
        boolean queue = limit.waiting() != null && limit.waiting() > 0;
        boolean refuses = limit.refusedPerSecond() != null && limit.refusedPerSecond() > 0;
        return full && (queue || refuses);
    }

    private static String why(LimitsReport.Limit limit) {
        StringBuilder why = new StringBuilder()
                .append(limit.inUse())
                .append(" of ")
                .append(limit.size())
                .append(" are in use");
        if (limit.waiting() != null) {
            why.append(", ").append(limit.waiting()).append(" wait");
        }
        if (limit.refusedPerSecond() != null && limit.refusedPerSecond() > 0) {
            why.append(String.format(java.util.Locale.ROOT, ", %.1f/s are turned away", limit.refusedPerSecond()));
        }
        if (limit.ceilingPerSecond() != null) {
            why.append(String.format(java.util.Locale.ROOT, "; its ceiling is %.1f/s", limit.ceilingPerSecond()));
        }
        return why.toString();
    }

    private static double orInfinite(@Nullable Double ceiling) {
        return ceiling == null ? Double.POSITIVE_INFINITY : ceiling;
    }
}
