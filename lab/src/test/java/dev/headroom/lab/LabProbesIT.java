package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.Run;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.store.RunFile;
import dev.headroom.lab.watch.AttachingProbes;
import dev.headroom.load.EmbeddedEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole experiments with the real generator and the real probe. */
@Tag("alone")
@Tag("nightly")
class LabProbesIT extends RealServices {

    @ParameterizedTest
    @EnumSource(value = Way.class, names = "DUMP", mode = EnumSource.Mode.EXCLUDE)
    void theRealGeneratorAndProbeLookAtARealService(Way by) throws Exception {
        Experiment experiment =
                experiment("2s", "  plain: { request: GET /a, load: { open: { rate: 50/s, for: 2s } } }\n");
        RunOptions options = new RunOptions(List.of(), true, out, by, "");

        Run run = new Lab(new EmbeddedEngine(), new AttachingProbes(), "test")
                .run(experiment, options, events::add)
                .runs()
                .getFirst();

        assertThat(run.failure()).isEmpty();
        assertThat(run.result().orElseThrow().succeeded()).isEqualTo(100);
        assertThat(run.observation().orElseThrow().probe().mode()).isEqualTo(by.id());
        assertThat(run.observation().orElseThrow().series()).isNotEmpty();
        assertThat(run.diagnosis()
                        .orElseThrow()
                        .bindingLimit()
                        .filter(limit -> limit.kind() != LimitKind.CPU || !isFilledByOthers(run)))
                .isEmpty();
        assertThat(RunFile.read(out.resolve("lab/latest/plain/run.json"))).isEqualTo(run);
    }

    /** Then responses of a millisecond are longer than one user's, and the processor is rightly named. */
    private static boolean isFilledByOthers(Run run) {
        Observation.Processor processor = run.observation().orElseThrow().processor();
        return processor.machine() - processor.service() > processor.available() / 2.0;
    }

    @ParameterizedTest
    @ValueSource(strings = {"java -version", "unset JAVA_TOOL_OPTIONS"})
    void aStartScriptIsWatchedInTheJvmThatItStarts(String first) throws Exception {
        Path script = folder.resolve("start.sh");
        Files.writeString(script, """
                #!/bin/sh
                %s
                java -jar "$1" --server.port="$PORT" --name=second &
                wait
                """.formatted(first));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Experiment experiment = command("[./start.sh, '${basedir}/service.jar']", "PORT: '${second.port}'", "", "");
        RunOptions options = new RunOptions(List.of(), true, out, Way.AGENT, "");

        Run run = new Lab(new EmbeddedEngine(), new AttachingProbes(), "test")
                .run(experiment, options, events::add)
                .runs()
                .getFirst();

        assertThat(run.failure()).isEmpty();
        assertThat(run.result().orElseThrow().succeeded()).isEqualTo(100);
        assertThat(run.commandLine()).containsExactly(script.toString(), folder + "/service.jar");
        assertThat(run.observation().orElseThrow().jvm().version())
                .isEqualTo(Runtime.version().toString().replaceFirst("[+-].*", ""));
        assertThat(run.observation().orElseThrow().series()).isNotEmpty();
        assertThat(run.cpuSecondsByProcess().get("second")).isPositive();
    }
}
