package dev.headroom.lab.watch;

import dev.headroom.lab.running.Way;
import dev.headroom.lab.store.Redaction;
import dev.headroom.probe.Probe;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.agent.AgentProbe;
import dev.headroom.probe.agent.Leash;
import dev.headroom.probe.jvm.ProcessId;
import java.util.List;
import java.util.Optional;

/** Watches by the probe module; every service is held on its leash, whichever way it is watched. */
public final class AttachingProbes implements ProbeSessions {

    @Override
    public ProbeSession watch(Way by) throws ProbeException {
        Leash leash = Leash.open();
        try {
            return new Watch(
                    leash, by, by == Way.AGENT ? Optional.of(AgentProbe.listen(Redaction::hideIn)) : Optional.empty());
        } catch (ProbeException e) {
            leash.close();
            throw e;
        }
    }

    @Override
    public ProbeSession ofRunning(Way by) throws ProbeException {
        return new Watch(Leash.open(), by, Optional.empty());
    }

    /** @param listening to the agent, where that comes with the start of the JVM; else the probe connects once the JVM runs */
    private record Watch(Leash held, Way by, Optional<AgentProbe> listening) implements ProbeSession {

        @Override
        public List<String> leash() {
            return held.jvmArguments();
        }

        @Override
        public List<String> jvmArguments() {
            return listening.map(AgentProbe::launchArguments).orElse(List.of());
        }

        @Override
        public Probe probe(ProcessHandle process) throws ProbeException {
            ProcessId id = ProcessId.now(process.pid());
            return listening.isPresent() ? listening.get().watching(id) : by.open(id);
        }

        @Override
        public void close() {
            listening.ifPresent(AgentProbe::close);
            held.close();
        }
    }
}
