package dev.headroom.lab.running;

import dev.headroom.core.text.Ids;
import dev.headroom.lab.store.Redaction;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.dump.DumpProbe;
import dev.headroom.probe.jvm.Access;
import dev.headroom.probe.jvm.FirstChange;
import dev.headroom.probe.jvm.ProcessId;
import java.util.Optional;

/** How a running JVM is watched; the later, the more it changes in the JVM, and the more it can know. */
public enum Way {
    /** Thread dumps through its attach socket: nothing is loaded, nothing stays. */
    DUMP,
    /** The same beside a flight recording, which ends by itself when nobody ends it. */
    JFR,
    /** Over the JVM's own management agent, which it starts and keeps; thread dumps and the flight recorder. */
    JMX,
    /** An agent inside: exact sizes, queues, counts, holders, and limits that can be moved. */
    AGENT;

    /** As the command line has it. */
    public String id() {
        return Ids.of(this);
    }

    /** Whether a JVM to which so much can be done is open to it. */
    public boolean isOpen(Access access) {
        return switch (access) {
            case AGENT -> true;
            case ATTACH_ONLY -> this != AGENT;
            case JMX, NOTHING -> false;
        };
    }

    /** What whoever asks should know before a running JVM is watched so; empty where there is nothing. */
    public Optional<String> warning(ProcessId process) {
        return this == DUMP ? Optional.empty() : FirstChange.warning(process);
    }

    /** @throws ProbeException where the JVM cannot be watched this way; the message says why, and what can be done */
    public Probe open(ProcessId process) throws ProbeException {
        return switch (this) {
            case DUMP -> DumpProbe.attach(process);
            case JFR -> DumpProbe.recorded(process);
            case JMX -> DumpProbe.overJmx(process);
            case AGENT -> AgentProbe.attach(process, Redaction::hideIn);
        };
    }
}
