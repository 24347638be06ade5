package dev.headroom.probe.os.process;

import java.util.List;
import java.util.OptionalDouble;

/** The kernel's counters of a network namespace, {@code /proc/<pid>/net/snmp} and {@code netstat}. */
public final class Counters {

    private Counters() {}

    /** Empty where the kernel does not count it. */
    public static OptionalDouble of(String file, String table, String name) {
        return ProcFiles.text(file).map(text -> parse(text, table, name)).orElse(OptionalDouble.empty());
    }

    /** A table is a line of names and a line of values under it. */
    public static OptionalDouble parse(String text, String table, String name) {
        List<String[]> lines = text.lines()
                .filter(line -> line.startsWith(table))
                .map(line -> line.trim().split(" +"))
                .toList();
        int column = lines.size() == 2 ? List.of(lines.getFirst()).indexOf(name) : -1;
        return column < 0 ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(lines.getLast()[column]));
    }
}
