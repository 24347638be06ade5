package dev.headroom.core.conservation;

import java.util.Optional;

/**
 * What the heap of a service of ours said, with nobody in it, with one user and under load.
 *
 * @param bounded objects that may bound; empty where the heap is large, or could not be read
 * @param waiters what counts who waits, or that they wait for each other; empty as well where the kernel does not tell which requests are in flight
 */
public record HeapEvidence(LiveObjects objects, Optional<BoundedObjects> bounded, Optional<WaiterCounts> waiters) {

    /** Where objects were counted, and the heap was not read. */
    public static HeapEvidence of(LiveObjects objects) {
        return new HeapEvidence(objects, Optional.empty(), Optional.empty());
    }
}
