package dev.headroom.core.conservation;

import dev.headroom.core.statistics.Thresholds;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Objects by class, counted while nobody asks, with one user, and under load. Who waits without a thread is an object in some queue, of a class of which there are none with one user, who never waits, and under load as many as wait.
 * Classes that go with each request or connection have N, and one with one user.
 *
 * @param idle counts with nobody in the service
 * @param alone with one user
 * @param loaded with N requests in flight, some time apart
 */
public record LiveObjects(List<Map<String, Long>> idle, List<Map<String, Long>> alone, List<Map<String, Long>> loaded) {

    /** What may be let past more than X R0, relative: that is the quotient of measurements. */
    private static final double AGREES = Thresholds.TENTH;

    /** What a number that has to be whole may be off. */
    private static final double WHOLE = Thresholds.ODD_ONE;

    /** Those at work at a moment, over those at work on average. */
    private static final double VARIES = Thresholds.DOUBLE;

    /** Of the requests in flight (0 to 1), who wait where others are not counted. */
    private static final double MOST = Thresholds.HALF;

    public LiveObjects {
        idle = List.copyOf(idle);
        alone = List.copyOf(alone);
        loaded = List.copyOf(loaded);
    }

    /**
     * Classes of which there are as many more under load as wait, or as there are requests: of who waits, or what goes with them.
     *
     * @param inFlight N
     * @param atWork X R0
     */
    public Set<String> grown(int inFlight, double atWork) {
        return loaded.stream()
                .flatMap(count -> count.keySet().stream())
                .filter(type -> least(loaded, type) - least(idle, type) >= leastWaiting(inFlight, atWork)
                        && most(loaded, type) - least(idle, type) <= inFlight + 1)
                .collect(Collectors.toSet());
    }

    /**
     * Classes of who waits: of those that have {@link #grown}, those that there are none of with one user, who never waits; where there are none such, those with fewer than
     * there are requests, who stand at one place of several. Without those of which there were as many before. What went with a request may stay until the next comes, so one may be left with nobody.
     */
    public Set<String> waiting(int inFlight, double atWork) {
        Set<String> fewer = grown(inFlight, atWork).stream()
                .filter(type -> least(loaded, type) > 2 * least(idle, type) && usual(type) < inFlight)
                .collect(Collectors.toSet());
        Set<String> onlyWaiting =
                fewer.stream().filter(type -> most(alone, type) == 0).collect(Collectors.toSet());
        return onlyWaiting.isEmpty() ? fewer : onlyWaiting;
    }

    /** What may be let past at most, where X R0 are at work. */
    static double mostAtWork(double atWork) {
        return atWork * (1 + AGREES) + WHOLE;
    }

    /** Requests that wait at any moment: some X R0 are at work, now and then up to twice as many; most wait, or this tells nothing. */
    public static int leastWaiting(int inFlight, double atWork) {
        return (int) Math.max(inFlight * MOST, inFlight - atWork * VARIES);
    }

    /** Under load, in most counts so many or fewer. */
    private long usual(String type) {
        return numbers(loaded, type)
                .sorted()
                .skip(loaded.size() / 2)
                .findFirst()
                .orElse(0);
    }

    static long least(List<Map<String, Long>> counts, String type) {
        return numbers(counts, type).min().orElse(0);
    }

    static long most(List<Map<String, Long>> counts, String type) {
        return numbers(counts, type).max().orElse(0);
    }

    private static LongStream numbers(List<Map<String, Long>> counts, String type) {
        return counts.stream().mapToLong(count -> count.getOrDefault(type, 0L));
    }
}
