package dev.headroom.cli;

import dev.headroom.lab.running.Way;
import picocli.CommandLine.Option;

/** By which way a running JVM is watched: the least that does. */
final class WayOption {

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
