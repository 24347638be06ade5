package dev.headroom.lab.service;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Origin;
import dev.headroom.core.model.experiment.Ready;
import dev.headroom.core.model.experiment.Service;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.lab.experiment.ClassPath;
import dev.headroom.lab.experiment.Placeholders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Works out the command line and environment of every service of an experiment under one variant. */
public final class Launches {

    private final Experiment experiment;
    private final List<Service> services;
    private final Map<String, Integer> ports;
    private final Jdks jdks = Jdks.ofThisMachine();

    /** @param ports that the services will listen on, by name; none is 0 */
    public Launches(Experiment experiment, Variant variant, Map<String, Integer> ports) {
        this.experiment = experiment;
        this.services = experiment.servicesOf(variant);
        this.ports = Map.copyOf(ports);
    }

    /**
     * @param folder where output goes, {@code <service>.log}
     * @param agents JVM arguments that Headroom adds to a service
     */
    public List<Launch> in(Path folder, Function<Service, List<String>> agents) {
        return services.stream()
                .filter(service -> !service.runsAlready())
                .map(service -> launch(service, folder, agents.apply(service)))
                .toList();
    }

    /** What the watched service is given as {@code --key=value}, as the file has it and sorted by key: free ports differ from run to run. */
    public Map<String, String> settings() {
        return services.stream()
                .filter(service -> service.name().equals(experiment.watch()))
                .findFirst()
                .map(Launches::settings)
                .orElseThrow();
    }

    /** What the variant needs and this machine lacks, for the reader; empty where it can be run. */
    public Optional<String> missingJdk() {
        return services.stream()
                .filter(service -> service.jdk()
                        .filter(wanted -> jdks.java(wanted).isEmpty())
                        .isPresent())
                .findFirst()
                .map(service -> "service " + service.name() + " is to run on JDK "
                        + service.jdk().orElseThrow()
                        + ", and none was found; HEADROOM_JDKS may list the folders of others");
    }

    private Launch launch(Service service, Path folder, List<String> agents) {
        List<String> options = new ArrayList<>();
        service.processors().ifPresent(processors -> options.add("-XX:ActiveProcessorCount=" + processors));
        options.addAll(resolved(service.jvm()));
        options.addAll(agents);
        Map<String, String> environment = new TreeMap<>(service.env());
        environment.replaceAll((name, value) -> resolve(value));
        List<String> command = new ArrayList<>();
        switch (service.origin()) {
            case Origin.Jar jar -> {
                command.add(java(service).toString());
                command.addAll(options);
                command.addAll(List.of("-jar", jar.file().toString()));
            }
            case Origin.MainClass main -> {
                command.add(java(service).toString());
                command.addAll(options);
                command.addAll(List.of("-cp", ClassPath.of(main.classPath()), main.name()));
            }
            case Origin.Running there -> throw new IllegalStateException(service.name() + " runs already");
            case Origin.Command own -> {
                CommandEnvironment.complete(environment, options, service.jdk().map(jdk -> java(service)));
                command.addAll(resolved(own.words()));
                command.set(0, CommandEnvironment.program(command.getFirst(), environment));
            }
        }
        command.addAll(arguments(service));
        return new Launch(
                service.name(),
                service.address().map(address -> address.at(port(service.name()))),
                command,
                environment,
                folder.resolve(service.name() + ".log"),
                ready(service.ready()),
                service.readyWithin(),
                !(service.origin() instanceof Origin.Command));
    }

    private List<String> arguments(Service service) {
        List<String> arguments = new ArrayList<>();
        if (!(service.origin() instanceof Origin.Command) && service.address().isPresent() && !tellsPort(service)) {
            arguments.add("--server.port=" + port(service.name()));
        }
        settings(service).forEach((key, value) -> arguments.add("--" + key + "=" + resolve(value)));
        arguments.addAll(resolved(service.args()));
        return arguments;
    }

    /** Whether the experiment says how the service gets to know its port; Spring Boot's way is taken where it does not. */
    private static boolean tellsPort(Service service) {
        return Stream.of(service.args(), service.jvm(), service.env().values())
                .flatMap(texts -> texts.stream())
                .anyMatch(text -> Placeholders.ports(text).contains(service.name()));
    }

    private static Map<String, String> settings(Service service) {
        return service.origin() instanceof Origin.Command || service.runsAlready()
                ? Map.of()
                : new TreeMap<>(service.settings());
    }

    private Ready ready(Ready ready) {
        return ready instanceof Ready.Command command ? new Ready.Command(resolved(command.words())) : ready;
    }

    private Path java(Service service) {
        return service.jdk()
                .map(wanted -> jdks.java(wanted)
                        .orElseThrow(() -> new IllegalStateException("no JDK " + wanted + " on this machine")))
                .orElseGet(() -> Path.of(System.getProperty("java.home"), "bin", "java"));
    }

    private int port(String service) {
        Integer port = ports.get(service);
        if (port == null) {
            throw new IllegalArgumentException("no port was chosen for service " + service);
        }
        return port;
    }

    private List<String> resolved(List<String> texts) {
        return texts.stream().map(this::resolve).toList();
    }

    private String resolve(String text) {
        return Placeholders.resolve(text, experiment.file(), this::port);
    }
}
