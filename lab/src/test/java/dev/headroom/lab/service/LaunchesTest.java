package dev.headroom.lab.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Ready;
import dev.headroom.lab.experiment.ExperimentFile;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchesTest {

    @TempDir
    Path folder;

    @Test
    void aVariantIsLaidOverTheWatchedServiceAndPortsAreFilledIn() throws Exception {
        Files.createFile(folder.resolve("a.jar"));
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, """
                name: users
                services:
                  metadata: { jar: a.jar, port: 0, settings: { delay: 330ms } }
                  users:
                    jar: a.jar
                    port: 8888
                    processors: 8
                    settings: { url: "http://127.0.0.1:${metadata.port}", pool: 200, home: "${HOME}" }
                    jvm: ["-Dport=${users.port}"]
                watch: users
                load: { open: { rate: 1/s, for: 1s } }
                variants:
                  small: { request: GET /, settings: { pool: 8 }, jvm: [-Xmx64m] }
                """);
        Experiment experiment = ExperimentFile.read(file);
        Launches launches =
                new Launches(experiment, experiment.variants().getFirst(), Map.of("metadata", 4711, "users", 8888));

        List<Launch> all = launches.in(folder, service -> List.of("-javaagent:for-" + service.name()));

        String jar = folder.resolve("a.jar").toString();
        assertThat(all.get(0).command().subList(1, all.get(0).command().size()))
                .containsExactly("-javaagent:for-metadata", "-jar", jar, "--server.port=4711", "--delay=330ms");
        assertThat(all.get(1).command().subList(1, all.get(1).command().size()))
                .containsExactly(
                        "-XX:ActiveProcessorCount=8",
                        "-Dport=8888",
                        "-Xmx64m",
                        "-javaagent:for-users",
                        "-jar",
                        jar,
                        "--home=${HOME}",
                        "--pool=8",
                        "--url=http://127.0.0.1:4711");
        assertThat(all.get(1).log()).isEqualTo(folder.resolve("users.log"));
        assertThat(launches.settings())
                .containsEntry("pool", "8")
                .containsEntry("url", "http://127.0.0.1:${metadata.port}");
    }

    @Test
    void aVariantWithAJarOfItsOwnRunsItInPlaceOfThatOfTheWatchedServiceOnly() throws Exception {
        Files.createFile(folder.resolve("a.jar"));
        Files.createFile(folder.resolve("peer.jar"));
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, """
                name: users
                services:
                  metadata: { jar: a.jar, port: 4711 }
                  users: { jar: a.jar, port: 8888, processors: 8, settings: { pool: 200 } }
                watch: users
                load: { open: { rate: 1/s, for: 1s } }
                variants:
                  ours: { request: GET / }
                  peer: { request: GET /, jar: peer.jar, settings: { loops: 8 } }
                """);
        Experiment experiment = ExperimentFile.read(file);
        Map<String, Integer> ports = Map.of("metadata", 4711, "users", 8888);

        List<Launch> ours =
                new Launches(experiment, experiment.variants().get(0), ports).in(folder, service -> List.of());
        List<Launch> peer =
                new Launches(experiment, experiment.variants().get(1), ports).in(folder, service -> List.of());

        String jar = folder.resolve("a.jar").toString();
        assertThat(ours).allSatisfy(launch -> assertThat(launch.command()).contains(jar));
        assertThat(peer.get(0).command()).isEqualTo(ours.get(0).command());
        assertThat(peer.get(1).command().subList(1, peer.get(1).command().size()))
                .containsExactly(
                        "-XX:ActiveProcessorCount=8",
                        "-jar",
                        folder.resolve("peer.jar").toString(),
                        "--server.port=8888",
                        "--loops=8",
                        "--pool=200");
    }

    @Test
    void aMainClassRunsFromItsClassPathAndGetsSettingsThenArguments() throws Exception {
        Files.createDirectories(folder.resolve("lib/old"));
        Files.createDirectories(folder.resolve("classes"));
        for (String file : List.of("lib/b.jar", "lib/a.jar", "lib/notes.txt", "lib/old/c.jar")) {
            Files.createFile(folder.resolve(file));
        }
        Launch launch = launch("""
                  shop:
                    main: com.example.Shop
                    class-path: [classes, "lib/*.jar"]
                    port: 0
                    settings: { pool: 8 }
                    args: [serve, 1.10]
                    env: { MODE: fast, HOME_PORT: "${shop.port}0" }
                """, "  slow: { request: GET /, args: [--slow], env: { MODE: slow } }");

        assertThat(launch.command().subList(1, launch.command().size()))
                .containsExactly(
                        "-javaagent:x",
                        "-cp",
                        String.join(
                                File.pathSeparator,
                                folder.resolve("classes").toString(),
                                folder.resolve("lib/a.jar").toString(),
                                folder.resolve("lib/b.jar").toString()),
                        "com.example.Shop",
                        "--pool=8",
                        "serve",
                        "1.10",
                        "--slow");
        assertThat(launch.environment()).isEqualTo(Map.of("MODE", "slow", "HOME_PORT", "47110"));
        assertThat(launch.address()).contains(URI.create("http://127.0.0.1:4711"));
    }

    @Test
    void whereTheServiceIsToldItsPortNoServerPortIsAdded() throws Exception {
        Files.createFile(folder.resolve("a.jar"));

        assertThat(launch("  shop: { jar: a.jar, port: 0 }", "  a: { request: GET / }")
                        .command())
                .contains("--server.port=4711");
        assertThat(launch(
                                "  shop: { jar: a.jar, port: 0, args: [--port, \"${shop.port}\"] }",
                                "  a: { request: GET / }")
                        .command())
                .containsSequence("--port", "4711")
                .noneMatch(word -> word.startsWith("--server.port"));
        assertThat(launch("  shop: { jar: a.jar, port: 0 }", "  a: { request: GET /, env: { PORT: \"${shop.port}\" } }")
                        .command())
                .noneMatch(word -> word.startsWith("--server.port"));
    }

    @Test
    void aCommandGetsItsArgumentsAndItsJvmTheOptionsByTheEnvironment() throws Exception {
        Path script = executable("bin/start.sh");
        Launch launch = launch("""
                  shop:
                    command: bin/start.sh --port ${shop.port} 'two words'
                    port: 0
                    scheme: https
                    host: localhost
                    processors: 2
                    jvm: [-Xmx64m, "-Dname=two words"]
                    args: ["${basedir}/conf"]
                    env: { JAVA_TOOL_OPTIONS: -Downs=1 }
                    ready: { command: [sh, "http://localhost:${shop.port}"] }
                    ready-within: 5s
                """, "  a: { request: GET / }");

        assertThat(launch.command())
                .containsExactly(script.toString(), "--port", "4711", "two words", folder + "/conf");
        assertThat(launch.environment())
                .isEqualTo(Map.of(
                        "JAVA_TOOL_OPTIONS",
                        "-Downs=1 -XX:ActiveProcessorCount=2 -Xmx64m \"-Dname=two words\" -javaagent:x"));
        assertThat(launch.address()).contains(URI.create("https://localhost:4711"));
        assertThat(launch.ready()).isEqualTo(new Ready.Command(List.of("sh", "http://localhost:4711")));
        assertThat(launch.readyWithin()).isEqualTo(Duration.ofSeconds(5));
        assertThat(launch.jvm()).isFalse();
    }

    @Test
    void aCommandFindsTheJdkThatIsAskedForFirst() throws Exception {
        Path java = executable("jdk/bin/java");
        Launch launch = launch("  shop: { command: [java, Shop.java], port: 1, jdk: jdk }", "  a: { request: GET / }");

        assertThat(launch.command()).containsExactly(java.toString(), "Shop.java");
        assertThat(launch.environment())
                .containsEntry("JAVA_HOME", folder.resolve("jdk").toString())
                .hasEntrySatisfying(
                        "PATH", path -> assertThat(path).startsWith(folder.resolve("jdk/bin") + File.pathSeparator));
        assertThat(launch("  shop: { main: Shop, class-path: [jdk], port: 1, jdk: jdk }", "  a: { request: GET / }")
                        .command())
                .startsWith(java.toString());
    }

    @Test
    void aVariantMayRunACommandInPlaceOfAJar() throws Exception {
        Files.createFile(folder.resolve("a.jar"));
        Path script = executable("start.sh");

        assertThat(launch(
                                "  shop: { jar: a.jar, port: 80 }",
                                "  a: { request: GET /, command: [./start.sh, \"${shop.port}\"] }")
                        .command())
                .containsExactly(script.toString(), "4711");
    }

    private Path executable(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    /** Of the service shop on port 4711 under the only variant. */
    private Launch launch(String service, String variant) throws Exception {
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, """
                name: shop
                services:
                %s
                watch: shop
                load: { open: { rate: 1/s, for: 1s } }
                variants:
                %s
                """.formatted(service.stripTrailing(), variant));
        Experiment experiment = ExperimentFile.read(file);
        return new Launches(experiment, experiment.variants().getFirst(), Map.of("shop", 4711))
                .in(folder, watched -> List.of("-javaagent:x"))
                .getFirst();
    }
}
