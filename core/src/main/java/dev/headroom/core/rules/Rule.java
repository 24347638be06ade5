package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import java.util.List;
import java.util.stream.Stream;

/** Looks for one kind of limit and says what it would explain. A new kind of limit is a new rule in {@link #ALL}. */
@FunctionalInterface
public interface Rule {

    Stream<Hypothesis> in(Evidence evidence);

    /** A rule with its name. */
    record Named(String name, Rule rule) {}

    /** The order matters only among claims that explain the same. */
    List<Named> ALL = List.of(
            new Named("deadlock", Deadlock::in),
            new Named("connection-churn", ConnectionChurn::in),
            new Named("garbage-collection", GarbageCollection::in),
            new Named("descriptors", HostResources::descriptors),
            new Named("throttling", Throttling::in),
            new Named("processors", Processors::in),
            new Named("full-resources", FullResources::in),
            new Named("full-pools", FullPools::in),
            new Named("accept-queue", AcceptQueue::in),
            new Named("disk", HostResources::disk),
            new Named("slow-downstream", SlowDownstream::in),
            new Named("timeouts", Timeouts::in),
            new Named("unknown-waits", UnknownWaits::in));

    /** Those that are asked: one may be left out, to see what hangs on it. */
    static Stream<Rule> asked() {
        String without = System.getProperty("headroom.without.rule", "");
        if (!without.isEmpty() && ALL.stream().noneMatch(one -> one.name().equals(without))) {
            throw new IllegalArgumentException("no rule is named " + without);
        }
        return ALL.stream().filter(one -> !one.name().equals(without)).map(Named::rule);
    }
}
