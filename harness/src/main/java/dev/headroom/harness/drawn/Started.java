package dev.headroom.harness.drawn;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Service;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.experiment.InvalidExperimentException;
import dev.headroom.lab.service.Children;
import dev.headroom.lab.service.Launch;
import dev.headroom.lab.service.Launches;
import dev.headroom.lab.service.Ports;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.lab.service.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A drawn service that runs, without a probe and without Headroom's options.
 *
 * @param load of its experiment, without a warm-up
 */
public record Started(Children children, ServiceProcess service, Mix mix, Load load) implements AutoCloseable {

    private static final Duration DRAIN = Duration.ofSeconds(1);

    /** @param seconds of the load */
    public static Started start(Network network, Path jar, Path folder, double seconds)
            throws IOException, InterruptedException, ServiceException, InvalidExperimentException {
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, ServiceFile.of(network, jar, temporary, seconds));
        Experiment experiment = ExperimentFile.read(file);
        Variant variant = experiment.variants().getFirst();
        Children children = new Children();
        try {
            for (Launch launch : new Launches(experiment, variant, ports(experiment)).in(folder, one -> List.of())) {
                children.awaitReady(children.start(launch));
            }
            ServiceProcess service = children.running().getLast();
            Load load = experiment.loadOf(variant);
            URI address = service.launch().address().orElseThrow();
            return new Started(
                    children,
                    service,
                    Mix.of(Request.get(address.resolve("/"))),
                    load.with(load.transport().draining(DRAIN), Optional.empty()));
        } catch (IOException | InterruptedException | ServiceException | RuntimeException e) {
            children.close();
            throw e;
        }
    }

    private static Map<String, Integer> ports(Experiment experiment) throws IOException {
        Map<String, Integer> ports = new HashMap<>();
        for (Service service : experiment.services()) {
            ports.put(service.name(), Ports.free());
        }
        return ports;
    }

    @Override
    public void close() {
        children.close();
    }
}
