package dev.headroom.lab.service;

import dev.headroom.core.model.Experiment;
import dev.headroom.core.model.Service;
import dev.headroom.core.model.Variant;
import dev.headroom.lab.experiment.PortReferences;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Works out the command line of every service of an experiment under one variant. */
public final class Launches {

    private final Experiment experiment;
    private final Variant variant;
    private final Map<String, Integer> ports;
    private final Jdks jdks = Jdks.ofThisMachine();

    /** @param ports that the services will listen on, by name; none is 0 */
    public Launches(Experiment experiment, Variant variant, Map<String, Integer> ports) {
        this.experiment = experiment;
        this.variant = variant;
        this.ports = Map.copyOf(ports);
    }

    /**
     * @param folder where output goes, {@code <service>.log}
     * @param agents JVM arguments that Headroom adds to a service
     */
    public List<Launch> in(Path folder, Function<Service, List<String>> agents) {
        return experiment.services().stream()
                .map(service -> new Launch(
                        service.name(),
                        port(service.name()),
                        command(service, agents.apply(service)),
                        folder.resolve(service.name() + ".log"),
                        service.ready()))
                .toList();
    }

    /** The service's own settings with those of the variant laid over them, sorted by key. */
    public Map<String, String> settings(Service service) {
        Map<String, String> settings = new TreeMap<>(service.settings());
        if (service.name().equals(experiment.watch())) {
            settings.putAll(variant.settings());
        }
        settings.replaceAll((key, value) -> resolve(value));
        return settings;
    }

    public int port(String service) {
        Integer port = ports.get(service);
        if (port == null) {
            throw new IllegalArgumentException("no port was chosen for service " + service);
        }
        return port;
    }

    private List<String> command(Service service, List<String> agentArguments) {
        List<String> command = new ArrayList<>();
        command.add(java(service).toString());
        service.processors().ifPresent(processors -> command.add("-XX:ActiveProcessorCount=" + processors));
        service.jvm().forEach(option -> command.add(resolve(option)));
        if (service.name().equals(experiment.watch())) {
            variant.jvm().forEach(option -> command.add(resolve(option)));
        }
        command.addAll(agentArguments);
        command.add("-jar");
        command.add(jar(service).toString());
        command.add("--server.port=" + port(service.name()));
        settings(service).forEach((key, value) -> command.add("--" + key + "=" + value));
        return command;
    }

    /** What the variant needs and this machine lacks, for the reader; empty where it can be run. */
    public Optional<String> missingJdk() {
        return experiment.services().stream()
                .filter(service -> jdk(service)
                        .filter(wanted -> jdks.java(wanted).isEmpty())
                        .isPresent())
                .findFirst()
                .map(service -> "service " + service.name() + " is to run on JDK "
                        + jdk(service).orElseThrow()
                        + ", and none was found; HEADROOM_JDKS may list the folders of others");
    }

    private Path java(Service service) {
        return jdk(service)
                .map(wanted -> jdks.java(wanted)
                        .orElseThrow(() -> new IllegalStateException("no JDK " + wanted + " on this machine")))
                .orElseGet(() -> Path.of(System.getProperty("java.home"), "bin", "java"));
    }

    private Optional<String> jdk(Service service) {
        return service.name().equals(experiment.watch()) && variant.jdk().isPresent() ? variant.jdk() : service.jdk();
    }

    private Path jar(Service service) {
        return service.name().equals(experiment.watch()) ? variant.jar().orElse(service.jar()) : service.jar();
    }

    private String resolve(String text) {
        return PortReferences.resolve(text, this::port);
    }
}
