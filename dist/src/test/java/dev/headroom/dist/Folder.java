package dev.headroom.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A folder in which programs run with next to nothing: no variable but {@code HOME} and {@code PATH}, and on the path only the few tools of
 * the shell that the launcher calls, so no JDK.
 */
record Folder(Path path) {

    /** What came of a program. */
    record Ended(int exitCode, String output) {}

    static Folder in(Path path) throws IOException {
        Path tools = Files.createDirectory(path.resolve("tools"));
        for (String tool : List.of("sh", "dirname", "readlink")) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin").resolve(tool));
        }
        Files.createDirectory(path.resolve("home"));
        return new Folder(path);
    }

    Ended run(String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(path, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(path.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", path.resolve("tools").toString());
        builder.environment().put("HOME", path.resolve("home").toString());
        Process process = builder.start();
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES))
                    .as(() -> read(output))
                    .isTrue();
            return new Ended(process.exitValue(), read(output));
        } finally {
            process.destroy();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
