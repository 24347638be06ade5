package dev.headroom.probe.look;

import dev.headroom.core.model.Activity;
import dev.headroom.core.model.PoolKind;
import dev.headroom.probe.classify.Stack;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What was seen of a JVM at one instant.
 *
 * @param virtualThreads -1 where they cannot be seen
 * @param processNanos processor time that the JVM has used; -1 unknown
 * @param probeNanos of it, what the probe has used; -1 unknown
 */
public record Look(
        Instant at,
        List<PoolLook> pools,
        int platformThreads,
        long virtualThreads,
        long processNanos,
        long probeNanos) {

    public Look {
        pools = List.copyOf(pools);
    }

    /**
     * One pool at one instant.
     *
     * @param active workers on a task, by the pool's own count or by their stacks
     * @param queue tasks waiting; empty where the pool cannot be asked
     * @param completed tasks done, counted from some fixed point
     * @param stacks where the workers stood; the weights add up to the number of workers
     */
    public record PoolLook(
            String name,
            PoolKind kind,
            int workers,
            OptionalInt maximum,
            double active,
            OptionalInt queue,
            OptionalLong completed,
            Map<Stack, Double> stacks) {

        public PoolLook {
            stacks = Map.copyOf(stacks);
        }

        /** Every worker that there may be is on a task, and another task waits. */
        public boolean saturated() {
            return queue.orElse(0) > 0 && active >= maximum.orElse(Integer.MAX_VALUE);
        }

        public Map<Activity, Double> activities() {
            Map<Activity, Double> sums = new EnumMap<>(Activity.class);
            stacks.forEach((stack, weight) -> sums.merge(stack.reading().activity(), weight, Double::sum));
            return sums;
        }
    }
}
