package dev.headroom.agent.jvm;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.Supplier;

/**
 * Whether the heap has room for what a look allocates. A JVM may be told to end itself, or to run a command that ends it, when an allocation fails, whoever's it is:
 * there a nearly full heap is left to the service. Elsewhere what fails is the look.
 */
public final class HeapReserve {

    private static final List<String> ENDS = List.of("ExitOnOutOfMemoryError", "CrashOnOutOfMemoryError");
    private static final String RUNS = "OnOutOfMemoryError";

    /** More than the agent and the service take between two looks. */
    private static final long MOST_BYTES = 32L << 20;

    /** Of the heap (1 over): a small one has no 32 MB to spare. */
    private static final long PART = 10;

    private final boolean ends;
    private final List<MemoryPoolMXBean> old;
    private final Supplier<MemoryUsage> heap;

    HeapReserve(boolean ends, List<MemoryPoolMXBean> old, Supplier<MemoryUsage> heap) {
        this.ends = ends;
        this.old = List.copyOf(old);
        this.heap = heap;
    }

    /** Of this JVM, by its flags. */
    public static HeapReserve ofThisJvm() {
        return new HeapReserve(
                endsWithoutMemory(),
                ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
                        .toList(), // no young one has a threshold of that kind
                () -> ManagementFactory.getMemoryMXBean().getHeapMemoryUsage());
    }

    private static boolean endsWithoutMemory() {
        HotSpotDiagnosticMXBean jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        if (jvm == null) {
            return false;
        }
        try {
            return ENDS.stream()
                            .anyMatch(flag -> jvm.getVMOption(flag).getValue().equals("true"))
                    || !jvm.getVMOption(RUNS).getValue().isEmpty();
        } catch (IllegalArgumentException e) {
            return false; // it has no such flag
        }
    }

    /** What is free counts, garbage being in use; where that is too little, what was free when the old generation was collected last. */
    public boolean isEnough() {
        if (!ends) {
            return true;
        }
        MemoryUsage now = heap.get();
        if (now.getMax() <= 0) {
            return true; // it has no bound of its own
        }
        long reserve = Math.min(MOST_BYTES, now.getMax() / PART);
        return now.getMax() - now.getUsed() >= reserve
                || !old.isEmpty() && old.stream().allMatch(pool -> wasFree(pool) >= reserve);
    }

    /** 0 of one that was not collected yet. */
    private static long wasFree(MemoryPoolMXBean pool) {
        MemoryUsage collected = pool.getCollectionUsage();
        return collected == null || collected.getUsed() == 0
                ? 0
                : Math.max(collected.getMax(), collected.getCommitted()) - collected.getUsed();
    }
}
