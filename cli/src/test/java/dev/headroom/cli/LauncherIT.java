package dev.headroom.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a folder of its own, in front of a program that only tells what it was given. */
class LauncherIT {

    /** All that it needs besides a JDK, without flock. */
    private static final List<String> TOOLS = List.of(
            "cat",
            "cksum",
            "date",
            "dirname",
            "find",
            "grep",
            "head",
            "mkdir",
            "mv",
            "readlink",
            "rm",
            "sed",
            "sh",
            "sleep",
            "tail",
            "touch");

    @TempDir
    private Path home;

    /** Stands for Headroom. */
    static final class Echo {
        public static void main(String[] arguments) {
            System.out.println(List.of(arguments) + " " + System.getProperty("headroom.test", "-"));
        }
    }

    private record Ended(int code, String out, String errors) {}

    @BeforeEach
    void built() throws IOException {
        Files.copy(Path.of("..", "headroom"), home.resolve("headroom"));
        Path jar = Files.createDirectories(home.resolve("cli/target")).resolve("headroom.jar");
        String name = Echo.class.getName().replace('.', '/') + ".class";
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Echo.class.getName());
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                InputStream code = Echo.class.getClassLoader().getResourceAsStream(name)) {
            out.putNextEntry(new JarEntry(name));
            code.transferTo(out);
        }
        Files.createFile(Files.createDirectories(home.resolve(".headroom")).resolve("built"));
    }

    /** What the folder is deleted with must not follow it. */
    @AfterEach
    void forget() throws IOException {
        Files.deleteIfExists(home.resolve("candidates/java/this"));
        for (String tool : TOOLS) {
            Files.deleteIfExists(home.resolve("tools").resolve(tool));
        }
    }

    private Ended launch(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Stream.concat(Stream.of("sh", home.resolve("headroom").toString()), Stream.of(arguments))
                        .toList());
        String path = builder.environment().get("PATH");
        builder.environment().clear();
        builder.environment().put("PATH", path);
        builder.environment().putAll(environment);
        Path errors = home.resolve("errors");
        Process process = builder.redirectError(errors.toFile()).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out, Files.readString(errors));
    }

    private static Map<String, String> java(String home) {
        return Map.of("JAVA_HOME", home);
    }

    @Test
    void argumentsAreHandedOnAndNothingElseIsSaid() throws Exception {
        Ended ended = launch(java(System.getProperty("java.home")), "run", "a b");
        assertThat(ended).isEqualTo(new Ended(0, "[run, a b] -\n", ""));
    }

    @Test
    void withoutAHomeFolderJdksAreFoundAllTheSame() throws Exception {
        assertThat(launch(Map.of("SDKMAN_DIR", sdkman())).code()).isZero();
    }

    @Test
    void aJavaHomeThatIsNoneIsTold() throws Exception {
        Ended ended = launch(Map.of("JAVA_HOME", "/nowhere", "SDKMAN_DIR", sdkman()));
        assertThat(ended.code()).isZero();
        assertThat(ended.errors()).contains("JAVA_HOME is /nowhere, which is no JDK 25 or newer");
    }

    @Test
    void optionsForTheJvmComeFromTheEnvironment() throws Exception {
        Ended ended = launch(
                Map.of("JAVA_HOME", System.getProperty("java.home"), "HEADROOM_OPTS", "-Dheadroom.test=it -Xmx64m"));
        assertThat(ended.out()).isEqualTo("[] it\n");
    }

    @Test
    void aBuildLeavesTheJarAloneThatARunUses() throws Exception {
        Path jar = home.resolve("cli/target/headroom.jar");
        Path used = Files.createLink(home.resolve("used.jar"), jar);
        byte[] before = Files.readAllBytes(used);
        anEditAndABuildThat("cat built.jar > cli/target/headroom.jar");

        Ended ended = launch(java(System.getProperty("java.home")), "list");

        assertThat(ended.errors()).contains("Built in");
        assertThat(ended.out()).isEqualTo("[list] -\n");
        assertThat(Files.isSameFile(used, jar)).isFalse();
        assertThat(used).hasBinaryContent(before);
    }

    @Test
    @Tag("nightly")
    void aLockThatNobodyHoldsIsNotWaitedForWhereThereIsNoFlock() throws Exception {
        anEditAndABuildThat("cat built.jar > cli/target/headroom.jar");
        Files.createDirectories(home.resolve(".headroom/building.lock"));
        Path tools = tools();

        Ended ended = launch(Map.of("JAVA_HOME", System.getProperty("java.home"), "PATH", tools.toString()), "list");

        assertThat(ended.errors()).contains("Built in");
        assertThat(ended.out()).isEqualTo("[list] -\n");
    }

    @Test
    void aLockThatThisUserCannotWriteIsToldInWordsOfOurs() throws Exception {
        anEditAndABuildThat("cat built.jar > cli/target/headroom.jar");
        Files.createDirectories(home.resolve(".headroom/lock")); // root may write any file, but no folder

        Ended ended = launch(java(System.getProperty("java.home")), "list");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.errors())
                .startsWith("headroom: Headroom has to be built")
                .contains("this user cannot write to " + home.toRealPath().resolve(".headroom"))
                .hasLineCount(1);
    }

    @Test
    void aCheckoutOfSomebodyElseIsToldInWordsOfOurs() throws Exception {
        anEditAndABuildThat("cat built.jar > cli/target/headroom.jar");
        Path state = home.resolve(".headroom");
        Set<PosixFilePermission> writable = Files.getPosixFilePermissions(state);
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assumeFalse(Files.isWritable(state), "root may write everywhere");

            Ended ended = launch(java(System.getProperty("java.home")), "list");

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.errors())
                    .startsWith("headroom: Headroom has to be built")
                    .hasLineCount(1);
        } finally {
            Files.setPosixFilePermissions(state, writable);
        }
    }

    @Test
    void whoWaitsForTheBuildOfAnotherIsToldSo() throws Exception {
        assumeTrue(isThere("flock"));
        anEditAndABuildThat("cat built.jar > cli/target/headroom.jar");
        Path waiting = home.resolve("waiting");
        Process other = new ProcessBuilder(
                        "flock", home.resolve(".headroom/lock").toString(), "sh", "-c", "echo held; read end")
                .start();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("held");
            Process process = new ProcessBuilder("sh", home.resolve("headroom").toString(), "list")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();

            assertThat(process.errorReader().readLine())
                    .startsWith("headroom: waiting for another process, which builds Headroom");
            other.getOutputStream().close();
            assertThat(process.errorReader().lines()).anyMatch(line -> line.startsWith("Built in"));
            assertThat(process.waitFor()).isZero();
        } finally {
            other.destroy();
        }
    }

    @Tag("nightly")
    @Test
    void aSourceDatedInTheFutureIsBuiltOnceAndHidesNoEdit() throws Exception {
        anEditAndABuildThat("cat built.jar > cli/target/headroom.jar");
        Path ahead = home.resolve("pom.xml");
        Path source = Files.writeString(
                Files.createDirectories(home.resolve("cli/src/main")).resolve("A.java"), "");
        datedInTheFuture(ahead);

        assertThat(builds()).isTrue();
        assertThat(builds()).isFalse();
        Files.writeString(source, "class A {}");
        assertThat(builds()).as("another file edited").isTrue();
        assertThat(builds()).isFalse();
        Files.writeString(ahead, "<project/>");
        datedInTheFuture(ahead);
        assertThat(builds()).as("the same file edited").isTrue();
    }

    @Test
    void aBuildThatFailsIsNotTakenForDoneWhereASourceIsDatedInTheFuture() throws Exception {
        anEditAndABuildThat("cat built.jar > cli/target/headroom.jar; exit 1");
        datedInTheFuture(home.resolve("pom.xml"));

        assertThat(launch(java(System.getProperty("java.home")), "list").errors())
                .contains("the build failed");
        assertThat(launch(java(System.getProperty("java.home")), "list").errors())
                .contains("the build failed");
    }

    @Tag("nightly")
    @Test
    void aBuildOfTrialsThatFailsIsNotTakenForDoneAfterOneWithoutThem() throws Exception {
        anEditAndABuildThat("case $* in *,!trials*) cat built.jar > cli/target/headroom.jar;; *) exit 1;; esac");
        Files.createFile(Files.createDirectories(home.resolve("trials/target")).resolve("trials.jar"));
        Path source = Files.createDirectories(home.resolve("trials/src/main")).resolve("A.java");
        Files.createFile(source);
        datedInTheFuture(source);

        assertThat(launch(java(System.getProperty("java.home")), "trials").errors())
                .contains("the build failed");
        assertThat(builds()).isTrue();
        assertThat(launch(java(System.getProperty("java.home")), "trials").errors())
                .contains("the build failed");
    }

    @Test
    void anEditIsBuiltWhereNoChecksumCanBeMade() throws Exception {
        anEditAndABuildThat("cat built.jar > cli/target/headroom.jar");
        Path tools = tools();
        Files.delete(tools.resolve("cksum"));

        Ended ended = launch(Map.of("JAVA_HOME", System.getProperty("java.home"), "PATH", tools.toString()), "list");

        assertThat(ended.errors()).contains("Built in");
        assertThat(ended.out()).isEqualTo("[list] -\n");
    }

    private boolean builds() throws Exception {
        Ended ended = launch(java(System.getProperty("java.home")), "list");
        assertThat(ended.out()).as(ended.errors()).isEqualTo("[list] -\n");
        return ended.errors().contains("Built in");
    }

    private static void datedInTheFuture(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plus(Duration.ofDays(1))));
    }

    private static FileTime before() {
        return FileTime.from(Instant.now().minusSeconds(60));
    }

    private static boolean isThere(String tool) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }

    /** Sources that are newer than what was built. */
    private void anEditAndABuildThat(String builds) throws IOException {
        Files.copy(home.resolve("cli/target/headroom.jar"), home.resolve("built.jar"));
        Path maven = Files.writeString(home.resolve("mvnw"), "#!/bin/sh\n" + builds + "\n");
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwx------"));
        Path stamp = home.resolve(".headroom/built");
        Files.setLastModifiedTime(stamp, before());
        Files.writeString(home.resolve("pom.xml"), "");
    }

    /** A folder for the path. */
    private Path tools() throws IOException {
        Path tools = Files.createDirectories(home.resolve("tools"));
        for (String tool : TOOLS) {
            Files.createSymbolicLink(tools.resolve(tool), where(tool));
        }
        return tools;
    }

    private static Path where(String tool) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    /** A folder that has this JDK where SDKMAN has those that it installed. */
    private String sdkman() throws IOException {
        Path java = Files.createDirectories(home.resolve("candidates/java"));
        Files.createSymbolicLink(java.resolve("this"), Path.of(System.getProperty("java.home")));
        return home.toString();
    }
}
