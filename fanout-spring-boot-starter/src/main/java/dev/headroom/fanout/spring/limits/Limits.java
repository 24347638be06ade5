package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.limits.LimitWatch.Look;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Every limit of the application with its use, its ceiling, and which one binds. */
public class Limits {
    private final LimitWatch watch;
    private final Supplier<List<Finding>> findings;

    Limits(LimitWatch watch, Supplier<List<Finding>> findings) {
        this.watch = watch;
        this.findings = findings;
    }

    /** As of now. */
    public LimitsReport report() {
        return report(watch.looks(), findings.get());
    }

    static LimitsReport report(List<Look> looks, List<Finding> findings) {
        List<LimitReading> readings = LimitWatch.inOrder(looks.getLast());
        Double requests = readings.stream()
                .filter(reading -> reading.kind() == Kind.REQUESTS)
                .findFirst()
                .map(reading -> Rates.of(reading.name(), looks).perSecond())
                .orElse(null);
        List<LimitsReport.Limit> limits = readings.stream()
                .map(reading -> limit(reading, Rates.of(reading.name(), looks), requests))
                .toList();
        double seconds = Math.round((looks.getLast().nanos() - looks.getFirst().nanos()) / 1e6) / 1e3;
        return new LimitsReport(seconds, rounded(requests), BindingLimit.of(limits), limits, findings);
    }

    private static LimitsReport.Limit limit(LimitReading reading, Rates rates, @Nullable Double requests) {
        Double holding = rates.holdingSeconds();
        Double perSecond = rates.perSecond();
        Double ceiling = reading.size() == null || holding == null || holding <= 0 ? null : reading.size() / holding;
        Double uses = usesPerRequest(reading, rates, requests);
        return new LimitsReport.Limit(
                reading.name(),
                reading.kind(),
                reading.size(),
                reading.inUse(),
                reading.waiting(),
                rounded(rates.utilisation()),
                rounded(perSecond),
                rounded(rates.refusedPerSecond()),
                rounded(holding == null ? null : holding * 1000),
                rounded(ceiling),
                rounded(uses),
                rounded(ceiling == null || uses == null ? null : ceiling / uses),
                reading.details());
    }

    /** More than 4 digits would claim more than was measured. */
    private static @Nullable Double rounded(@Nullable Double value) {
        return value == null || value.isNaN() || value.isInfinite()
                ? null
                : new BigDecimal(value).round(new MathContext(4)).doubleValue();
    }

    /** V: what was turned away was asked for too. That holds within a request; one that is turned away itself is none. */
    private static @Nullable Double usesPerRequest(LimitReading reading, Rates rates, @Nullable Double requests) {
        Double perSecond = rates.perSecond();
        if (requests == null || requests <= 0 || perSecond == null || perSecond <= 0) {
            return null;
        }
        Double refused = reading.kind() == Kind.REQUESTS ? null : rates.refusedPerSecond();
        return (perSecond + (refused == null ? 0 : refused)) / requests;
    }
}
