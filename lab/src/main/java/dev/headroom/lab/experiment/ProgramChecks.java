package dev.headroom.lab.experiment;

import dev.headroom.load.process.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Mistakes in what a service or variant runs: programs that are not there, and keys that do not go together. */
final class ProgramChecks extends Checks {

    private static final List<String> PROGRAMS = List.of("jar", "main", "command");

    private ProgramChecks(YamlDocument document) {
        super(document);
    }

    static List<Mistake> check(YamlDocument document) {
        ProgramChecks checks = new ProgramChecks(document);
        String watched = YamlDocument.child("/services", checks.watched);
        for (String service : document.children("/services")) {
            checks.program(service);
            checks.settings(service, service);
            checks.command(service + "/ready", service);
        }
        for (String variant : document.children("/variants")) {
            checks.program(variant);
            checks.onlyOne(variant);
            checks.settings(variant, owner(document, watched, variant));
        }
        return checks.mistakes;
    }

    /** Whose program runs: the variant's where it has one. */
    static String owner(YamlDocument document, String service, String variant) {
        JsonNode node = document.at(variant);
        return PROGRAMS.stream().anyMatch(node::has) ? variant : service;
    }

    private void program(String owner) {
        jar(owner);
        classPath(owner);
        command(owner, owner);
    }

    private void onlyOne(String variant) {
        List<String> given = PROGRAMS.stream().filter(at(variant)::has).toList();
        if (given.size() > 1) {
            mistakeAtKey(
                    variant + "/" + given.getLast(),
                    "`" + String.join("` and `", given) + "`",
                    "one of them at most: a variant runs one program");
        }
    }

    private void settings(String owner, String program) {
        if (at(owner).has("settings") && at(program).has("command")) {
            mistakeAtKey(
                    owner + "/settings",
                    "`settings` for a command",
                    "`args` or `env`: only a jar or main class is given settings, as --key=value");
        }
    }

    private void jar(String owner) {
        String pointer = owner + "/jar";
        JsonNode written = at(pointer);
        if (written.isString() && !written.asString().isEmpty()) {
            Path jar = Path.of(document.absolute(written.asString()));
            if (!Files.isRegularFile(jar)) {
                mistake(
                        pointer,
                        missing(jar),
                        "an executable jar; build it first, or correct the path (relative to the experiment file)");
            }
        }
    }

    private void classPath(String owner) {
        JsonNode node = at(owner);
        if (node.has("main") != node.has("class-path")) {
            mistakeAtKey(
                    owner + (node.has("main") ? "/main" : "/class-path"),
                    node.has("main") ? "`main` without `class-path`" : "`class-path` without `main`",
                    "both: the class that has the main method, and where it and its libraries are");
        }
        classPath(
                owner + "/class-path",
                "a jar, a folder of classes, or a glob for jars such as lib/*.jar; build it first, or correct the"
                        + " path (relative to the experiment file)");
    }

    /** @param service that has the JDK which the program may be found in */
    private void command(String owner, String service) {
        String pointer = owner + "/command";
        JsonNode written = at(pointer);
        if (!written.isString() && !(written.isArray() && !written.isEmpty())) {
            return; // the schema tells
        }
        List<String> words = document.command(pointer);
        if (words.isEmpty() || words.getFirst().isEmpty()) {
            mistake(
                    pointer,
                    "`" + document.text(pointer) + "`, which has no program or a quote that is not closed",
                    "a program and its arguments, such as [redis-server, --port, 6379]");
            return;
        }
        Path program = Path.of(words.getFirst());
        if (program.isAbsolute() && !Files.isRegularFile(program)) {
            mistake(pointer, missing(program), "a program; correct the path (relative to the experiment file)");
        } else if (program.isAbsolute() && !Files.isExecutable(program)) {
            mistake(pointer, program + ", which may not be executed", "a program: chmod +x makes it one");
        } else if (!at(service).has("jdk")
                && Programs.find(words.getFirst(), System.getenv().getOrDefault("PATH", ""))
                        .isEmpty()) {
            mistake(
                    pointer,
                    "no program `" + words.getFirst() + "` on the PATH",
                    "one that is there, or its path (with a slash; relative to the experiment file)");
        }
    }

    private static String missing(Path path) {
        return (Files.exists(path) ? "no file but a folder at " : "no file ") + path;
    }
}
