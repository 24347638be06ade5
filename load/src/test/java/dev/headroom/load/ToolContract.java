package dev.headroom.load;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.io.TempDir;

/** The contract of a load tool, which runs in a folder of its own. */
abstract class ToolContract extends EngineContract {

    @TempDir
    Path folder;

    abstract Program program(List<String> paths) throws Exception;

    @Override
    LoadEngine engine() {
        return new Engines();
    }

    @Override
    Load load(List<String> paths, int users, Duration length) throws Exception {
        Files.write(folder.resolve("paths.txt"), paths);
        return new Load.Tool(
                program(paths),
                folder.toString(),
                OptionalInt.of(users),
                Optional.of(length),
                Loads.KEEP_ALIVE,
                Optional.empty(),
                Optional.empty());
    }

    /** The classes of these tests, for a JVM of its own. */
    static String classPath() {
        return Path.of("target/test-classes").toAbsolutePath().toString();
    }

    static Path script(Path file, String line) throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        file.toFile().setExecutable(true);
        return file;
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java") + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC";
    }
}
