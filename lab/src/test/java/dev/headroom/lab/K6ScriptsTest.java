package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Program;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.experiment.Mixes;
import dev.headroom.load.LoadEngine;
import dev.headroom.load.users.Population;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is handed to the tools where k6 is to put a load. */
class K6ScriptsTest {

    @TempDir
    Path folder;

    private final List<Load> started = new ArrayList<>();

    @Test
    void theLoadAndASingleUserAreScriptsAmongTheResults() throws Exception {
        Experiment experiment = experiment(", engine: k6, abort: { errors: 50%, within: 5s }");
        Load load = experiment.loadOf(experiment.variants().getFirst());
        start(experiment, load.withoutWarmUp());
        start(
                experiment,
                load.byUsers(1, Duration.ofSeconds(3), Duration.ofSeconds(1)).orElseThrow());

        assertThat(started).allSatisfy(one -> {
            Load.Tool tool = (Load.Tool) one;
            assertThat(tool.program()).isInstanceOf(Program.K6.class);
            assertThat(tool.canBeChanged()).isFalse(); // else another script would be put around it
        });
        assertThat(((Load.Tool) started.get(0)).length()).contains(Duration.ofSeconds(4));
        Path script = folder.resolve("results/script.js");
        assertThat(script)
                .content()
                .contains("constant-arrival-rate", "/users/${")
                .doesNotContain("abortOnFail");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(script)))
                .isEqualTo("rw-------");
        assertThat(folder.resolve("results/few-users/script.js")).content().contains("constant-vus", "vus: 1");
    }

    @Test
    void withoutAnEngineNothingChanges() throws Exception {
        Experiment experiment = experiment(", engine: headroom");
        Load load = experiment.loadOf(experiment.variants().getFirst());
        start(experiment, load);

        assertThat(started).containsExactly(load);
        assertThat(folder.resolve("results")).doesNotExist();
    }

    private void start(Experiment experiment, Load load) throws Exception {
        Variant variant = experiment.variants().getFirst();
        Mix mix = Mixes.of(variant, URI.create("http://127.0.0.1:1"));
        LoadEngine seen = (sent, given, population) -> {
            started.add(given);
            throw new IllegalStateException("seen");
        };
        if (load.byTool()) {
            Files.createDirectories(folder.resolve("results"));
        }
        try {
            new K6Scripts(seen, experiment.loadOf(variant), folder.resolve("results"))
                    .start(mix, load, new Population(mix.visitors()));
        } catch (IllegalStateException e) {
            // it was seen
        }
    }

    private Experiment experiment(String more) throws Exception {
        Files.createFile(folder.resolve("a.jar"));
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, """
                name: shop
                services: { shop: { jar: a.jar, port: 0 } }
                watch: shop
                load: { open: { rate: 5/s, for: 4s }, warm-up: { users: 1, for: 1s }%s }
                data: { ids: { range: 1..9 } }
                variants: { today: { request: "GET /users/${ids}" } }
                """.formatted(more));
        return ExperimentFile.read(file);
    }
}
