package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Observation;

/**
 * Whether waiting may be left to virtual threads in the JVM that was watched. They came with Java 21 (JEP 444), and up to Java 23 one that waits while it holds a monitor keeps its carrier
 * (JEP 491), of which there are as many as cores. Nobody may want that monitor, so that it is not seen: there they are not advised.
 */
public final class VirtualThreads {

    /** From which none keeps its carrier. */
    private static final int UNPINNED = 24;

    private VirtualThreads() {}

    public static boolean mayWait(Observation seen) {
        return feature(seen.jvm().version()) >= UNPINNED;
    }

    /** The first number of the version, 8 for {@code 1.8.0_402}; 0 where it is not known. */
    private static int feature(String version) {
        String[] parts = version.split("\\D", 3);
        String first = parts.length > 1 && parts[0].equals("1") ? parts[1] : parts[0];
        return first.isEmpty() || first.length() > 4 ? 0 : Integer.parseInt(first);
    }
}
