package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** In place of k6, whose licence keeps it out of this build, a script of Python that obeys the same command line. */
final class PythonK6 {

    private PythonK6() {}

    /** Written into the folder as {@code k6}. */
    static Path in(Path folder) throws IOException {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, "python3"))),
                "no Python on the path: nothing stands in for k6");
        return program(folder, Files.readString(Path.of("src/test/resources/fake-k6.py")));
    }

    static Path program(Path folder, String text) throws IOException {
        Path program = folder.resolve("k6");
        Files.writeString(program, text);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }
}
