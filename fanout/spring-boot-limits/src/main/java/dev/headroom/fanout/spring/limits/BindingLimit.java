package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.limits.LimitsReport.Binding;
import dev.headroom.fanout.spring.limits.LimitsReport.Limit;
import dev.headroom.fanout.spring.limits.LimitsReport.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which limit binds now. A full one fills all before it, so of those that are full and make others wait, or turn them
 * away, the innermost is the cause (layered bottlenecks: Neilson, Woodside et al., 1995; Franks et al., QEST 2006); of
 * several there, the one with the lowest ceiling in requests/s. Where a limit or its queue cannot be seen, that is said.
 */
final class BindingLimit {
    private BindingLimit() {}

    static Binding of(List<Limit> limits) {
        return limits.stream()
                .filter(limit -> full(limit) && verdict(limit) != Verdict.NONE)
                .max(Comparator.comparing(Limit::kind)
                        .thenComparingDouble(limit -> -orInfinite(limit.ceilingRequestsPerSecond())))
                .map(limit -> new Binding(verdict(limit), limit.name(), why(limit)))
                .orElseGet(() -> withoutAFullOne(limits));
    }

    private static Binding withoutAFullOne(List<Limit> limits) {
        String unseen = limits.stream()
                .filter(limit -> limit.inUse() == null)
                .map(Limit::name)
                .collect(Collectors.joining(", "));
        return unseen.isEmpty()
                ? new Binding(Verdict.NONE, null, "nothing binds: no limit is full with somebody waiting")
                : new Binding(
                        Verdict.UNKNOWN,
                        null,
                        "no limit that can be seen is full with somebody waiting; not to be seen: " + unseen);
    }

    private static boolean full(Limit limit) {
        return limit.size() != null && limit.inUse() != null && limit.inUse() >= limit.size();
    }

    /** Of one that is full. */
    private static Verdict verdict(Limit limit) {
        boolean refuses = limit.refusedPerSecond() != null && limit.refusedPerSecond() > 0;
        if (refuses || Objects.requireNonNullElse(limit.waiting(), 0) > 0) {
            return Verdict.BINDS;
        }
        return limit.waiting() == null && limit.refusedPerSecond() == null ? Verdict.UNKNOWN : Verdict.NONE;
    }

    private static String why(Limit limit) {
        StringBuilder why = new StringBuilder()
                .append(limit.inUse())
                .append(" of ")
                .append(limit.size())
                .append(" are in use");
        if (verdict(limit) == Verdict.UNKNOWN) {
            why.append(", and whether anybody waits for one is not published");
        }
        if (limit.waiting() != null) {
            why.append(", ").append(limit.waiting()).append(" wait");
        }
        if (limit.refusedPerSecond() != null && limit.refusedPerSecond() > 0) {
            why.append(String.format(Locale.ROOT, ", %.1f/s are turned away", limit.refusedPerSecond()));
        }
        if (limit.ceilingPerSecond() != null) {
            why.append(String.format(Locale.ROOT, "; its ceiling is %.1f/s", limit.ceilingPerSecond()));
        }
        return why.toString();
    }

    private static double orInfinite(@Nullable Double ceiling) {
        return ceiling == null ? Double.POSITIVE_INFINITY : ceiling;
    }
}
