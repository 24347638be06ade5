package dev.headroom.probe.os;

import java.util.List;
import java.util.OptionalDouble;

/** The kernel's count of connections that were turned away because an accept queue was full ({@code ListenOverflows}). */
final class ListenOverflows {

    private static final String TABLE = "TcpExt:";

    private ListenOverflows() {}

    /** Of the network namespace of a process; empty where the kernel does not count them. */
    static OptionalDouble read(long pid) {
        return ProcFiles.text("/proc/" + pid + "/net/netstat")
                .map(ListenOverflows::parse)
                .orElse(OptionalDouble.empty());
    }

    /** The table is a line of names and a line of values under it. */
    static OptionalDouble parse(String text) {
        List<String[]> lines = text.lines()
                .filter(line -> line.startsWith(TABLE))
                .map(line -> line.trim().split(" +"))
                .toList();
        int column = lines.size() == 2 ? List.of(lines.getFirst()).indexOf("ListenOverflows") : -1;
        return column < 0 ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(lines.getLast()[column]));
    }
}
