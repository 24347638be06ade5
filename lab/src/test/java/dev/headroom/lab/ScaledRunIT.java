package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.lab.store.ShardsFile;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Services and generators as they are, but for k6: in its place a script of Python that obeys the same command line. */
class ScaledRunIT extends RealServices {

    @Test
    void shardsPutTheLoadOnTheServicesOfTheExperimentAndTheirSumIsStored() throws Exception {
        Experiment experiment =
                experiment("2s", "  plain: { request: GET /a, load: { open: { rate: 20/s, for: 2s } } }\n");
        List<String> told = new ArrayList<>();
        ScaledRun.Done done = new ScaledRun(fake(), new BlindWatching(), told::add)
                .run(experiment, experiment.variants().getFirst(), 2, out);
        assertThat(done.merged().load().voids()).isEmpty();
        assertThat(done.merged().load().result().requests()).isEqualTo(40);
        assertThat(done.merged().about().engine()).isEqualTo("k6 2.2.0, 2 shards");
        assertThat(done.notes()).isNotEmpty();
        assertThat(told).anySatisfy(line -> assertThat(line).startsWith("2 k6 have begun"));
        assertThat(done.folder())
                .isDirectoryContaining("glob:**/script.js")
                .isDirectoryContaining("glob:**/shard-2.csv");
        assertThat(ShardsFile.read(done.folder()).troubles()).isEmpty();
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
        assertThat(ProcessHandle.current().descendants()).noneMatch(ProcessHandle::isAlive);
    }

    private String fake() throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, "python3"))),
                "no Python on the path: nothing stands in for k6");
        return program(Files.readString(Path.of("src/test/resources/fake-k6.py")))
                .toString();
    }

    private Path program(String text) throws Exception {
        Path program = folder.resolve("k6");
        Files.writeString(program, text);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }
}
