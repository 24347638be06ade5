package dev.headroom.lab.watch;

import dev.headroom.core.model.observation.Network;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.probe.Probe;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Watches a service that cannot be: what it says is that nothing was seen, and why. */
public record UnseenProbe(String service, String why) implements Probe {

    @Override
    public String mode() {
        return Observation.ProbeCost.NONE;
    }

    @Override
    public void start() {}

    @Override
    public Optional<Observation.Sample> latest() {
        return Optional.empty();
    }

    @Override
    public Observation observe(Instant zero, Observation.Window window) {
        int cores = Runtime.getRuntime().availableProcessors();
        return new Observation(
                window,
                List.of(),
                List.of(),
                new Observation.Processor(
                        cores,
                        cores,
                        Double.NaN,
                        Double.NaN,
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty()),
                List.of(),
                new Observation.Jvm(0, "", "", List.of()),
                new Observation.ProbeCost(mode(), 0, Duration.ZERO, Duration.ZERO, 0),
                Network.NONE,
                List.of(),
                Optional.empty(),
                List.of(),
                Observation.Host.UNKNOWN,
                List.of("Threads, pools, connections, processor and memory of " + service + " were not seen: " + why
                        + "."),
                Map.of());
    }

    @Override
    public void close() {}
}
