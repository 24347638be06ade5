package dev.headroom.cli.safety;

import java.util.ArrayList;
import java.util.List;

/** What Headroom is asked to do with a running JVM. */
enum Way {
    DUMP("dump", "diagnose", "--for", "3s"),
    JFR("jfr", "diagnose", "--by", "jfr", "--for", "3s"),
    JMX("jmx", "diagnose", "--by", "jmx", "--for", "3s"),
    AGENT("agent", "diagnose", "--agent", "--for", "3s"),
    LIFT("agent", "lift", "--pool", "pool-1", "--to", "9", "--for", "3s", "--yes"),
    PROVE("agent", "diagnose", "--agent", "--for", "3s", "--prove", "--yes"),
    WATCH("agent", "watch", "--agent");

    /** As {@code docs/what-stays.md} calls it. */
    final String rung;

    private final List<String> arguments;

    Way(String rung, String... arguments) {
        this.rung = rung;
        this.arguments = List.of(arguments);
    }

    List<String> arguments(long pid) {
        List<String> all = new ArrayList<>(arguments);
        all.add(1, Long.toString(pid));
        return all;
    }

    /** It shows itself on a terminal, until a key or a signal ends it. */
    boolean needsTerminal() {
        return this == WATCH;
    }

    /** It moves a limit without being asked again. */
    boolean moves() {
        return this == LIFT || this == PROVE;
    }
}
