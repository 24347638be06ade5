package dev.headroom.lab.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Mistakes in what a service or variant runs: programs that are not there, and keys that do not go together. */
final class ProgramChecks {

    private static final List<String> PROGRAMS = List.of("jar", "main", "command");

    private final Path file;
    private final YamlDocument document;
    private final List<Mistake> mistakes = new ArrayList<>();

    private ProgramChecks(Path file, YamlDocument document) {
        this.file = file;
        this.document = document;
    }

    static List<Mistake> check(Path file, YamlDocument document) {
        ProgramChecks checks = new ProgramChecks(file, document);
        String watched =
                YamlDocument.child("/services", document.root().path("watch").asString(""));
        for (String name : document.root().path("services").propertyNames()) {
            String service = YamlDocument.child("/services", name);
            checks.program(service);
            checks.settings(service, service);
            checks.command(service + "/ready", service);
        }
        for (String name : document.root().path("variants").propertyNames()) {
            String variant = YamlDocument.child("/variants", name);
            checks.program(variant);
            checks.onlyOne(variant);
            checks.settings(variant, owner(document, watched, variant));
        }
        return checks.mistakes;
    }

    /** Whose program runs: the variant's where it has one. */
    static String owner(YamlDocument document, String service, String variant) {
        JsonNode node = document.root().at(variant);
        return PROGRAMS.stream().anyMatch(node::has) ? variant : service;
    }

    private void program(String owner) {
        jar(owner);
        classPath(owner);
        command(owner, owner);
    }

    private void onlyOne(String variant) {
        List<String> given =
                PROGRAMS.stream().filter(document.root().at(variant)::has).toList();
        if (given.size() > 1) {
            mistake(
                    document.key(variant + "/" + given.getLast()),
                    "`" + String.join("` and `", given) + "`",
                    "one of them at most: a variant runs one program");
        }
    }

    private void settings(String owner, String program) {
        if (document.root().at(owner).has("settings")
                && document.root().at(program).has("command")) {
            mistake(
                    document.key(owner + "/settings"),
                    "`settings` for a command",
                    "`args` or `env`: only a jar or main class is given settings, as --key=value");
        }
    }

    private void jar(String owner) {
        String pointer = owner + "/jar";
        JsonNode written = document.root().at(pointer);
        if (written.isString() && !written.asString().isEmpty()) {
            Path jar = Path.of(ServiceReader.absolute(file, written.asString()));
            if (!Files.isRegularFile(jar)) {
                mistake(
                        document.value(pointer),
                        missing(jar),
                        "an executable jar; build it first, or correct the path (relative to the experiment file)");
            }
        }
    }

    private void classPath(String owner) {
        JsonNode node = document.root().at(owner);
        if (node.has("main") != node.has("class-path")) {
            mistake(
                    document.key(owner + (node.has("main") ? "/main" : "/class-path")),
                    node.has("main") ? "`main` without `class-path`" : "`class-path` without `main`",
                    "both: the class that has the main method, and where it and its libraries are");
        }
        List<String> entries = document.list(owner + "/class-path");
        for (int i = 0; i < entries.size(); i++) {
            String entry = ServiceReader.absolute(file, entries.get(i));
            if (!entries.get(i).isEmpty() && ClassPath.expand(entry).isEmpty()) {
                mistake(
                        document.value(owner + "/class-path/" + i),
                        "nothing at " + entry,
                        "a jar, a folder of classes, or a glob for jars such as lib/*.jar; build it first, or correct the"
                                + " path (relative to the experiment file)");
            }
        }
    }

    /** @param service that has the JDK which the program may be found in */
    private void command(String owner, String service) {
        String pointer = owner + "/command";
        JsonNode written = document.root().at(pointer);
        if (!written.isString() && !(written.isArray() && !written.isEmpty())) {
            return; // the schema tells
        }
        List<String> words = ServiceReader.command(file, document, pointer);
        if (words.isEmpty() || words.getFirst().isEmpty()) {
            mistake(
                    document.value(pointer),
                    "`" + document.text(pointer) + "`, which has no program or a quote that is not closed",
                    "a program and its arguments, such as [redis-server, --port, 6379]");
            return;
        }
        Path program = Path.of(words.getFirst());
        if (program.isAbsolute() && !Files.isRegularFile(program)) {
            mistake(
                    document.value(pointer),
                    missing(program),
                    "a program; correct the path (relative to the experiment file)");
        } else if (program.isAbsolute() && !Files.isExecutable(program)) {
            mistake(
                    document.value(pointer),
                    program + ", which may not be executed",
                    "a program: chmod +x makes it one");
        } else if (!document.root().at(service).has("jdk")
                && Programs.find(words.getFirst(), System.getenv().getOrDefault("PATH", ""))
                        .isEmpty()) {
            mistake(
                    document.value(pointer),
                    "no program `" + words.getFirst() + "` on the PATH",
                    "one that is there, or its path (with a slash; relative to the experiment file)");
        }
    }

    private static String missing(Path path) {
        return (Files.exists(path) ? "no file but a folder at " : "no file ") + path;
    }

    private void mistake(Place place, String found, String expected) {
        mistakes.add(Mistake.at(file, place, found, expected));
    }
}
