package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.limits.LimitsReport.Limit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Every limit of the application with its use, its ceiling, and which one binds. Meters are read when somebody asks; rates are
 * the growth of their totals since an earlier look.
 */
public class Limits {
    private static final Logger LOG = LoggerFactory.getLogger(Limits.class);

    private final ObjectProvider<LimitSource> sources;
    private final Meters meters;
    private final Duration window;
    private final AtomicReference<List<Look>> looks = new AtomicReference<>(List.of());

    Limits(ObjectProvider<LimitSource> sources, Meters meters, Duration window) {
        this.sources = sources;
        this.meters = meters;
        this.window = window;
    }

    /** As of now. */
    public LimitsReport report(List<Finding> findings) {
        Look now = look();
        return report(looks.get().getFirst(), now, findings);
    }

    /** One more look, with which later ones are compared. */
    Look look() {
        Look now = new Look(
                System.nanoTime(),
                sources.orderedStream()
                        .flatMap(source -> read(source).stream())
                        .sorted(Comparator.comparing(LimitReading::kind).thenComparing(LimitReading::name))
                        .toList());
        looks.updateAndGet(before -> Look.kept(before, now, window));
        return now;
    }

    /** One that cannot be read must not hide the others. */
    private List<LimitReading> read(LimitSource source) {
        try {
            return source.read(meters);
        } catch (RuntimeException e) {
            LOG.warn("limits that cannot be read: {}", source, e);
            return List.of();
        }
    }

    static LimitsReport report(Look then, Look now, List<Finding> findings) {
        double seconds = (now.nanos() - then.nanos()) / 1e9;
        Double requests = now.readings().stream()
                .filter(reading -> reading.kind() == Kind.REQUESTS)
                .findFirst()
                .map(reading -> perSecond(then, reading, LimitReading::completed, seconds))
                .orElse(null);
        List<Limit> limits = now.readings().stream()
                .map(reading -> limit(then, reading, seconds, requests))
                .toList();
        return new LimitsReport(
                Math.round(seconds * 1e3) / 1e3, rounded(requests), BindingLimit.of(limits), limits, findings);
    }

    /** Little's law gives the places that were taken on average, N = X S, and how many uses can end in a second, size / S. */
    private static Limit limit(Look then, LimitReading reading, double seconds, @Nullable Double requests) {
        Double perSecond = perSecond(then, reading, LimitReading::completed, seconds);
        Double refused = perSecond(then, reading, LimitReading::refused, seconds);
        Double held = perSecond(then, reading, LimitReading::heldNanos, seconds);
        Double holding = held == null || perSecond == null || perSecond <= 0 ? null : held / 1e9 / perSecond;
        Double ceiling = reading.size() == null || holding == null || holding <= 0 ? null : reading.size() / holding;
        Double uses = uses(reading, perSecond, refused, requests);
        return new Limit(
                reading.name(),
                reading.kind(),
                reading.size(),
                reading.inUse(),
                reading.waiting(),
                rounded(
                        held == null || reading.size() == null || reading.size() == 0
                                ? null
                                : Math.min(1, held / 1e9 / reading.size())),
                rounded(perSecond),
                rounded(refused),
                rounded(holding == null ? null : holding * 1000),
                rounded(ceiling),
                rounded(uses),
                rounded(ceiling == null || uses == null ? null : ceiling / uses));
    }

    /** V: what was turned away was asked for too. That holds within a request; one that is turned away itself is none. */
    private static @Nullable Double uses(
            LimitReading reading, @Nullable Double perSecond, @Nullable Double refused, @Nullable Double requests) {
        if (requests == null || requests <= 0 || perSecond == null || perSecond <= 0) {
            return null;
        }
        return (perSecond + (refused == null || reading.kind() == Kind.REQUESTS ? 0 : refused)) / requests;
    }

    /** Growth of a total; null where it is not known, or was set back meanwhile. A limit that is new has grown from nothing. */
    private static @Nullable Double perSecond(
            Look then, LimitReading reading, Function<LimitReading, @Nullable Long> total, double seconds) {
        Long last = total.apply(reading);
        Long first = then.readings().stream()
                .filter(before -> before.name().equals(reading.name()))
                .findFirst()
                .map(total)
                .orElse(0L);
        return last == null || last < first || seconds <= 0 ? null : (last - first) / seconds;
    }

    /** More than 4 digits would claim more than was measured. */
    private static @Nullable Double rounded(@Nullable Double value) {
        return value == null || value.isNaN() || value.isInfinite()
                ? null
                : new BigDecimal(value).round(new MathContext(4)).doubleValue();
    }
}
