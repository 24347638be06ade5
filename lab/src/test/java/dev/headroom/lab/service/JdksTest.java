package dev.headroom.lab.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdksTest {

    @TempDir
    Path folder;

    @Test
    void aMajorVersionIsFoundByWhatTheJdkSaysOfItself() throws IOException {
        Path old = jdk("a", "17.0.17");
        Path young = jdk("b", "25");

        Jdks jdks = new Jdks(List.of(folder));

        assertThat(jdks.java("17")).contains(old);
        assertThat(jdks.java("25")).contains(young);
        assertThat(jdks.java("21")).isEmpty();
    }

    @Test
    void aPlaceMayBeAJdkItself() throws IOException {
        Path java = jdk("a", "21.0.8");

        assertThat(new Jdks(List.of(folder.resolve("a"))).java("21")).contains(java);
    }

    @Test
    void aFolderIsTakenAsItIs() throws IOException {
        Path java = jdk("a", "21.0.8");

        assertThat(new Jdks(List.of()).java(folder.resolve("a").toString())).contains(java);
        assertThat(new Jdks(List.of()).java(folder.resolve("none").toString())).isEmpty();
    }

    @Test
    void theJdkOfHeadroomItselfIsAlwaysThere() {
        assertThat(Jdks.ofThisMachine().java(Integer.toString(Runtime.version().feature())))
                .isPresent();
    }

    private Path jdk(String name, String version) throws IOException {
        Path java = Files.createDirectories(folder.resolve(name).resolve("bin")).resolve("java");
        Files.writeString(java, "");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(
                folder.resolve(name).resolve("release"),
                "IMPLEMENTOR=\"Some One\"\nJAVA_VERSION=\"" + version + "\"\nMODULES=\"java.base\"\n");
        return java;
    }
}
