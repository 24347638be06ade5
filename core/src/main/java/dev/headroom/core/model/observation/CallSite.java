package dev.headroom.core.model.observation;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A line of the application at which workers were seen.
 *
 * @param frame {@code package.Class.method:line}; without the line where it is not known
 * @param activity what they did there
 * @param workers mean number of workers; of samples, their share (0 to 1)
 * @param again of those that sleep, how often a second one that slept there had run and slept there again; of those that wait, how often one went on; empty where that was not seen
 */
public record CallSite(String frame, Activity activity, double workers, OptionalDouble again) {

    /** Of which it is not known whether they sleep there again and again. */
    public CallSite(String frame, Activity activity, double workers) {
        this(frame, activity, workers, OptionalDouble.empty());
    }

    /** Mean number of workers that are at such of these lines. */
    public static double workersAt(Stream<CallSite> lines, Predicate<CallSite> such) {
        return lines.filter(such).mapToDouble(CallSite::workers).sum();
    }

    /** Each line once for what is done there, most workers first. */
    public static List<CallSite> together(Collection<CallSite> seen) {
        Map<String, CallSite> byLine = new LinkedHashMap<>();
        seen.forEach(site -> byLine.merge(
                site.frame() + " " + site.activity(),
                site,
                (one, other) -> new CallSite(one.frame(), one.activity(), one.workers() + other.workers())));
        return byLine.values().stream()
                .sorted(Comparator.comparingDouble(CallSite::workers).reversed())
                .toList();
    }
}
