package dev.headroom.probe.jvm;

import dev.headroom.probe.jvm.HotSpotCounters.OldGeneration;
import java.util.List;
import java.util.Optional;

/** Whether a JVM that ends when an allocation fails has room in its heap for an agent, whose allocations fail as well. */
public final class HeapReserve {

    private static final List<String> ENDS =
            List.of("-XX:+ExitOnOutOfMemoryError", "-XX:+CrashOnOutOfMemoryError", "-XX:OnOutOfMemoryError=");

    /** What the agent takes to be loaded, and more. */
    private static final long MOST_BYTES = 32L << 20;

    /** Of the old generation (1 over): a small one has no 32 MB to spare. */
    private static final long PART = 10;

    private HeapReserve() {}

    /** Why no agent may be loaded; empty where one may, or nothing is known: then the agent finds out before it begins. */
    public static Optional<String> lack(ProcessId process) {
        Optional<String> ends = RunningJvms.of(process.pid())
                .flatMap(jvm -> jvm.arguments().stream()
                        .filter(argument -> ENDS.stream().anyMatch(argument::startsWith))
                        .findFirst());
        return ends.flatMap(flag -> LinuxProcess.of(process.pid())
                .flatMap(linux -> HotSpotCounters.of(linux).oldGeneration())
                .flatMap(old -> lack(flag.split("=", 2)[0], old)));
    }

    /** An old generation beside a young one is full of garbage before it is collected: of that the agent itself knows more. */
    static Optional<String> lack(String flag, OldGeneration old) {
        long free = old.most() - old.used();
        return !old.shared() || free >= Math.min(MOST_BYTES, old.most() / PART)
                ? Optional.empty()
                : Optional.of(
                        "its heap had %d of %d MB left when it was collected last, and it ends when that is full (%s)"
                                .formatted(free >> 20, old.most() >> 20, flag));
    }
}
