package dev.headroom.lab.service;

import dev.headroom.load.process.Programs;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a command that may start a JVM has in its environment: the JVM's options in {@code JAVA_TOOL_OPTIONS}, which every JVM reads whoever starts it,
 * and its JDK in {@code JAVA_HOME} and on the {@code PATH}.
 */
final class CommandEnvironment {

    private static final String OPTIONS = "JAVA_TOOL_OPTIONS";
    private static final String PATH = "PATH";

    private CommandEnvironment() {}

    /** @param java of the JDK that the experiment asks for */
    static void complete(Map<String, String> environment, List<String> options, Optional<Path> java) {
        String all = Stream.concat(
                        Stream.ofNullable(environment.get(OPTIONS)),
                        options.stream().map(CommandEnvironment::quoted))
                .collect(Collectors.joining(" "));
        if (!all.isEmpty()) {
            environment.put(OPTIONS, all);
        }
        java.ifPresent(launcher -> {
            Path bin = Objects.requireNonNull(launcher.getParent());
            environment.put("JAVA_HOME", String.valueOf(bin.getParent()));
            environment.put(PATH, bin + File.pathSeparator + path(environment));
        });
    }

    /** The program's file as a shell would find it; the name itself where it is nowhere, so that the start says so. */
    static String program(String name, Map<String, String> environment) {
        return name.contains("/")
                ? name
                : Programs.find(name, path(environment)).map(Path::toString).orElse(name);
    }

    private static String path(Map<String, String> environment) {
        return environment.getOrDefault(PATH, System.getenv().getOrDefault(PATH, ""));
    }

    /** The JVM splits at spaces, except within quotes of either kind. */
    private static String quoted(String option) {
        if (option.chars().noneMatch(Character::isWhitespace)) {
            return option;
        }
        String quote = option.contains("\"") ? "'" : "\"";
        return quote + option + quote;
    }
}
