package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.LimitKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Looks for limits of some kinds and says what each would explain. A new kind of limit is a rule in {@link #ALL}, a constant of {@link LimitKind}, a
 * page in {@code docs/limits}, its id in the schema of experiment files, and a trial; its thresholds stand in its class, its noun and its remedy in what
 * it claims.
 *
 * @param id by which it can be left out
 * @param kinds of limits that it claims
 */
public record Rule(String id, Set<LimitKind> kinds, Function<Evidence, Stream<Hypothesis>> claims) {

    /** The order matters only among claims that explain the same. */
    public static final List<Rule> ALL = List.of(
            rule("deadlock", Deadlock::in, LimitKind.DEADLOCK),
            rule("connection-churn", ConnectionChurn::in, LimitKind.CONNECTION_CHURN),
            rule("garbage-collection", GarbageCollection::in, LimitKind.GC),
            rule("descriptors", HostResources::descriptors, LimitKind.FILE_DESCRIPTORS),
            rule("throttling", Throttling::in, LimitKind.THROTTLING),
            rule("processors", Processors::in, LimitKind.CPU),
            rule(
                    "full-resources",
                    FullResources::in,
                    LimitKind.CONNECTION_POOL,
                    LimitKind.OBJECT_POOL,
                    LimitKind.SEMAPHORE,
                    LimitKind.RATE_LIMITER,
                    LimitKind.LOCK,
                    LimitKind.WORKER_POOL,
                    LimitKind.ACCEPT_QUEUE,
                    LimitKind.UNKNOWN),
            rule("full-pools", FullPools::in, LimitKind.WORKER_POOL, LimitKind.EVENT_LOOPS, LimitKind.HUNG_WORKERS),
            rule("accept-queue", AcceptQueue::in, LimitKind.ACCEPT_QUEUE),
            rule("disk", HostResources::disk, LimitKind.DISK),
            rule("slow-downstream", SlowDownstream::in, LimitKind.DOWNSTREAM),
            rule("timeouts", Timeouts::in, LimitKind.TIMEOUT),
            rule("hidden-queue", HiddenQueue::in, LimitKind.WORKER_POOL, LimitKind.EVENT_LOOPS, LimitKind.UNKNOWN),
            rule("busy-connections", BusyConnections::in, LimitKind.CONNECTION_POOL),
            rule(
                    "polled-resources",
                    PolledResources::in,
                    LimitKind.CONNECTION_POOL,
                    LimitKind.OBJECT_POOL,
                    LimitKind.SEMAPHORE),
            rule("unknown-waits", UnknownWaits::in, LimitKind.UNKNOWN));

    private static Rule rule(
            String id, Function<Evidence, Stream<Hypothesis>> claims, LimitKind first, LimitKind... others) {
        return new Rule(id, EnumSet.of(first, others), claims);
    }

    public Rule {
        kinds = Set.copyOf(kinds);
    }

    public Stream<Hypothesis> in(Evidence evidence) {
        return claims.apply(evidence);
    }

    /** Those that are asked: one may be left out, to see what hangs on it. */
    public static Stream<Rule> asked() {
        String without = System.getProperty("headroom.without.rule", "");
        if (!without.isEmpty() && ALL.stream().noneMatch(one -> one.id().equals(without))) {
            throw new IllegalArgumentException("no rule is named " + without);
        }
        return ALL.stream().filter(one -> !one.id().equals(without));
    }
}
