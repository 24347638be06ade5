package dev.headroom.probe.jvm;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The file {@code release} of a Java home.
 *
 * @param modules of the runtime image; none where it does not tell
 */
record Release(String vendor, String version, List<String> modules) {

    /** Bytes; that of a JDK has less than 2 KB. */
    private static final int LONGEST = 1 << 16;

    static final Release UNKNOWN = new Release("", "", List.of());

    /** {@code lib/server/libjvm.so} lies three levels deep, {@code jre/lib/amd64/server/libjvm.so} of Java 8 five. */
    static Release of(LinuxProcess process, Path libjvm) {
        return Stream.iterate(libjvm.getParent(), folder -> folder != null, Path::getParent)
                .skip(1)
                .limit(5)
                .flatMap(folder -> process.content(folder + "/release", LONGEST).stream())
                .findFirst()
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .map(Release::parse)
                .orElse(UNKNOWN);
    }

    static Release parse(String text) {
        Map<String, String> values = text.lines()
                .map(line -> line.split("=", 2))
                .filter(parts -> parts.length == 2)
                .collect(Collectors.toMap(
                        parts -> parts[0], parts -> parts[1].replace("\"", "").strip(), (one, other) -> one));
        return new Release(
                values.getOrDefault("IMPLEMENTOR", ""),
                values.getOrDefault("JAVA_VERSION", ""),
                QuotedWords.ofVariable(values.getOrDefault("MODULES", "")));
    }

    /** Whether its image was made without that module. */
    boolean lacks(String module) {
        return !modules.isEmpty() && !modules.contains(module);
    }
}
