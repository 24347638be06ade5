package dev.headroom.core.prediction;

import java.util.List;
import java.util.OptionalInt;

/**
 * A service as the simulation knows it: its pools, and what each request does.
 *
 * @param pools those that {@code request} names
 * @param basis where the terms come from, in words
 */
public record ServiceModel(List<Workers> pools, Step request, String basis) {

    public ServiceModel {
        pools = List.copyOf(pools);
        Plans.requirePools(request, pools.stream().map(Workers::name).toList());
    }

    /**
     * A pool, without a bound on the length of its queue.
     *
     * @param count m; empty where there are as many workers as tasks
     * @param forkJoin its tasks come from outside a fork-join pool, which has many queues; else it has one, served first
     *     come, first served
     */
    public record Workers(String name, OptionalInt count, boolean forkJoin) {

        public Workers {
            if (count.isPresent() && count.getAsInt() < 1) {
                throw new IllegalArgumentException(
                        "pool " + name + " has " + count.getAsInt() + " workers; it needs at least 1");
            }
        }

        public static Workers of(String name, int count) {
            return new Workers(name, OptionalInt.of(count), false);
        }

        /** A {@code ForkJoinPool}; the common pool among them. */
        public static Workers forkJoin(String name, int count) {
            return new Workers(name, OptionalInt.of(count), true);
        }

        public static Workers unbounded(String name) {
            return new Workers(name, OptionalInt.empty(), false);
        }
    }
}
