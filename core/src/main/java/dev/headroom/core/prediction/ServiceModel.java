package dev.headroom.core.prediction;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A service as the simulation knows it: its pools, and what each kind of request does.
 *
 * @param pools those that the requests name
 * @param kinds of request, at least one
 * @param admission what a connection must pass; empty where every one is accepted
 * @param basis where the terms come from, in words
 */
public record ServiceModel(List<Workers> pools, List<Kind> kinds, Optional<Admission> admission, String basis) {

    public ServiceModel {
        pools = List.copyOf(pools);
        kinds = List.copyOf(kinds);
        List<String> known = pools.stream().map(Workers::name).toList();
        kinds.forEach(kind -> Plans.requirePools(kind.request(), known));
    }

    public ServiceModel(List<Workers> pools, Step request, Optional<Admission> admission, String basis) {
        this(pools, List.of(new Kind(1, request)), admission, basis);
    }

    /** @param turns of this kind among those of all */
    public record Kind(int turns, Step request) {}

    /** R0: mean seconds of a request that has all pools to itself. */
    double unloaded() {
        double turns = kinds.stream().mapToInt(Kind::turns).sum();
        return kinds.stream()
                        .mapToDouble(kind -> kind.turns() * Plans.unloaded(kind.request()))
                        .sum()
                / turns;
    }

    /** In which order tasks get a worker. */
    public enum Order {
        /** One queue, first come first served. */
        FIFO,
        /** The many queues of a fork-join pool, for tasks that come from outside it. */
        FORK_JOIN,
        /** Each worker serves its own connections, as event loops do. */
        BY_CONNECTION
    }

    /**
     * A pool, without a bound on the length of its queue.
     *
     * @param count m; empty where there are as many workers as tasks
     */
    public record Workers(String name, OptionalInt count, Order order) {

        public Workers {
            if (count.isPresent() && count.getAsInt() < 1) {
                throw new IllegalArgumentException(
                        "pool " + name + " has " + count.getAsInt() + " workers; it needs at least 1");
            }
        }

        public static Workers of(String name, int count) {
            return new Workers(name, OptionalInt.of(count), Order.FIFO);
        }

        /** A {@code ForkJoinPool}; the common pool among them. */
        public static Workers forkJoin(String name, int count) {
            return new Workers(name, OptionalInt.of(count), Order.FORK_JOIN);
        }
    }

    /**
     * The way in: a server accepts {@code connections} at a time, and the system keeps up to {@code backlog} more waiting
     * for it. Of one more it drops the packet, as Linux does, and the client's system sends another 1, 3, 7 … seconds after the first (RFC 6298).
     *
     * @param connectTimeout after which the client gives up on a connection of which no packet found room; whoever waits
     *     in the backlog is connected already
     */
    public record Admission(int connections, int backlog, Duration connectTimeout) {

        public Admission {
            if (connections < 1 || backlog < 0) {
                throw new IllegalArgumentException("a server that accepts " + connections + " connections and lets "
                        + backlog + " wait lets no one in");
            }
        }
    }
}
