package dev.headroom.lab.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    @Test
    void variablesThatAreNamedForAVersionAreLookedAtAndWhatTheJdkSaysCounts() throws IOException {
        Path old = jdk("a", "17.0.17");
        Path mid = jdk("b", "21.0.8");
        Path other = jdk("c", "18.0.2");
        Map<String, String> environment = Map.of(
                "JAVA_HOME_17_X64",
                home(other),
                "JDK_17",
                home(old),
                "JAVA21_HOME",
                home(mid),
                "JAVA_HOME_18_NOTE",
                "");

        Jdks jdks = Jdks.in(environment, folder.resolve("user"));

        assertThat(jdks.java("17")).contains(old);
        assertThat(jdks.java("21")).contains(mid);
        assertThat(jdks.java("18")).contains(other);
    }

    @Test
    void whatTheUserListsComesFirst() throws IOException {
        jdk("b", "17.0.17");
        Path listed = jdk("listed/a", "17.0.1");

        Jdks jdks = Jdks.in(
                Map.of(
                        "HEADROOM_JDKS",
                        folder.resolve("listed").toString(),
                        "JDK_17",
                        home(folder.resolve("b/bin/java"))),
                folder);

        assertThat(jdks.java("17")).contains(listed);
    }

    @Test
    void toolchainsOfMavenAndCandidatesOfSdkmanAreFound() throws IOException {
        Path toolchain = jdk("opt/one", "18.0.2");
        Path candidate = jdk("user/.sdkman/candidates/java/19.0.1-tem", "19.0.1");
        Path file = Files.createDirectories(folder.resolve("user/.m2")).resolve("toolchains.xml");
        Files.writeString(file, """
                <toolchains><toolchain><type>jdk</type>
                  <configuration><jdkHome>
                    %s
                  </jdkHome></configuration></toolchain></toolchains>
                """.formatted(home(toolchain)));

        Jdks jdks = Jdks.in(Map.of(), folder.resolve("user"));

        assertThat(jdks.java("18")).contains(toolchain);
        assertThat(jdks.java("19")).contains(candidate);
    }

    private static String home(Path java) {
        return Objects.requireNonNull(Objects.requireNonNull(java.getParent()).getParent())
                .toString();
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
