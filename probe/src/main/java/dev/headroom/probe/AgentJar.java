package dev.headroom.probe;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The agent's jar, unpacked from our own into a file, since a JVM loads agents from files. */
final class AgentJar {

    private static final String RESOURCE = "headroom-agent.jar";

    private AgentJar() {}

    private static @Nullable Path unpacked;

    /** Unpacked again where it is gone: a JVM that lost its Headroom deletes the jar, and may be wrong about that. */
    static synchronized Path file() {
        if (unpacked == null || !Files.exists(unpacked)) {
            unpacked = unpack();
        }
        return unpacked;
    }

    /** A new file for each Headroom, in a folder that only this user may write to: nobody can slip another agent in. */
    private static Path unpack() {
        try (InputStream jar = AgentJar.class.getResourceAsStream(RESOURCE)) {
            if (jar == null) {
                throw new IllegalStateException(RESOURCE
                        + " is missing in Headroom's own jar: build with ./mvnw package, not with an IDE alone");
            }
            Path folder = Files.createTempDirectory("headroom");
            Path file = folder.resolve(RESOURCE);
            Files.copy(jar, file);
            folder.toFile().deleteOnExit(); // what is registered last is deleted first
            file.toFile().deleteOnExit();
            folder.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the agent cannot be unpacked to " + System.getProperty("java.io.tmpdir"), e);
        }
    }
}
