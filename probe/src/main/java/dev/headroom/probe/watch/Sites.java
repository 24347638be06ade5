package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Stack;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The application's lines at which workers stand. */
final class Sites {

    private static final int MOST = 8;

    private Sites() {}

    /** Of those that are busy, most first. */
    static List<CallSite> of(Map<Stack, Double> stacks) {
        record Key(String frame, Activity activity) {}
        Map<Key, Double> sums = new HashMap<>();
        stacks.forEach((stack, workers) -> {
            String site = Application.site(stack);
            Activity activity = stack.reading().activity();
            if (activity.busy() && !site.isEmpty()) {
                sums.merge(new Key(site, activity), workers, Double::sum);
            }
        });
        return sums.entrySet().stream()
                .map(one -> new CallSite(one.getKey().frame(), one.getKey().activity(), one.getValue()))
                .sorted(Comparator.comparingDouble(CallSite::workers).reversed())
                .limit(MOST)
                .toList();
    }
}
