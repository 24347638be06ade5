package dev.headroom.lab.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Experiment;
import dev.headroom.lab.experiment.ExperimentFile;
import java.nio.file.Files;
import java.nio.file.Path;
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
                        "--server.port=8888",
                        "--home=${HOME}",
                        "--pool=8",
                        "--url=http://127.0.0.1:4711");
        assertThat(all.get(1).log()).isEqualTo(folder.resolve("users.log"));
        assertThat(launches.settings(experiment.watched())).containsEntry("pool", "8");
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
}
