package dev.headroom.core.model.observation;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A line of the application at which workers were seen.
 *
 * @param frame {@code package.Class.method:line}; without the line where it is not known
 * @param activity what they did there
 * @param workers mean number of workers; of samples, their share (0 to 1)
 */
public record CallSite(String frame, Activity activity, double workers) {

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
