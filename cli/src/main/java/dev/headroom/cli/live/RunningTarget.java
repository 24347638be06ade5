package dev.headroom.cli.live;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.cli.screen.Output;
import dev.headroom.core.text.Printable;
import dev.headroom.lab.experiment.Units;
import dev.headroom.lab.running.Way;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.NotOneJvm;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.jvm.RunningJvm;
import dev.headroom.probe.jvm.RunningJvms;
import java.time.Duration;

/**
 * A running JVM that a command line names.
 *
 * @param name what it runs
 */
public record RunningTarget(ProcessId process, String name) {

    public long pid() {
        return process.pid();
    }

    /** What is told once it is gone. */
    public ProbeException ended() {
        return new ProbeException("process " + pid() + " (" + Printable.name(name) + ") has ended");
    }

    /** For the help of commands that take one. */
    public static final String LABEL = "PID|NAME|PORT";

    public static final String DESCRIPTION =
            "Process id, part of the name of its main class or jar, or a port that it listens on. `headroom ps` lists them.";

    /**
     * @throws NotOneJvm where there is none, or more than one
     * @throws ProbeException where it cannot be watched that way; the message says why
     */
    public static RunningTarget find(String which, Way way) throws ProbeException {
        return of(RunningJvms.find(which), way);
    }

    /** The process that was found, and no later one with its number: to look for it may take a while. */
    static RunningTarget of(RunningJvm jvm, Way way) throws ProbeException {
        if (!way.isOpen(jvm.access())) {
            throw new ProbeException("process " + jvm.pid() + " (" + Printable.name(jvm.name())
                    + ") cannot be watched by " + way.id() + (jvm.why().isEmpty() ? "" : ": " + jvm.why()));
        }
        return new RunningTarget(jvm.process(), jvm.name());
    }

    /**
     * A probe that watches it that way, and is not started.
     *
     * @param output told first what a reader should know before that
     */
    public Probe open(Way way, Output output) throws ProbeException {
        way.warning(process).ifPresent(words -> output.tell("headroom: " + words));
        return way.open(process);
    }

    public static Duration duration(String typed) throws BadInput {
        return Units.durationOf(typed)
                .orElseThrow(() -> new BadInput("invalid duration `" + typed + "`; for example: 30s, 500ms or 2m"));
    }
}
