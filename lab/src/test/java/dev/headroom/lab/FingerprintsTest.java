package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.store.MadeOf;
import dev.headroom.lab.store.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintsTest {

    @TempDir
    Path folder;

    private MadeOf now(String load) throws Exception {
        return now(load, "{ page: { range: 1..20 } }", "request: GET /a");
    }

    private MadeOf now(String load, String data, String requests) throws Exception {
        Path file = Files.writeString(folder.resolve("shop.yaml"), """
                name: shop
                services:
                  shop: { main: Shop, class-path: [classes, "lib/*.jar"], port: 0 }
                watch: shop
                load: { %s }
                data: %s
                variants: { today: { %s } }
                """.formatted(load, data, requests));
        return now(ExperimentFile.read(file), Way.AGENT, Effort.USUAL);
    }

    private MadeOf now(Experiment experiment, Way by, Effort prove) {
        Variant variant = experiment.variants().getFirst();
        RunOptions options = new RunOptions(
                List.of(), true, folder, by, Optional.empty(), "", prove, 1, List.of(), false, Guest.UNTOUCHED);
        return new Fingerprints().of(experiment, variant, experiment.loadOf(variant), options);
    }

    private Path write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }

    @Test
    void whatRunsIsToldByWhatIsInIt() throws Exception {
        write("classes/Shop.class", "one");
        write("lib/a.jar", "one");
        write("plan.jmx", "<jmeterTestPlan/>");
        String load = "jmeter: plan.jmx";
        MadeOf before = now(load);
        assertThat(before.differences(now(load))).isEmpty();
        assertThat(before.files()).hasSize(3);

        write("classes/Shop.class", "two");
        assertThat(before.differences(now(load))).containsExactly("classes");
        write("classes/results/shop/run.json", "what a run has left");
        write("plan.jmx", "<jmeterTestPlan></jmeterTestPlan>");
        write("lib/b.jar", "one");
        assertThat(before.differences(now(load))).containsExactly("classes", "b.jar", "plan.jmx");
    }

    @Test
    void soIsWhatIsSent() throws Exception {
        write("classes/Shop.class", "one");
        write("lib/a.jar", "one");
        write("ids.csv", "id\n1\n");
        write("login.json", "{}");
        write("order.json", "{}");
        String load = "open: { rate: 1/s, for: 1s }";
        String data = "{ ids: { csv: ids.csv } }";
        String requests = """
                login: [{ name: login, request: POST /login, body-file: login.json }], \
                requests: { order: { request: POST /a, body-file: order.json }, view: { request: "GET /a/${ids.id}" } }\
                """;
        MadeOf before = now(load, data, requests);
        assertThat(before.differences(now(load, data, requests))).isEmpty();

        write("ids.csv", "id\n2\n");
        assertThat(before.differences(now(load, data, requests))).containsExactly("ids.csv");
        write("login.json", "[]");
        write("order.json", "[]");
        assertThat(before.differences(now(load, data, requests)))
                .containsExactly("ids.csv", "login.json", "order.json");
    }

    @Test
    void soIsHowItIsWatchedAndProvedWhereThatWasKept() throws Exception {
        write("classes/Shop.class", "one");
        write("lib/a.jar", "one");
        now("open: { rate: 1/s, for: 1s }");
        Experiment experiment = ExperimentFile.read(folder.resolve("shop.yaml"));
        MadeOf before = now(experiment, Way.DUMP, Effort.USUAL);

        assertThat(before.differences(now(experiment, Way.AGENT, Effort.USUAL))).containsExactly("--by");
        assertThat(before.differences(now(experiment, Way.DUMP, Effort.THOROUGH)))
                .containsExactly("--prove");
        MadeOf older = new MadeOf(before.services(), before.watch(), before.files(), Map.of());
        assertThat(older.differences(now(experiment, Way.AGENT, Effort.NONE))).isEmpty();
    }

    @Test
    void itIsReadAsItWasWritten() throws Exception {
        write("classes/Shop.class", "one");
        write("lib/a.jar", "one");
        MadeOf madeOf = now("open: { rate: 1/s, for: 1s }");
        ResultsFolder results = new ResultsFolder(folder);
        assertThat(results.madeOf("today")).isEmpty();

        ResultsFolder.keep(madeOf, results.start("today"));

        assertThat(results.madeOf("today")).contains(madeOf);
    }
}
