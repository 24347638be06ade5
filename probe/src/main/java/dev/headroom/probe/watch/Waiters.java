package dev.headroom.probe.watch;

import dev.headroom.core.model.Activity;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Look;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says which limit a thread waits for: the object that it is parked for, where the agent knows that one. Some libraries park without telling for
 * what; their waiters are shared out among the limits of that library, as these count them.
 */
final class Waiters {

    private static final Set<Activity> WAITS =
            EnumSet.of(Activity.AWAITING_CONNECTION, Activity.AWAITING_LOCK, Activity.AWAITING_OTHER);

    /** Waiters that each limit has counted, by its entry in the catalogue. */
    private final Map<String, Map<Limited, Double>> counted = new HashMap<>();

    Waiters(List<Look> looks) {
        for (Look look : looks) {
            for (Look.LimitLook limit : look.limits()) {
                counted.computeIfAbsent(limit.limited().type(), none -> new LinkedHashMap<>())
                        .merge(limit.limited(), (double) limit.waiting().orElse(0), Double::sum);
            }
        }
    }

    /** The limits that a thread with that stack waits for, with shares that add up to 1; empty where it waits for none that is known. */
    Map<Limited, Double> of(Stack stack) {
        if (!WAITS.contains(stack.reading().activity())) {
            return Map.of();
        }
        Map<Limited, Double> library = counted.getOrDefault(stack.reading().type(), Map.of());
        boolean its = stack.limited()
                .filter(limited -> library.isEmpty() || library.containsKey(limited))
                .isPresent();
        if (its) {
            return Map.of(stack.limited().orElseThrow(), 1.0);
        }
        double all = library.values().stream().mapToDouble(Double::doubleValue).sum();
        Map<Limited, Double> shares = new LinkedHashMap<>();
        library.forEach((limited, waiting) -> {
            double share = all > 0 ? waiting / all : 1.0 / library.size();
            if (share > 0) {
                shares.put(limited, share);
            }
        });
        return shares;
    }
}
