package dev.headroom.probe.watch;

import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Where those stand who hold what others wait for, with how many stood so on average.
 *
 * @param weights of the looks, 0 for those outside of the window
 * @param stacks of every pool over the window
 */
record Holders(double[] weights, Map<String, Map<Stack, Double>> stacks, Waiters waiters) {

    /** The owner of a lock, as it stood at each look; of all else whoever is past the call in which others wait. */
    Map<Stack, Double> of(Limited limited, List<Optional<Snapshot.LimitLook>> seen, Collection<Stack> waiting) {
        Map<Stack, Double> owners = new HashMap<>();
        double all =
                IntStream.range(0, weights.length).mapToDouble(i -> weights[i]).sum();
        for (int i = 0; i < weights.length; i++) {
            if (weights[i] > 0
                    && seen.get(i).isPresent()
                    && seen.get(i).get().holder().isPresent()) {
                owners.merge(seen.get(i).get().holder().get(), weights[i] / all, Double::sum);
            }
        }
        if (!owners.isEmpty()) {
            return owners;
        }
        List<List<String>> callers =
                waiting.stream().map(Application::callers).distinct().toList();
        int deepest = callers.stream().mapToInt(List::size).max().orElse(0);
        for (int depth = 0; depth < deepest; depth++) {
            Map<Stack, Double> past = new HashMap<>();
            for (List<String> caller : callers) {
                if (depth < caller.size()) {
                    past.putAll(past(caller.get(depth), limited, waiting));
                }
            }
            if (!past.isEmpty()) {
                return past;
            }
        }
        return Map.of();
    }

    /** Who stood so, with how many on average. */
    Map<Stack, Double> standing(Predicate<Stack> which) {
        Map<Stack, Double> found = new HashMap<>();
        stacks.values()
                .forEach(pool -> pool.forEach((stack, workers) -> {
                    if (which.test(stack)) {
                        found.merge(stack, workers, Double::sum);
                    }
                }));
        return found;
    }

    /** More stand past the call than hold it where two limits of one library are taken in one method: each has its share of them. */
    static Map<Stack, Double> atMost(double inUse, Map<Stack, Double> holders) {
        double all = Stack.weight(holders);
        if (inUse <= 0 || all <= inUse) {
            return holders;
        }
        Map<Stack, Double> shares = new HashMap<>();
        holders.forEach((stack, workers) -> shares.put(stack, workers * inUse / all));
        return shares;
    }

    /** Whether {@code stack}, which is in {@code method}, has come to a call in which {@code waiting} wait. */
    static boolean isPast(Stack stack, String method, Collection<Stack> waiting) {
        return waiting.stream()
                .filter(other -> other.frames().contains(method))
                .anyMatch(other -> !stack.isBefore(other, method));
    }

    private Map<Stack, Double> past(String method, Limited limited, Collection<Stack> waiting) {
        return standing(stack -> stack.isBusy()
                && stack.frames().contains(method)
                && isPast(stack, method, waiting)
                && !waiters.of(stack).containsKey(limited)
                && !stack.reading().type().equals(limited.type()));
    }
}
