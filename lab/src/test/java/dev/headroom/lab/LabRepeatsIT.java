package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.lab.store.RunFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is repeated, and what is resumed. */
@Tag("nightly")
class LabRepeatsIT extends RealServices {

    @Test
    void completedVariantsAreNotRunAgainWhenResumed() throws Exception {
        Experiment experiment = experiment("300ms", """
                  good: { request: GET /a }
                  bad: { request: GET /die }
                """);
        lab.run(experiment, options(), events::add);
        events.clear();

        ExperimentResult resumed =
                lab.run(experiment, Options.resuming(options(), out.resolve("lab/latest")), events::add);

        assertThat(resumed.runs()).extracting(run -> run.variant().name()).containsExactly("good", "bad");
        assertThat(events)
                .filteredOn(LabEvent.VariantSkipped.class::isInstance)
                .singleElement()
                .extracting(event ->
                        ((LabEvent.VariantSkipped) event).run().variant().name())
                .isEqualTo("good");
        assertThat(events)
                .filteredOn(LabEvent.VariantStarting.class::isInstance)
                .singleElement()
                .extracting(
                        event -> ((LabEvent.VariantStarting) event).variant().name())
                .isEqualTo("bad");
        try (Stream<Path> executions = Files.list(out.resolve("lab"))) {
            assertThat(executions.filter(path -> !Files.isSymbolicLink(path))).hasSize(1);
        }
    }

    @Test
    void variantsThatAreRepeatedTakeTurnsAndAreResumedOneByOne() throws Exception {
        Experiment experiment = experiment("300ms", """
                  a: { request: GET /a }
                  b: { request: GET /b }
                """);
        ExperimentResult result = lab.run(experiment, Options.times(options(), 2), events::add);

        assertThat(result.runs())
                .extracting(run -> run.variant().name() + " " + run.repetition())
                .containsExactly("a 1", "b 1", "a 2", "b 2");
        Path latest = out.resolve("lab/latest");
        assertThat(RunFile.read(latest.resolve("a@2/run.json")))
                .isEqualTo(result.runs().get(2));
        Files.delete(latest.resolve("a@2/run.json"));
        events.clear();

        ExperimentResult resumed =
                lab.run(experiment, Options.resuming(Options.times(options(), 2), latest), events::add);

        assertThat(resumed.runs())
                .extracting(run -> run.variant().name() + " " + run.repetition())
                .containsExactly("a 1", "b 1", "a 2", "b 2");
        assertThat(events).filteredOn(LabEvent.VariantSkipped.class::isInstance).hasSize(3);
        assertThat(events)
                .filteredOn(LabEvent.VariantFinished.class::isInstance)
                .hasSize(1);
    }

    @Test
    void runsOfOtherOverridesAreNotResumed() throws Exception {
        Experiment experiment = experiment("300ms", "  a: { request: GET /a }\n");
        lab.run(experiment, Options.overriding(options(), List.of("rate 2/s")), events::add);
        events.clear();

        ExperimentResult resumed =
                lab.run(experiment, Options.resuming(options(), out.resolve("lab/latest")), events::add);

        assertThat(events).filteredOn(LabEvent.VariantSkipped.class::isInstance).isEmpty();
        assertThat(resumed.runs().getFirst().overrides()).isEmpty();
    }
}
