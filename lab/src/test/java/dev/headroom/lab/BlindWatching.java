package dev.headroom.lab;

import dev.headroom.core.model.observation.Network;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.watch.ProbeSession;
import dev.headroom.lab.watch.ProbeSessions;
import dev.headroom.probe.Probe;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A probe for tests that sees nothing but the process it was given. */
final class BlindWatching implements ProbeSessions {

    @Override
    public ProbeSession watch(Way by) {
        return new ProbeSession() {
            @Override
            public List<String> leash() {
                return List.of("-Dleash=held");
            }

            @Override
            public List<String> jvmArguments() {
                return List.of("-Dwatched=true");
            }

            @Override
            public Probe probe(ProcessHandle process) {
                return new BlindProbe(process.pid());
            }

            @Override
            public void close() {}
        };
    }

    private record BlindProbe(long pid) implements StillProbe {

        @Override
        public Optional<Observation.Sample> latest() {
            return Optional.of(new Observation.Sample(Duration.ZERO, List.of(), 1, 0));
        }

        @Override
        public Observation observe(Instant zero, Observation.Window window) {
            return new Observation(
                    window,
                    List.of(),
                    List.of(),
                    new Observation.Processor(
                            2, 2, 0, 0, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty()),
                    List.of(),
                    new Observation.Jvm(pid, "25", "test", List.of()),
                    new Observation.ProbeCost("agent", 1, Duration.ofMillis(100), Duration.ZERO, 0),
                    Network.NONE,
                    List.of(),
                    Optional.empty(),
                    List.of(),
                    Observation.Host.UNKNOWN,
                    List.of(),
                    Map.of());
        }
    }
}
