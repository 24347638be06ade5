package dev.headroom.lab;

import com.sun.management.OperatingSystemMXBean;
import dev.headroom.core.model.result.Run;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The machine that a run was made on, as a report should name it. */
final class Machine {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private Machine() {}

    static Run.Environment environment(String headroom, String repeat) {
        long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return new Run.Environment(
                headroom,
                property("os.name") + " " + property("os.version") + " " + property("os.arch"),
                processor(),
                Runtime.getRuntime().availableProcessors(),
                memory,
                property("java.runtime.version") + " (" + property("java.vendor") + ")",
                repeat);
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(property("os.arch"));
        } catch (IOException e) {
            return property("os.arch"); // not Linux: the architecture is what Java knows
        }
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }
}
