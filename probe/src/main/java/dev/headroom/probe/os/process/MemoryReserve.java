package dev.headroom.probe.os.process;

import java.util.Optional;
import java.util.OptionalLong;

/** Whether a service has the memory that a flight recorder or an agent takes outside of its heap: the kernel ends a process of a container that is full. */
public final class MemoryReserve {

    /**
     * Left to a service before either starts. The recorder takes 10 MB for its buffers (20 of 512 KB), 8 KB for each thread, and metaspace, the agent 5 MB of
     * metaspace, and both compiled code: some 30 MB. The rest is what the service takes meanwhile.
     */
    private static final long LEAST_BYTES = 64L << 20;

    private MemoryReserve() {}

    /** Why neither may start; empty where they may, or nobody tells. */
    public static Optional<String> lack(long pid) {
        return lack(MemoryLeft.beforeTheEnd(pid));
    }

    static Optional<String> lack(OptionalLong left) {
        return left.isEmpty() || left.getAsLong() >= LEAST_BYTES
                ? Optional.empty()
                : Optional.of(
                        "the service's container or machine has %d MB of memory left, and what starts in the JVM may take %d MB: give it more memory"
                                .formatted(left.getAsLong() >> 20, LEAST_BYTES >> 20));
    }
}
