package dev.headroom.cli.commands;

import dev.headroom.lab.running.Way;
import picocli.CommandLine.Option;

/** By which way a running JVM is watched: the least that does. */
final class WayOption {

    static final String HARM_HEADING = "%nWhat it does to the JVM (all of it, with figures: docs/safety.md):%n";

    /** For those who decide; docs/safety.md has the same in full. */
    static final String HARM_OF_AGENT =
            "  agent  a safepoint for each look; a recording; bytecode of classes of the JDK%n"
                    + "         and of libraries is changed (constructors while it watches, other%n"
                    + "         methods for some seconds at a time), and changed back. Two classes%n"
                    + "         stay in java.util.concurrent, and the agent's own, at rest. A limit%n"
                    + "         is moved only after a yes (or by --yes), and put back by the JVM%n"
                    + "         itself should this command not be heard for 4 s.%n";

    static final String HARM = "  dump   two safepoints for each dump; nothing is loaded or changed%n"
            + "  jfr    that, and a recording of 88 MB at most in its temporary folder%n"
            + "  jmx    that, and its management agent, which stays%n"
            + HARM_OF_AGENT;

    @Option(
            names = "--by",
            paramLabel = "WAY",
            description = "dump: thread dumps, nothing is loaded (default); jfr: a flight recording beside them;"
                    + " jmx: starts its management agent, which stays; agent: as --agent.")
    private Way by = Way.DUMP;

    @Option(
            names = "--agent",
            description = "Load the agent into it: exact sizes, queues, holders. It ends its work with this command.")
    private boolean agent;

    Way way() {
        return agent ? Way.AGENT : by;
    }
}
