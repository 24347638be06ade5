package dev.headroom.probe.watch;

import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Snapshot;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

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
        double all = Arrays.stream(weights).sum();
        for (int i = 0; i < weights.length; i++) {
            double share = weights[i] / all;
            seen.get(i)
                    .flatMap(Snapshot.LimitLook::holder)
                    .filter(holder -> share > 0)
                    .ifPresent(holder -> owners.merge(holder, share, Double::sum));
        }
        return owners.isEmpty()
                ? WaitedLooks.callersByDepth(waiting)
                        .map(methods -> past(methods, limited, waiting))
                        .filter(past -> !past.isEmpty())
                        .findFirst()
                        .orElse(Map.of())
                : owners;
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

    /** In any of these methods. */
    private Map<Stack, Double> past(Set<String> methods, Limited limited, Collection<Stack> waiting) {
        return standing(stack -> stack.isBusy()
                && methods.stream()
                        .anyMatch(method -> stack.frames().contains(method) && isPast(stack, method, waiting))
                && !waiters.of(stack).containsKey(limited)
                && !stack.reading().type().equals(limited.type()));
    }
}
