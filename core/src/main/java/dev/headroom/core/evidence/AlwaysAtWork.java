package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.PoolSample;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;
import java.util.Arrays;
import java.util.OptionalInt;

/** How many workers of a pool are at work in nearly every look of a window, no more and no fewer: so many and no others serve. */
public final class AlwaysAtWork {

    private static final double FEWEST_LOOKS = Thresholds.LOOKS;

    /** Share of looks (0 to 1) with just so many; in the others one is being handed its next task. */
    private static final double ALWAYS = Thresholds.NEARLY_ALL;

    /** The same where none has more although another worker idles: each of several may be handed its next task. */
    private static final double NO_MORE = Thresholds.MAJORITY;

    /** Workers beyond these, on average, of which one may have been at work. */
    private static final double ANOTHER = Thresholds.HALF;

    private AlwaysAtWork() {}

    /** Empty where their number varies, where none is, and where too few looks tell. */
    public static OptionalInt in(Station pool, Observation seen) {
        int[] looks = seen.series().stream()
                .filter(look -> !look.at().isNegative()
                        && look.at().compareTo(seen.window().length()) < 0)
                .flatMap(look -> look.pools().stream())
                .filter(look -> look.pool().equals(pool.name()))
                .mapToInt(PoolSample::active)
                .toArray();
        int busy = (int) Math.rint(pool.active());
        long so = Arrays.stream(looks).filter(active -> active == busy).count();
        boolean never = pool.workers() > busy + ANOTHER && Arrays.stream(looks).noneMatch(active -> active > busy);
        return looks.length >= FEWEST_LOOKS && busy >= 1 && so >= (never ? NO_MORE : ALWAYS) * looks.length
                ? OptionalInt.of(busy)
                : OptionalInt.empty();
    }
}
