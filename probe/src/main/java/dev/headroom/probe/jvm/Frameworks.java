package dev.headroom.probe.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells what a program is made with, by its main class, the names of its jars, and what lies in the jar that was started. */
final class Frameworks {

    /**
     * @param main beginning of a main class
     * @param jar name of a jar, without its version
     * @param type a class of it, in a jar that everything was packed into
     */
    private record Marker(String name, String main, String jar, String type) {

        Optional<String> version(String file) {
            Matcher matcher = Pattern.compile("(?:.*[./])?" + Pattern.quote(jar) + "(?:-(\\d[^/]*))?\\.jar")
                    .matcher(file);
            return matcher.matches() ? Optional.of(matcher.group(1) == null ? "" : matcher.group(1)) : Optional.empty();
        }
    }

    private static final List<Marker> ALL = List.of(
            new Marker(
                    "Spring Boot",
                    "org.springframework.boot.",
                    "spring-boot",
                    "org/springframework/boot/SpringApplication"),
            new Marker("Quarkus", "io.quarkus.", "quarkus-core", "io/quarkus/runtime/Quarkus"),
            new Marker("Micronaut", "io.micronaut.", "micronaut-context", "io/micronaut/runtime/Micronaut"),
            new Marker("Helidon", "io.helidon.", "helidon-webserver", "io/helidon/webserver/WebServer"),
            new Marker("Dropwizard", "io.dropwizard.", "dropwizard-core", "io/dropwizard/core/Application"),
            new Marker("Ktor", "io.ktor.server.", "ktor-server-core-jvm", "io/ktor/server/engine/ApplicationEngine"),
            new Marker("WildFly", "org.jboss.modules.", "jboss-modules", "org/jboss/modules/Main"),
            new Marker("Vert.x", "io.vertx.", "vertx-core", "io/vertx/core/Vertx"),
            new Marker("Tomcat", "org.apache.catalina.", "tomcat-embed-core", "org/apache/catalina/startup/Tomcat"),
            new Marker("Tomcat", "org.apache.catalina.", "catalina", "org/apache/catalina/startup/Bootstrap"),
            new Marker("Jetty", "org.eclipse.jetty.", "jetty-server", "org/eclipse/jetty/server/Server"),
            new Marker("Undertow", "io.undertow.", "undertow-core", "io/undertow/Undertow"),
            new Marker("Netty", "io.netty.", "netty-transport", "io/netty/channel/Channel"));

    private final Map<String, String> found = new LinkedHashMap<>();

    private Frameworks() {}

    /** By name, with the version where a file name or a manifest tells it; those that build on others first. */
    static List<String> of(LinuxProcess process, CommandLine command) {
        Frameworks frameworks = new Frameworks();
        frameworks.main(command.main());
        Set<String> files =
                new LinkedHashSet<>(Arrays.asList(command.classPath().split(":", -1)));
        process.opened().filter(file -> file.endsWith(".jar")).forEach(files::add);
        files.forEach(frameworks::file);
        if (!command.jar().isEmpty()) {
            frameworks.jar(process.inside(command.jar()));
        }
        return ALL.stream()
                .map(Marker::name)
                .distinct()
                .filter(frameworks.found::containsKey)
                .map(name -> (name + " " + frameworks.found.get(name)).strip())
                .toList();
    }

    private void main(String type) {
        ALL.stream().filter(marker -> type.startsWith(marker.main())).forEach(marker -> add(marker.name(), ""));
    }

    private void file(String name) {
        ALL.forEach(marker -> marker.version(name).ifPresent(version -> add(marker.name(), version)));
    }

    private void add(String name, String version) {
        found.merge(name, version, (one, other) -> one.isEmpty() ? other : one);
    }

    private void jar(Path file) {
        if (!Files.isRegularFile(file)) {
            return;
        }
        try (JarFile jar = new JarFile(file.toFile(), false)) {
            Manifest manifest = jar.getManifest();
            Attributes attributes = manifest == null ? new Attributes() : manifest.getMainAttributes();
            List<String> nested = new ArrayList<>();
            jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".jar"))
                    .forEach(nested::add);
            Optional.ofNullable(attributes.getValue("Spring-Boot-Version"))
                    .ifPresent(version -> add("Spring Boot", version));
            Optional.ofNullable(attributes.getValue(Attributes.Name.MAIN_CLASS)).ifPresent(this::main);
            Optional.ofNullable(attributes.getValue(Attributes.Name.CLASS_PATH))
                    .ifPresent(path -> nested.addAll(List.of(path.split(" +", -1))));
            nested.forEach(this::file);
            ALL.stream()
                    .filter(marker -> jar.getEntry(marker.type() + ".class") != null)
                    .forEach(marker -> add(marker.name(), ""));
        } catch (IOException | IllegalArgumentException e) {
            // no jar that could be read: what the names told stands
        }
    }
}
