package dev.headroom.fanout.spring.limits;

import dev.headroom.fanout.spring.limits.LimitWatch.Look;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the looks of a window come to, for one limit. Where the limit does not measure holding times, they follow from
 * Little's law: N = X S, so S = (mean of places in use) / (uses that ended in a second).
 */
final class Rates {
    private final List<LimitReading> readings;
    private final double seconds;

    private Rates(List<LimitReading> readings, double seconds) {
        this.readings = readings;
        this.seconds = seconds;
    }

    static Rates of(String limit, List<Look> looks) {
        List<Look> with = looks.stream()
                .filter(look -> look.readings().containsKey(limit))
                .toList();
        double seconds =
                with.isEmpty() ? 0 : (with.getLast().nanos() - with.getFirst().nanos()) / 1e9;
        return new Rates(
                with.stream()
                        .map(look -> Objects.requireNonNull(look.readings().get(limit)))
                        .toList(),
                seconds);
    }

    @Nullable
    Double perSecond() {
        return rate(LimitReading::completed);
    }

    @Nullable
    Double refusedPerSecond() {
        return rate(LimitReading::refused);
    }

    /** Mean share of places taken: all looks count alike, as they are taken at a fixed rate. */
    @Nullable
    Double utilisation() {
        LimitReading last = readings.getLast();
        Double inUse = meanInUse();
        return inUse == null || last.size() == null || last.size() == 0 ? null : Math.min(1, inUse / last.size());
    }

    @Nullable
    Double holdingSeconds() {
        Double completed = growth(LimitReading::completed);
        if (completed == null || completed <= 0) {
            return null;
        }
        Double held = growth(LimitReading::heldNanos);
        if (held != null) {
            return held / 1e9 / completed;
        }
        Double inUse = meanInUse();
        return inUse == null || inUse == 0 ? null : inUse * seconds / completed;
    }

    private @Nullable Double meanInUse() {
        double sum = 0;
        for (LimitReading reading : readings) {
            if (reading.inUse() == null) {
                return null;
            }
            sum += reading.inUse();
        }
        return readings.isEmpty() ? null : sum / readings.size();
    }

    private @Nullable Double rate(Function<LimitReading, @Nullable Long> total) {
        Double growth = growth(total);
        return growth == null || seconds <= 0 ? null : growth / seconds;
    }

    private @Nullable Double growth(Function<LimitReading, @Nullable Long> total) {
        if (readings.isEmpty()) {
            return null;
        }
        Long first = total.apply(readings.getFirst());
        Long last = total.apply(readings.getLast());
        return first == null || last == null ? null : (double) (last - first);
    }
}
