package dev.headroom.lab.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.store.ShardsFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written for the k6 operator, held against its schema; no cluster has seen it. */
class ClusterFilesTest {

    private static final Path CRD = Path.of("src/test/resources/k6-operator/testruns.yaml");

    @TempDir
    private Path folder;

    private Path written;

    @BeforeEach
    void write() throws Exception {
        written = folder.resolve("cluster");
        Files.writeString(folder.resolve("ids.csv"), "id\n1\n2\n");
        write("data: { item: { csv: ids.csv } }\nexpect: { p95: <300ms }\n");
    }

    @Test
    void theTestRunIsOneOfTheOperators() throws IOException {
        Map<?, ?> testRun = yaml("testrun.yaml").getFirst();
        assertThat(CrdSchema.read(CRD).mistakes(testRun)).isEmpty();
        Map<?, ?> spec = (Map<?, ?>) testRun.get("spec");
        assertThat(spec.get("parallelism")).isEqualTo(4);
        assertThat(spec.get("arguments"))
                .asString()
                .contains("--out csv=/results/$(SHARD).csv", "--env BASE_URL=http://shop:8080", "--no-usage-report")
                .doesNotContain("--paused", "--address", "--execution-segment");
    }

    @Test
    void theSchemaFindsMistakes() throws IOException {
        String text = Files.readString(written.resolve("testrun.yaml"));
        CrdSchema schema = CrdSchema.read(CRD);
        assertThat(schema.mistakes(CrdSchema.documents(text.replace("parallelism: 4", "paralelism: 4"))
                        .getFirst()))
                .containsExactly("/spec/parallelism is missing", "/spec/paralelism is no field");
        assertThat(schema.mistakes(CrdSchema.documents(text.replace("parallelism: 4", "parallelism: four"))
                        .getFirst()))
                .containsExactly("/spec/parallelism is no integer: four");
        assertThat(schema.mistakes(
                        CrdSchema.documents(text.replace("fieldPath:", "path:")).getFirst()))
                .isNotEmpty();
    }

    /** By the label that its job gives to each pod: runners that share one file write into each other's lines. */
    @Test
    void eachRunnerWritesAFileOfItsOwn() throws IOException {
        Map<?, ?> spec = (Map<?, ?>) yaml("testrun.yaml").getFirst().get("spec");
        assertThat(((Map<?, ?>) spec.get("runner")).get("env"))
                .asString()
                .contains(
                        "name=SHARD",
                        "fieldPath=metadata.labels['job-name']",
                        "name=K6_CSV_TIME_FORMAT, value=unix_micro");
    }

    @Test
    void scriptAndValuesAreInTheConfigMapThatTheTestRunNames() throws IOException {
        Map<?, ?> configMap = yaml("script.yaml").getFirst();
        Map<?, ?> data = (Map<?, ?>) configMap.get("data");
        assertThat(((Map<?, ?>) configMap.get("metadata")).get("name")).isEqualTo("my-shop-script");
        assertThat(data.get("script.js"))
                .asString()
                .contains("`${BASE}/items/${part(v.rows.item.id)}`")
                .endsWith("}\n");
        assertThat(data.get("item.json")).isEqualTo("[{\"id\":\"1\"},{\"id\":\"2\"}]\n");
        assertThat(Files.readString(written.resolve("testrun.yaml")))
                .contains("name: my-shop-script", "file: script.js");
    }

    @Test
    void theObservationStandsBesideEachPodOfTheService() throws Exception {
        Map<?, ?> patch = yaml("observe.yaml").getFirst();
        assertThat(patch.toString())
                .contains("shareProcessNamespace=true", "image=registry/headroom:1", "runAsUser=1000");
        Process check =
                new ProcessBuilder("sh", "-n", written.resolve("observe.sh").toString()).start();
        assertThat(check.waitFor()).isZero();
        assertThat(yaml("results.yaml")).hasSize(2).first().asString().contains("ReadWriteMany");
    }

    /** Three pods: one is observed, one is observed and its verdict is unknown (exit code 3), of one nothing comes. */
    @Test
    void thePodThatWasNotObservedIsNamedAndLeavesNoFile(@TempDir Path bin) throws Exception {
        Path kubectl = Files.writeString(bin.resolve("kubectl"), """
                #!/bin/sh
                case "$*" in
                  "get pods --selector app=shop --output name") printf 'pod/a\\npod/b\\npod/c\\n' ;;
                  "exec pod/a --container headroom -- headroom diagnose --for 30s --json") echo '{}' ;;
                  "exec pod/b --container headroom -- headroom diagnose --for 30s --json") echo '{}'; exit 3 ;;
                  "exec pod/a --container headroom -- headroom diagnose 8080 --for 30s --json") echo '{}' ;;
                  *) exit 1 ;;
                esac
                """);
        assertThat(kubectl.toFile().setExecutable(true)).isTrue();

        assertThat(observe(bin, "app=shop")).containsExactly("pod/c was not observed: exit code 1", "exit 1");
        assertThat(written.resolve("observations").toFile().list()).containsExactlyInAnyOrder("a.json", "b.json");
        assertThat(observe(bin, "app=shop", "8080"))
                .containsExactlyInAnyOrder(
                        "pod/b was not observed: exit code 1", "pod/c was not observed: exit code 1", "exit 1");
    }

    private List<String> observe(Path bin, String... arguments) throws Exception {
        ProcessBuilder script = new ProcessBuilder(Stream.concat(
                                Stream.of("sh", written.resolve("observe.sh").toString()), Stream.of(arguments))
                        .toList())
                .redirectErrorStream(true);
        script.environment().merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
        Process process = script.start();
        List<String> said = new ArrayList<>(process.inputReader().lines().toList());
        said.add("exit " + process.waitFor());
        return said;
    }

    @Test
    void whatAMergeHasToKnowIsBesideThem() throws IOException {
        ShardsFile about = ShardsFile.read(written);
        assertThat(about.facts().shards()).isEqualTo(4);
        assertThat(about.expected().bounds()).hasSize(1);
        assertThat(about.facts().iterations()).isZero();
    }

    @Test
    void whatIsInTheFolderAlreadyStays() {
        assertThatThrownBy(() -> write("data: { item: { csv: ids.csv } }\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not empty");
    }

    @Test
    void valuesThatDoNotFitIntoAConfigMapAreRefused() throws IOException {
        Files.writeString(folder.resolve("ids.csv"), "id\n" + "1234567890\n".repeat(60_000));
        written = folder.resolve("another");
        assertThatThrownBy(() -> write("data: { item: { csv: ids.csv } }\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a ConfigMap holds 1024");
    }

    private void write(String more) throws Exception {
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, """
                name: my.shop
                services: { shop: { command: [sleep, "60"], port: 8080 } }
                watch: shop
                load: { open: { rate: 100/s, for: 60s } }
                variants:
                  today: { request: "GET /items/${item.id}" }
                """ + more);
        Experiment experiment = ExperimentFile.read(file);
        ClusterFiles.write(
                experiment,
                experiment.variants().getFirst(),
                URI.create("http://shop:8080"),
                "registry/headroom:1",
                4,
                written);
    }

    private List<Map<?, ?>> yaml(String name) throws IOException {
        return CrdSchema.documents(Files.readString(written.resolve(name)));
    }
}
