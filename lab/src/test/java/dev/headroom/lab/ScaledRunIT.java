package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.headroom.core.model.experiment.Expectations.Outcome;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.lab.store.ShardsFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Services and generators as they are, but for k6: in its place a script of Python that obeys the same command line. */
class ScaledRunIT extends RealServices {

    @Test
    void shardsPutTheLoadOnTheServicesOfTheExperimentAndTheirSumIsStored() throws Exception {
        Experiment experiment =
                experiment("2s", "  plain: { request: GET /a, load: { open: { rate: 20/s, for: 2s } } }\n");
        List<String> told = new ArrayList<>();
        Path variant = out.resolve(experiment.name() + "-shards/latest/plain");
        ScaledRun.Done done = new ScaledRun(PythonK6.in(folder).toString(), new BlindWatching(), line -> {
                    told.add(line);
                    write(variant.resolve("audit.csv"), "who,when\n"); // as a service may
                })
                .run(experiment, experiment.variants().getFirst(), 2, out);
        assertThat(done.merged().load().voids())
                .as("but what is the machine's doing")
                .allMatch(why -> why.contains("is late: it began") || why.contains("ended early"));
        assertThat(done.merged().load().result().requests()).isEqualTo(40);
        assertThat(done.merged().about().facts().engine()).isEqualTo("k6 2.2.0, 2 shards");
        assertThat(done.notes()).isNotEmpty();
        assertThat(told).anySatisfy(line -> assertThat(line).startsWith("2 k6 have begun"));
        assertThat(done.folder()).isDirectoryContaining("glob:**/shard-2.csv");
        assertThat(done.folder().resolveSibling("script.js")).exists();
        assertThat(ShardsFile.read(done.folder()).facts().troubles()).isEmpty();
    }

    @Test
    @Tag("nightly")
    void theThresholdsOfAUsersScriptAreHeldAgainstTheSum() throws Exception {
        Files.writeString(folder.resolve("mine.js"), """
                const BASE = __ENV.BASE_URL;
                export const options = {
                  thresholds: {"http_reqs": ["count==40"], "http_req_duration": ["max<0.001"], "http_req_duration{name:a}": ["p(95)<500"]},
                  scenarios: { load: { executor: 'constant-arrival-rate', rate: 20, timeUnit: '1s', duration: '2s' } },
                };
                export default function () { http.get(`${BASE}/a`); }
                """);
        Experiment experiment = experiment("2s", "  plain: { load: { k6: mine.js } }\n");
        ScaledRun.Done done = new ScaledRun(PythonK6.in(folder).toString(), new BlindWatching(), line -> {})
                .run(experiment, experiment.variants().getFirst(), 2, out);

        assertThat(done.merged().load().voids())
                .as("but what is the machine's doing")
                .allMatch(why -> why.contains("is late: it began") || why.contains("ended early"));
        assertThat(done.merged().expectations())
                .extracting(Outcome::name, Outcome::met)
                .containsExactly(tuple("http_req_duration max", false), tuple("http_reqs count", true));
        assertThat(done.merged().load().thresholds().notHeld()).containsExactly("http_req_duration{name:a}: p(95)<500");
        assertThat(done.folder()).isDirectoryContaining("glob:**/shard-2.csv");
    }

    @Test
    @Tag("nightly")
    void aShardThatDoesNotStartEndsTheRunAndLeavesNothingBehind() throws Exception {
        Experiment experiment = experiment("2s", "  plain: { request: GET /a }\n");
        Path broken = program(
                "#!/bin/sh\n[ \"$1\" = version ] && echo 'k6 v2.2.0 (x)' && exit 0\necho 'bad option'; exit 104\n");
        assertThatThrownBy(() -> new ScaledRun(broken.toString(), new BlindWatching(), line -> {})
                        .run(experiment, experiment.variants().getFirst(), 2, out))
                .hasMessageContaining("shard 1: the options of the script are not valid")
                .hasMessageContaining("bad option");
        assertThat(ShardsFile.read(out.resolve(experiment.name() + "-shards/latest/plain/parts"))
                        .facts()
                        .troubles())
                .containsExactly("it was broken off");
        assertThat(ProcessHandle.current().descendants()).noneMatch(ProcessHandle::isAlive);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path program(String text) throws Exception {
        return PythonK6.program(folder, text);
    }
}
