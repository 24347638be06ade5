package dev.headroom.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EntryTest {

    @TempDir
    private Path folder;

    /** The JVM opens it when it next misses something, and whoever made another of that name would be asked. */
    @Test
    void whereTheAgentCannotBeLoadedItsJarIsOpenedWhileItIsOurs() throws Exception {
        Path jar = folder.resolve("headroom-agent.jar");
        jar(jar, "ours");
        ClassLoader system = ClassLoader.getSystemClassLoader();
        Method append = system.getClass().getDeclaredMethod("appendToClassPathForInstrumentation", String.class);
        append.setAccessible(true);
        append.invoke(system, jar.toString()); // as the JVM does before it calls Entry

        Entry.agentmain("build=that-lacks-it,jar=" + folder.resolve("none.jar"), null);

        Files.delete(jar);
        jar(jar, "planted");
        assertThat(system.getResource("planted")).isNull();
    }

    /** As where the memory has run out for which the agent was not loaded. */
    @Test
    void thatItsJarCannotBeOpenedDoesNotEndTheJvm() {
        AtomicInteger asked = new AtomicInteger();
        Entry.open(new ClassLoader(null) {
            @Override
            public URL getResource(String name) {
                asked.incrementAndGet();
                throw new OutOfMemoryError("for a test");
            }
        });
        assertThat(asked).hasValue(1);
    }

    private static void jar(Path at, String entry) throws IOException {
        try (OutputStream file = Files.newOutputStream(at);
                JarOutputStream jar = new JarOutputStream(file)) {
            jar.putNextEntry(new ZipEntry(entry));
        }
    }
}
