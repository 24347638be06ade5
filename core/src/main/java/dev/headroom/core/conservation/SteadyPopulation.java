package dev.headroom.core.conservation;

import dev.headroom.core.laws.Poisson;
import dev.headroom.core.statistics.Proportion;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.ClassNames;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Objects of which there are as many in every count under load. A limit for which somebody always waits holds m at any moment, while of what is at work before and behind it now more and now fewer are seen. So
 * a class with m objects in each of k counts, and none with nobody in the service, is of those that it lets past. It is no chance: of as many on average, whose number varies as that
 * of customers without a limit does (Poisson), all k counts are alike with a probability that is small ({@link Poisson#alike}). Those in a buffer that is full are as many in each count, too, but they wait: those let past are so for
 * as long as one user's request is, who is then seen there in a share m / (X R0) of looks (Little's law, with and without a load).
 *
 * @param past how many are let past at a time
 * @param counts k
 * @param all whether nothing varies: then they are all that is at work, wherever that is
 * @param types classes of which there are so many
 */
public record SteadyPopulation(int past, int counts, boolean all, List<String> types) {

    /** What all that is at work may differ from X R0, relative. */
    private static final double AGREES = Thresholds.TENTH;

    public SteadyPopulation {
        types = List.copyOf(types);
    }

    /**
     * Empty where no number of objects stays; the least of several: of two limits, one within the other, both are full, and the inner one binds. Where nothing varies, all of X R0 has to be at work there.
     *
     * @param inFlight N
     * @param atWork X R0: what may be at work at most, where a request at work takes as long as one user's
     */
    public static Optional<SteadyPopulation> of(LiveObjects objects, int inFlight, double atWork) {
        List<Map<String, Long>> counts = objects.loaded();
        Map<List<Long>, List<String>> populations = counts.stream()
                .flatMap(count -> count.keySet().stream())
                .distinct()
                .filter(type -> LiveObjects.most(objects.idle(), type) == 0)
                .filter(type -> LiveObjects.least(counts, type) >= WaiterCounts.FEWEST)
                .collect(Collectors.groupingBy(type -> counts.stream()
                        .map(count -> count.getOrDefault(type, 0L))
                        .toList()));
        boolean varies =
                populations.keySet().stream().anyMatch(each -> Set.copyOf(each).size() > 2);
        return populations.entrySet().stream()
                .filter(one -> Set.copyOf(one.getKey()).size() == 1)
                // of its classes the JDK's own last: they say least
                .map(one -> new SteadyPopulation(
                        one.getKey().getFirst().intValue(),
                        counts.size(),
                        !varies,
                        one.getValue().stream()
                                .sorted(Comparator.comparing(ClassNames::isOfTheJdk)
                                        .thenComparing(type -> type))
                                .toList()))
                .map(one -> one.ofThoseAtWork(objects.alone(), atWork))
                .filter(one -> !one.types().isEmpty() && one.past() < inFlight)
                .filter(one -> one.past() <= LiveObjects.mostAtWork(atWork))
                .filter(one -> one.all()
                        ? Math.abs(one.past() - atWork) <= AGREES * atWork
                        : populations.size() * Poisson.alike(one.past(), one.counts()) < Thresholds.ERROR)
                .min(Comparator.comparingInt(SteadyPopulation::past));
    }

    /** Without classes of which one user's request has an object in more looks, or fewer, than those let past would. */
    private SteadyPopulation ofThoseAtWork(List<Map<String, Long>> alone, double atWork) {
        double share = Math.min(1, past / atWork);
        return new SteadyPopulation(
                past,
                counts,
                all,
                types.stream()
                        .filter(type -> LiveObjects.most(alone, type) == 1)
                        .filter(type -> mayBe(share, alone, type))
                        .toList());
    }

    private static boolean mayBe(double share, List<Map<String, Long>> alone, String type) {
        long looks = alone.stream().filter(count -> count.containsKey(type)).count();
        Proportion seen = new Proportion(looks, alone.size());
        double confidence = 1 - Thresholds.ERROR;
        return seen.atLeast(confidence) <= share && share <= seen.atMost(confidence);
    }
}
