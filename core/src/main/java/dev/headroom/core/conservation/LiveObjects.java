package dev.headroom.core.conservation;

import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.ClassNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Objects by class, counted while nobody asks, with one user, and under load. Who waits without a thread is an object in some queue: of N requests in flight c are let past and
 * N - c wait, so a class whose objects live only while a request waits has N - c of them under load, in count after count, and none with one user, who never waits.
 * A class whose objects live while a request is at work has c. Conservation: the two add up to N. Classes that go with each request or connection have N, and one with one user.
 *
 * @param idle counts with nobody in the service
 * @param alone with one user
 * @param loaded with N requests in flight, some time apart
 * @param dumped the same, of heap dumps
 */
public record LiveObjects(
        List<Map<String, Long>> idle,
        List<Map<String, Long>> alone,
        List<Map<String, Long>> loaded,
        List<Map<String, Long>> dumped) {

    /** What c may be more than X R0, relative, and what it may differ where nothing else agrees: X R0 is the quotient of measurements. */
    private static final double AGREES = Thresholds.TENTH;

    /** What a number that has to be whole may be off. */
    private static final double WHOLE = Thresholds.ODD_ONE;

    /** Of a count's looks (0 to 1) that are alike: in the others one is being let in. */
    private static final double ALIKE = Thresholds.HALF;

    /** Those at work at a moment, over those at work on average. */
    private static final double VARIES = Thresholds.DOUBLE;

    /** Of the requests in flight (0 to 1), who wait where others are not counted. */
    private static final double MOST = Thresholds.HALF;

    /** Objects at work, from which that their number stays is no accident. */
    private static final double FEWEST_ALIKE = Thresholds.DOUBLE;

    public LiveObjects {
        idle = List.copyOf(idle);
        alone = List.copyOf(alone);
        loaded = List.copyOf(loaded);
        dumped = List.copyOf(dumped);
    }

    public LiveObjects(List<Map<String, Long>> idle, List<Map<String, Long>> alone, List<Map<String, Long>> loaded) {
        this(idle, alone, loaded, List.of());
    }

    /**
     * @param past requests that are let past at a time
     * @param waiting those that wait
     * @param waiters classes of which there are as many as wait
     * @param workers classes of which there are as many as are let past
     */
    public record Split(int past, int waiting, List<String> waiters, List<String> workers) {}

    /**
     * How the requests in flight part; empty where no class tells, or several tell otherwise.
     *
     * @param inFlight N
     * @param atWork X R0: what may be at work at most, where a request at work takes as long as one user's
     */
    public Optional<Split> split(int inFlight, double atWork) {
        Map<Integer, List<String>> byPast = new TreeMap<>();
        Map<Long, List<String>> grown = new TreeMap<>();
        for (String type : loaded.isEmpty()
                ? List.<String>of()
                : List.copyOf(loaded.getFirst().keySet())) {
            grown(type).ifPresent(more -> {
                grown.computeIfAbsent(more, none -> new ArrayList<>()).add(type);
                int past = (int) (inFlight - more);
                boolean only = most(alone, type) <= least(idle, type);
                boolean left = past == 1 && most(alone, type) > 0; // of an earlier request: one user's takes its place
                if (only && !left && past >= 1 && past < inFlight && past <= mostAtWork(atWork)) {
                    byPast.computeIfAbsent(past, none -> new ArrayList<>()).add(type);
                }
            });
        }
        List<Split> found = byPast.entrySet().stream()
                .map(one -> new Split(
                        one.getKey(),
                        inFlight - one.getKey(),
                        sorted(one.getValue()),
                        sorted(grown.getOrDefault((long) one.getKey(), List.of()))))
                .filter(split -> !split.workers().isEmpty() || Math.abs(split.past() - atWork) <= AGREES * atWork)
                .sorted(Comparator.comparingInt((Split split) -> split.waiters().size())
                        .reversed())
                .toList();
        if (found.isEmpty()) {
            return atWork(grown, inFlight, atWork);
        }
        boolean plain = found.size() == 1
                || found.get(0).waiters().size() > 2 * found.get(1).waiters().size();
        return plain ? Optional.of(found.getFirst()) : Optional.empty();
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

    /**
     * Where who waits has no class of its own: the number at work is the same in every count, though others wait, and it is X R0. Of a rate, or of chance,
     * it would vary.
     */
    private Optional<Split> atWork(Map<Long, List<String>> grown, int inFlight, double atWork) {
        int past = (int) Math.rint(atWork);
        List<String> types = grown.getOrDefault((long) past, List.of()).stream()
                .filter(type -> most(loaded, type) == least(loaded, type) && most(alone, type) == least(idle, type) + 1)
                .toList();
        return past >= 1
                        && past < inFlight
                        && Math.abs(past - atWork) <= AGREES * atWork
                        && past * types.size() >= FEWEST_ALIKE
                ? Optional.of(new Split(past, inFlight - past, List.of(), sorted(types)))
                : Optional.empty();
    }

    /**
     * By how many there are more under load than with nobody, in most of the counts; empty where that varies by more than one, and where there were as many before: a JVM
     * that is at work loads classes, too.
     */
    private Optional<Long> grown(String type) {
        long before = least(idle, type);
        List<Long> counts = loaded.stream()
                .map(count -> count.getOrDefault(type, 0L) - before)
                .sorted()
                .toList();
        long usual = counts.get(counts.size() / 2);
        boolean steady = counts.getLast() - counts.getFirst() <= 1
                && counts.stream().filter(count -> count == usual).count() > ALIKE * counts.size();
        return steady && usual > before ? Optional.of(usual) : Optional.empty();
    }

    /** Under load, in most counts so many or fewer. */
    private long usual(String type) {
        return loaded.stream()
                .mapToLong(count -> count.getOrDefault(type, 0L))
                .sorted()
                .skip(loaded.size() / 2)
                .findFirst()
                .orElse(0);
    }

    static long least(List<Map<String, Long>> counts, String type) {
        return counts.stream()
                .mapToLong(count -> count.getOrDefault(type, 0L))
                .min()
                .orElse(0);
    }

    static long most(List<Map<String, Long>> counts, String type) {
        return counts.stream()
                .mapToLong(count -> count.getOrDefault(type, 0L))
                .max()
                .orElse(0);
    }

    /** The JDK's own last: they say least. */
    static List<String> sorted(List<String> types) {
        return types.stream()
                .sorted(Comparator.comparing(ClassNames::isOfTheJdk).thenComparing(type -> type))
                .toList();
    }
}
