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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What a load asks for, as the laws know it. The script of a load tool says nothing to us; where it was told how many users there are, they are a closed load,
 * whose pauses follow from how many of them waited: Z = (N - X R) / X, the response time law. Where it was not, only what was seen is known.
 *
 * <p>A script may let its users in one after the other. Who is not there yet does not think, so the law is held against the quarter of the run in which most
 * waited, and until as many waited for the first time they came.
 */
public final class AskedLoad {

    /** Users of whom so many wait for an answer do not think: they only begin and end apart. */
    private static final double ALL = Thresholds.NEARLY_ALL;

    /** Parts of the run that are looked at by themselves. */
    private static final int PARTS = 4;

    /** Of the run (0 to 1), which no window has anyway: a shorter ramp does not matter. */
    private static final double BEGINNING = Thresholds.TENTH;

    private AskedLoad() {}

    public static Load of(Load load, LoadResult result) {
        return load instanceof Load.Tool tool && tool.users().isPresent()
                ? closed(tool, tool.users().getAsInt(), result)
                : load;
    }

    private static Load closed(Load.Tool tool, int users, LoadResult result) {
        List<Second> full = fullest(result.series());
        double waiting = median(full, Second::usuallyInFlight);
        double ended = median(full, second -> second.succeeded() + second.failed());
        double think = ended > 0 && waiting < ALL * users ? (users - waiting) / ended : 0;
        return new Load.Closed(
                users,
                rampUp(result.series(), waiting),
                new ThinkTime.Fixed(Times.ofSeconds(think)),
                new Until.Elapsed(tool.length().orElse(result.elapsed())),
                tool.seed(),
                tool.transport(),
                Optional.empty());
    }

    private static List<Second> fullest(List<Second> series) {
        int size = series.size();
        return IntStream.range(0, PARTS)
                .mapToObj(part -> series.subList(part * size / PARTS, (part + 1) * size / PARTS))
                .max(Comparator.comparingDouble(part -> median(part, Second::usuallyInFlight)))
                .orElse(series);
    }

    /** Until about as many waited for the first time as wait while all users are there. Who waits longer and longer for a service that slows down was there from the start. */
    private static Duration rampUp(List<Second> series, double waiting) {
        double first = median(series.subList(0, (int) (BEGINNING * series.size())), Second::usuallyInFlight);
        return first >= Thresholds.HALF * waiting
                ? Duration.ZERO
                : series.stream()
                        .filter(second -> second.usuallyInFlight() >= ALL * waiting)
                        .findFirst()
                        .map(second -> Duration.ofSeconds(second.second()))
                        .orElse(Duration.ZERO);
    }

    private static double median(List<Second> series, ToDoubleFunction<Second> value) {
        double[] sorted = series.stream().mapToDouble(value).sorted().toArray();
        return sorted.length == 0
                ? 0
                : Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElse(0);
    }
}
