package dev.headroom.probe.classify;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;

/** Reads a file of the agent's jar, which is packed into our own. */
final class PackedAgent {

    private static final String RESOURCE = "/dev/headroom/probe/headroom-agent.jar";

    private PackedAgent() {}

    static String text(String name) {
        try (InputStream packed = PackedAgent.class.getResourceAsStream(RESOURCE)) {
            if (packed == null) {
                throw new IllegalStateException(RESOURCE + " is missing in Headroom's own jar");
            }
            JarInputStream jar = new JarInputStream(packed);
            for (JarEntry entry = jar.getNextJarEntry(); entry != null; entry = jar.getNextJarEntry()) {
                if (entry.getName().equals(name)) {
                    return new String(jar.readAllBytes(), StandardCharsets.UTF_8);
                }
            }
            throw new IllegalStateException(name + " is missing in the agent's jar");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
