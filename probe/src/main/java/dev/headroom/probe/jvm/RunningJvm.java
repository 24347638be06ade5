package dev.headroom.probe.jvm;

import java.util.List;
import java.util.OptionalInt;

/**
 * A running JVM as it looks from outside.
 *
 * @param process which of those that have had its number one after the other
 * @param pidInside in its own process namespace, the same as ours where that is ours
 * @param user who owns it, by name where that is known
 * @param name main class, or file name of the jar that was started; of the executable where neither is known
 * @param vm {@code HotSpot}, {@code OpenJ9} or {@code native image}; empty where it is not known
 * @param vendor who built it, and {@code version} of Java; empty where they are not known
 * @param frameworks such as {@code Spring Boot 3.5.6}, as far as file names and manifests tell
 * @param ports on which it listens
 * @param container in which it runs; empty where it shares our namespaces
 * @param jmxPort that its options open
 * @param access the most that can be done with it
 * @param why not more; empty where nothing is missing
 * @param arguments of the JVM, not of the program; secrets are left out
 */
public record RunningJvm(
        ProcessId process,
        long pidInside,
        String user,
        String name,
        String vm,
        String vendor,
        String version,
        List<String> frameworks,
        List<Integer> ports,
        String container,
        OptionalInt jmxPort,
        Access access,
        String why,
        List<String> arguments) {

    public RunningJvm {
        frameworks = List.copyOf(frameworks);
        ports = List.copyOf(ports);
        arguments = List.copyOf(arguments);
    }

    /** Its number here. */
    public long pid() {
        return process.pid();
    }

    /** The first number of the version, 8 for {@code 1.8.0_402}; 0 where it is not known. */
    public int feature() {
        return feature(version);
    }

    static int feature(String version) {
        String[] parts = version.split("[._+-]", 3);
        int first = number(parts[0]);
        return first == 1 && parts.length > 1 ? number(parts[1]) : first;
    }

    private static int number(String text) {
        return text.matches("\\d{1,4}") ? Integer.parseInt(text) : 0;
    }
}
