package dev.headroom.probe.look;

import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What was seen of a JVM at one instant.
 *
 * @param virtualThreads -1 where they cannot be seen
 * @param processNanos processor time that the JVM has used; -1 unknown
 * @param probeNanos of it, what the probe has used; -1 unknown
 * @param standing pooled threads that have stood in one wait for {@link #NOTED} or more
 * @param connectors at which requests come in, where they count themselves
 * @param limits what else only so many may hold, where it is used
 * @param levers what can be moved
 * @param deadlocked threads that wait for each other in a circle
 * @param virtual how the virtual threads were looked at
 * @param followed empty where threads are not followed from look to look
 */
public record Snapshot(
        Instant at,
        List<PoolLook> pools,
        int platformThreads,
        long virtualThreads,
        long processNanos,
        long probeNanos,
        List<Standing> standing,
        List<Connector> connectors,
        List<LimitLook> limits,
        List<Adjustable> levers,
        int deadlocked,
        Virtual virtual,
        Optional<Followed> followed) {

    /**
     * Longer than any call of a healthy service takes whose callers wait for it, the 5 s answers of a slow one among them,
     * and short enough to be told in a brief run.
     */
    public static final Duration LONG = Duration.ofSeconds(8);

    /** Half of it: that waits of its kind end after so long tells that one of {@link #LONG} may end as well. */
    public static final Duration NOTED = LONG.dividedBy(2);

    public Snapshot {
        pools = List.copyOf(pools);
        standing = List.copyOf(standing);
        connectors = List.copyOf(connectors);
        limits = List.copyOf(limits);
        levers = List.copyOf(levers);
    }

    /** Each virtual thread is looked at alone, while the others run on. */
    public enum Virtual {

        /** None of them moved meanwhile, so this is where they stood at one moment; or there are none. */
        AT_ONCE,

        /** Some may have: one that stood there may be counted with the one that took its place, or neither. */
        IN_TURN,

        /** They were not looked at: the dumped pools ({@link PoolLook#dumped}) are those of an earlier look. */
        AS_BEFORE
    }

    public boolean repeats() {
        return virtual == Virtual.AS_BEFORE;
    }

    /** Workers of pools of one sort whose stack is of that sort. */
    public double workers(Predicate<PoolLook> of, Predicate<Stack> sort) {
        return pools.stream()
                .filter(of)
                .mapToDouble(pool -> Stack.weight(pool.stacks(), sort))
                .sum();
    }

    /** Those of all pools. */
    public double workers(Predicate<Stack> sort) {
        return workers(pool -> true, sort);
    }

    /** The same with each of its pools read more closely. */
    public Snapshot reading(UnaryOperator<PoolLook> read) {
        return with(pools.stream().map(read).toList());
    }

    /** The same with other pools. */
    public Snapshot with(List<PoolLook> read) {
        return with(read, limits, levers);
    }

    /** The same with others in their place. */
    public Snapshot with(List<PoolLook> pools, List<LimitLook> limits, List<Adjustable> levers) {
        return new Snapshot(
                at,
                pools,
                platformThreads,
                virtualThreads,
                processNanos,
                probeNanos,
                standing,
                connectors,
                limits,
                levers,
                deadlocked,
                virtual,
                followed);
    }

    /**
     * A bounded resource other than a thread pool, by its own counts.
     *
     * @param capacity empty where it does not tell
     * @param waiting empty where it does not count them
     * @param taken times that it was taken since some fixed point
     * @param holder where the thread stands that has it, of a lock that is waited for
     */
    public record LimitLook(
            Limited limited,
            OptionalInt capacity,
            int inUse,
            OptionalInt waiting,
            OptionalLong taken,
            Optional<Stack> holder) {

        /** The same with its holder read more closely. */
        public LimitLook heldBy(UnaryOperator<Stack> reading) {
            return new LimitLook(limited, capacity, inUse, waiting, taken, holder.map(reading));
        }
    }

    /**
     * A port of a servlet container, by its own counts.
     *
     * @param pool whose workers answer here
     * @param maximum connections that it takes at once
     * @param requests answered since the start
     * @param errors of these, those with a status of 400 or more
     * @param seconds that these took together, each from its first byte to its answer
     */
    public record Connector(
            String pool, int port, OptionalInt maximum, long connections, long requests, long errors, double seconds) {

        public boolean full() {
            return maximum.isPresent() && connections >= maximum.getAsInt();
        }
    }

    /**
     * A thread that waits, and has used no processor time for a while: it has not left the call in between.
     *
     * @param since the last look at which it had run
     */
    public record Standing(String pool, Stack stack, Instant since) {

        /** Those of pools alone, that wait for a downstream or, where they serve requests, for anything: to wait is what many other threads are for. Of these, who stands in a call of the operating system is told all the same, for it looks as if it ran. */
        public static boolean isNoted(PoolNames.Named pool, Stack stack, Duration stood) {
            Activity activity = stack.reading().activity();
            boolean serves = pool.kind() == StationKind.SERVLET_WORKERS && activity.waiting();
            return stood.compareTo(NOTED) >= 0
                    && (serves
                            || (pool.kind() == StationKind.OTHER
                                    ? stack.isInSystemCall()
                                    : activity == Activity.AWAITING_DOWNSTREAM));
        }
    }

    /**
     * One pool at one instant.
     *
     * @param active workers on a task, by the pool's own count or by their stacks
     * @param queue tasks waiting; empty where the pool cannot be asked
     * @param completed tasks done, counted from some fixed point
     * @param stacks where the workers stood; the weights add up to the number of workers
     * @param dumped whether its workers are virtual threads that are seen by a dump of them, which is too dear for every look
     */
    public record PoolLook(
            String name,
            StationKind kind,
            int workers,
            OptionalInt maximum,
            double active,
            OptionalInt queue,
            OptionalLong completed,
            Map<Stack, Double> stacks,
            boolean dumped) {

        public PoolLook {
            stacks = Map.copyOf(stacks);
        }

        /** One that cannot be asked: who is on a task is told by the stacks. */
        public static PoolLook of(
                String name,
                StationKind kind,
                int workers,
                OptionalInt maximum,
                Map<Stack, Double> stacks,
                boolean dumped) {
            OptionalInt queue = OptionalInt.empty();
            return new PoolLook(
                    name, kind, workers, maximum, Stack.busy(stacks), queue, OptionalLong.empty(), stacks, dumped);
        }

        /** The same without so many at these stacks. */
        public PoolLook without(Map<Stack, Double> gone) {
            Map<Stack, Double> left = new HashMap<>();
            stacks.forEach((stack, weight) -> {
                double others = weight - gone.getOrDefault(stack, 0.0);
                if (others > 0) {
                    left.put(stack, others);
                }
            });
            return serving(left, 0);
        }

        /** Requests in place of tasks: one task may be several requests of a connection that has the next one ready. */
        public PoolLook counting(Connector connector) {
            return new PoolLook(
                    name, kind, workers, maximum, active, queue, OptionalLong.of(connector.requests()), stacks, dumped);
        }

        /** The same with other stacks for the same workers, of whom {@code more} are on a task that did not seem to be; or are not, where it is below 0. */
        public PoolLook serving(Map<Stack, Double> read, double more) {
            return new PoolLook(name, kind, workers, maximum, active + more, queue, completed, read, dumped);
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
