package dev.headroom.core.evidence;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.ThinkTime;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Second;
import dev.headroom.core.statistics.Thresholds;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * What a load asks for, as the laws know it. The script of a load tool says nothing to us; where it was told how many users there are, they are a closed load,
 * whose pauses follow from how many of them waited: Z = (N - X R) / X, the response time law. Where it was not, only what was seen is known.
 */
public final class AskedLoad {

    /** Users of whom so many wait for an answer do not think: they only begin and end apart. */
    private static final double ALL = Thresholds.NEARLY_ALL;

    private AskedLoad() {}

    public static Load of(Load load, LoadResult result) {
        return load instanceof Load.Tool tool && tool.users().isPresent()
                ? closed(tool, tool.users().getAsInt(), result)
                : load;
    }

    private static Load closed(Load.Tool tool, int users, LoadResult result) {
        List<Second> series = result.series();
        double waiting = median(series, Second::inFlight);
        double ended = median(series, second -> second.succeeded() + second.failed());
        double think = ended > 0 && waiting < ALL * users ? (users - waiting) / ended : 0;
        return new Load.Closed(
                users,
                Duration.ZERO,
                new ThinkTime.Fixed(Times.ofSeconds(think)),
                new Until.Elapsed(tool.length().orElse(result.elapsed())),
                tool.seed(),
                tool.transport(),
                Optional.empty());
    }

    private static double median(List<Second> series, ToLongFunction<Second> value) {
        long[] sorted = series.stream().mapToLong(value).sorted().toArray();
        return sorted.length == 0
                ? 0
                : Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElse(0);
    }
}
