package dev.headroom.dist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.dist.Folder.Ended;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TakeAwayIT {
    private static final Path MADE = Path.of("target").toAbsolutePath();
    private static final String IMAGE = "headroom-linux-x64";
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    Path empty;

    private Folder folder;

    @BeforeEach
    void anEmptyFolderAndNoJdkOnThePath() throws Exception {
        folder = Folder.in(empty);
        assertThat(folder.run("sh", "-c", "command -v java || echo none").output())
                .isEqualTo("none\n");
    }

    @Test
    void theImageRunsAnExperimentWithoutAnyJdk() throws Exception {
        String headroom = unpacked().resolve("bin/headroom").toString();
        Ended version = folder.run(headroom, "--version");
        assertThat(version.output()).matches("headroom \\d.*\\nJava 25.*\\n");
        assertThat(version.exitCode()).isZero();
        assertThat(unpacked("docs/safety.md")).isNotEmptyFile();

        Ended run = folder.run(headroom, "run", experiment().toString());

        assertThat(run).matches(TakeAwayIT::toldAll);
        assertThat(run.output()).doesNotContain("WARNING", "SLF4J");
        Path results = empty.resolve("results/tiny/latest");
        assertThat(results.resolve("report.html")).isNotEmptyFile();
        assertThat(results.resolve("plain/run.json"))
                .content()
                .contains(unpacked("bin/java").toString(), "\"mode\" : \"agent\"");
    }

    @Test
    void theJarIsOneFileAndRunsAnExperiment() throws Exception {
        Path jar = Files.copy(MADE.resolve("headroom.jar"), empty.resolve("headroom.jar"));
        try (JarFile opened = new JarFile(jar.toFile())) {
            assertThat(opened.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH))
                    .isNull();
            assertThat(opened.stream().map(JarEntry::getName))
                    .contains(
                            "META-INF/LICENSE",
                            "META-INF/LICENSE.txt",
                            "META-INF/THIRD-PARTY",
                            "dev/headroom/probe/headroom-agent.jar");
        }

        Ended run = folder.run(JAVA, "-jar", jar.toString(), "run", experiment().toString());

        assertThat(run).matches(TakeAwayIT::toldAll);
        assertThat(run.output()).doesNotContain("WARNING", "SLF4J");
        assertThat(empty.resolve("results/tiny/latest/report.html")).isNotEmptyFile();
    }

    /** A machine that stands still for a moment holds the load up, and that is told as well. */
    private static boolean toldAll(Ended run) {
        return run.exitCode() == 0 || run.output().replaceAll("\\s+", " ").contains("load generator was the limit");
    }

    @Test
    void whatIsPublishedIsWhatTheChecksumsSay() throws Exception {
        List<String> lines = Files.readAllLines(MADE.resolve("SHA256SUMS"));
        assertThat(lines).hasSize(4);
        for (String line : lines) {
            String[] parts = line.split(" +", 2);
            assertThat(sha256(MADE.resolve(parts[1]))).as(parts[1]).isEqualTo(parts[0]);
        }
        assertThat(lines).anyMatch(line -> line.endsWith(" " + IMAGE + ".tar.gz"));
    }

    @Test
    void nobodyElseMayWriteToTheImage() throws Exception {
        try (Stream<Path> files = Files.walk(unpacked())) {
            for (Path file : files.toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(file.toString())
                        .matches("r..r-.r-.|rw.r-.r-.");
            }
        }
    }

    private Path unpacked(String... file) throws Exception {
        if (!Files.exists(empty.resolve(IMAGE))) {
            Process tar = new ProcessBuilder(
                            "tar", "xzf", MADE.resolve(IMAGE + ".tar.gz").toString())
                    .directory(empty.toFile())
                    .inheritIO()
                    .start();
            assertThat(tar.waitFor()).isZero();
        }
        return Path.of(empty.resolve(IMAGE).toString(), file);
    }

    private Path experiment() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Tiny.class.getName());
        String name = Tiny.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(empty.resolve("tiny.jar"));
                JarOutputStream jar = new JarOutputStream(file, manifest);
                InputStream code = Objects.requireNonNull(Tiny.class.getResourceAsStream("/" + name))) {
            jar.putNextEntry(new JarEntry(name));
            code.transferTo(jar);
        }
        return Files.writeString(empty.resolve("tiny.yaml"), """
                name: tiny
                services:
                  tiny: { jar: tiny.jar, port: 0, args: ["${tiny.port}"] }
                watch: tiny
                load:
                  open: { rate: 20/s, for: 3s }
                  warm-up: { users: 1, for: 1s }
                variants:
                  plain: { request: GET / }
                """);
    }

    private static String sha256(Path file) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (InputStream in = Files.newInputStream(file)) {
            byte[] part = new byte[1 << 16];
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                digest.update(part, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
