package dev.headroom.load.k6;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs scripts for k6 by Node.js, with stubs in place of k6's modules. */
final class Node {

    private static final Path STUBS = ScriptWriterTest.SCRIPTS.resolve("stubs");

    private Node() {}

    /** What {@code run.mjs} prints of a script in this folder. */
    static JsonNode run(Path folder, String script, int iterations) throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, "node"))),
                "no Node.js on the path: scripts for k6 are not executed");
        Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
        Path modules = Files.createDirectories(folder.resolve("node_modules/k6"));
        Files.writeString(modules.resolve("package.json"), """
                {"exports": {".": "./k6.mjs", "./http": "./http.mjs", "./data": "./data.mjs", "./execution": "./execution.mjs"}}
                """);
        for (String stub : List.of("k6.mjs", "http.mjs", "data.mjs", "execution.mjs")) {
            Files.copy(STUBS.resolve(stub), modules.resolve(stub));
        }
        Files.copy(STUBS.resolve("run.mjs"), folder.resolve("run.mjs"));
        Process node = new ProcessBuilder("node", "run.mjs", "./" + script, String.valueOf(iterations))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!node.waitFor(20, TimeUnit.SECONDS) || node.exitValue() != 0) {
                throw new IOException(said);
            }
            return JsonMapper.shared().readTree(said);
        } finally {
            node.destroyForcibly();
        }
    }
}
