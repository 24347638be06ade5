package dev.headroom.probe.watch;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.probe.classify.Stack;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The application's lines at which workers stand. */
final class Sites {

    private static final int MOST = 8;

    private Sites() {}

    /** Of those that are busy, most first. */
    static List<CallSite> of(Map<Stack, Double> stacks, Function<Stack, String> line) {
        return of(stacks, line, Optional.empty());
    }

    /**
     * @param line of the application at which a thread stands; empty where it is in none
     * @param again how often a second one that sleeps had run and slept there before, and one that waits went on, by its stack; empty where that was not seen
     */
    static List<CallSite> of(
            Map<Stack, Double> stacks, Function<Stack, String> line, Optional<Map<Stack, Double>> again) {
        record Key(String frame, Activity activity) {}
        Map<Key, Double> sums = new HashMap<>();
        Map<Key, Double> times = new HashMap<>();
        stacks.forEach((stack, workers) -> {
            String site = line.apply(stack);
            Activity activity = stack.reading().activity();
            if (activity.busy() && !site.isEmpty()) {
                Key key = new Key(site, activity);
                sums.merge(key, workers, Double::sum);
                again.filter(seen -> activity == Activity.SLEEPING || seen.containsKey(stack))
                        .ifPresent(seen -> times.merge(key, seen.getOrDefault(stack, 0.0), Double::sum));
            }
        });
        return sums.entrySet().stream()
                .map(one -> new CallSite(
                        one.getKey().frame(), one.getKey().activity(), one.getValue(), known(times.get(one.getKey()))))
                .sorted(Comparator.comparingDouble(CallSite::workers).reversed())
                .limit(MOST)
                .toList();
    }

    private static OptionalDouble known(@Nullable Double figure) {
        return figure == null ? OptionalDouble.empty() : OptionalDouble.of(figure);
    }
}
