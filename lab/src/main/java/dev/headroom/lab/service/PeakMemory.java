package dev.headroom.lab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The most resident memory that a process had since it began, as Linux counts it: {@code VmHWM} of {@code proc(5)}. */
final class PeakMemory {

    private static final Pattern LINE = Pattern.compile("VmHWM:\\s+(\\d+) kB");
    private static final long KIB = 1024;

    private PeakMemory() {}

    /** Bytes; empty where the system does not tell, or the process has ended. */
    static OptionalLong of(long pid) {
        Path status = Path.of("/proc", Long.toString(pid), "status");
        if (!Files.isReadable(status)) {
            return OptionalLong.empty();
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.map(LINE::matcher)
                    .filter(Matcher::matches)
                    .mapToLong(line -> Long.parseLong(line.group(1)) * KIB)
                    .findFirst();
        } catch (IOException e) {
            // it ended between the two looks: its memory is not known any more, which is what empty says
            return OptionalLong.empty();
        }
    }
}
