package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.LimitKind;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Looks for limits of some kinds and says what each would explain. A new kind of limit is a rule in {@link #ALL}, a constant of {@link LimitKind}, a
 * page in {@code docs/limits}, its id in the schema of experiment files, and a trial; its thresholds stand in its class, its noun and its remedy in what
 * it claims.
 *
 * @param id by which it can be left out
 */
public record Rule(String id, Function<Evidence, Stream<Hypothesis>> claims) {

    /** The order matters only among claims that explain the same. */
    public static final List<Rule> ALL = List.of(
            new Rule("deadlock", Deadlock::in),
            new Rule("connection-churn", ConnectionChurn::in),
            new Rule("garbage-collection", GarbageCollection::in),
            new Rule("descriptors", HostResources::descriptors),
            new Rule("throttling", Throttling::in),
            new Rule("processors", Processors::in),
            new Rule("full-resources", FullResources::in),
            new Rule("full-pools", FullPools::in),
            new Rule("accept-queue", AcceptQueue::in),
            new Rule("disk", HostResources::disk),
            new Rule("slow-downstream", SlowDownstream::in),
            new Rule("timeouts", Timeouts::in),
            new Rule("hidden-queue", HiddenQueue::in),
            new Rule("busy-connections", BusyConnections::in),
            new Rule("polled-resources", PolledResources::in),
            new Rule("unknown-waits", UnknownWaits::in));

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
