package dev.headroom.core.diagnosis;

import java.util.List;
import java.util.stream.Stream;

/** Looks for one kind of limit and says what it would explain. A new kind of limit is a new rule in {@link #ALL}. */
@FunctionalInterface
interface Rule {

    Stream<Hypothesis> in(Evidence evidence);

    /** The order matters only among claims that explain the same. */
    List<Rule> ALL = List.of(
            Deadlock::in,
            ConnectionChurn::in,
            GarbageCollection::in,
            HostResources::descriptors,
            Throttling::in,
            Processors::in,
            FullResources::in,
            FullPools::in,
            AcceptQueue::in,
            HostResources::disk,
            SlowDownstream::in,
            Timeouts::in,
            UnknownWaits::in);
}
