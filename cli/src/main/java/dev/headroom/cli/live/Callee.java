package dev.headroom.cli.live;

import dev.headroom.core.diagnosis.AskedCallee;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.text.Printable;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.jvm.RunningJvm;
import dev.headroom.probe.jvm.RunningJvms;
import dev.headroom.probe.os.sockets.Targets;
import java.util.Optional;

/** The JVM of this machine that a service calls and waits for: what binds there can be asked of it. */
public final class Callee {

    private Callee() {}

    /** Finds the JVM that listens on a port, {@code :8080}. */
    @FunctionalInterface
    interface Find {
        RunningJvm find(String port) throws ProbeException;
    }

    /**
     * What to do next.
     *
     * @param service that was watched
     * @return empty where requests are not mostly at one downstream, or that is no JVM of this machine
     */
    public static Optional<String> of(Inspection found, ProcessId service) {
        return of(AskedCallee.target(found.found(), found.seen()), service, RunningJvms::find);
    }

    static Optional<String> of(Optional<String> called, ProcessId service, Find jvms) {
        return called.filter(Targets::isLoopback)
                .flatMap(target -> listening(":" + Targets.port(target), jvms)
                        .filter(jvm -> !jvm.process().equals(service))
                        .map(jvm -> target + " is process " + jvm.pid() + " of this machine ("
                                + Printable.name(jvm.name()) + "): headroom diagnose " + jvm.pid()
                                + " tells what binds in it"));
    }

    private static Optional<RunningJvm> listening(String port, Find jvms) {
        try {
            return Optional.of(jvms.find(port));
        } catch (ProbeException e) { // no JVM, or none that may be looked into
            return Optional.empty();
        }
    }
}
