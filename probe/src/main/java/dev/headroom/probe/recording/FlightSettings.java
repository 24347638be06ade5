package dev.headroom.probe.recording;

import java.util.Map;

/** What is recorded where the agent, which has the same, is not there to say so. */
public final class FlightSettings {

    /** As long as Headroom watches. */
    public static final Map<String, String> ALWAYS = Map.ofEntries(
            Map.entry("jdk.GCPhasePause#enabled", "true"),
            Map.entry("jdk.GCPhasePause#threshold", "0 ms"),
            Map.entry("jdk.GCPhasePause#stackTrace", "false"),
            Map.entry("jdk.ZAllocationStall#enabled", "true"),
            Map.entry("jdk.ZAllocationStall#threshold", "0 ms"),
            Map.entry("jdk.ZAllocationStall#stackTrace", "false"),
            Map.entry("jdk.TLSHandshake#enabled", "true"),
            Map.entry("jdk.TLSHandshake#stackTrace", "false"),
            Map.entry("jdk.ExecutionSample#enabled", "true"),
            Map.entry("jdk.ExecutionSample#period", "100 ms"),
            Map.entry("jdk.ObjectAllocationSample#enabled", "true"),
            Map.entry("jdk.ObjectAllocationSample#stackTrace", "true"),
            Map.entry("jdk.ObjectAllocationSample#throttle", "20/s"),
            // tells when what is switched took effect
            Map.entry("jdk.ActiveSetting#enabled", "true"),
            Map.entry("jdk.CPULoad#enabled", "true"),
            Map.entry("jdk.CPULoad#period", "1 s"));

    /** Of a wait, below which it leaves no event; the agent has the same. */
    public static final double SHORTEST_SECONDS = 0.005;

    private static final String SHORTEST = "5 ms";

    /**
     * Of socket reads, which JDK 25 throttles to 100/s unless told otherwise: higher than anybody's. Where another recording has a rate, {@code off} loses to it, and
     * the reads would be a sample. The others' files get all of these reads as well, of their threshold and with stacks where they ask for them.
     */
    static final String ALL = "1000000000/s";

    /** In bursts, for they may be many. */
    public static final Map<String, String> WAITS = Map.of(
            "jdk.SocketRead#enabled", "true",
            "jdk.SocketRead#threshold", SHORTEST,
            "jdk.SocketRead#throttle", ALL,
            "jdk.SocketRead#stackTrace", "false",
            "jdk.ThreadSleep#enabled", "true",
            "jdk.ThreadSleep#threshold", SHORTEST,
            "jdk.ThreadSleep#stackTrace", "false");

    private FlightSettings() {}
}
