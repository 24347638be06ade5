package dev.headroom.lab.watch;

import dev.headroom.lab.running.Way;
import dev.headroom.lab.store.Redaction;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.agent.Leash;
import dev.headroom.probe.jvm.ProcessId;
import java.util.List;

/** Watches by the probe module; every service is held on its leash, whichever way it is watched. */
public final class AttachingProbes implements ProbeSessions {

    @Override
    public ProbeSession watch(Way by) throws ProbeException {
        Leash leash = Leash.open();
        try {
            return by == Way.AGENT
                    ? new AgentWatch(leash, AgentProbe.listen(Redaction::hideIn))
                    : new LaterWatch(leash, by);
        } catch (ProbeException e) {
            leash.close();
            throw e;
        }
    }

    @Override
    public ProbeSession ofRunning(Way by) throws ProbeException {
        return new LaterWatch(Leash.open(), by);
    }

    /** The agent comes with the start of the JVM and connects to a probe that listens already. */
    private record AgentWatch(Leash held, AgentProbe listening) implements ProbeSession {

        @Override
        public List<String> leash() {
            return held.jvmArguments();
        }

        @Override
        public List<String> jvmArguments() {
            return listening.launchArguments();
        }

        @Override
        public Probe probe(ProcessHandle process) throws ProbeException {
            return listening.watching(ProcessId.now(process.pid()));
        }

        @Override
        public void close() {
            listening.close();
            held.close();
        }
    }

    /** The probe connects once the JVM runs; only the leash comes with its start. */
    private record LaterWatch(Leash held, Way by) implements ProbeSession {

        @Override
        public List<String> leash() {
            return held.jvmArguments();
        }

        @Override
        public List<String> jvmArguments() {
            return List.of();
        }

        @Override
        public Probe probe(ProcessHandle process) throws ProbeException {
            return by.open(ProcessId.now(process.pid()));
        }

        @Override
        public void close() {
            held.close();
        }
    }
}
