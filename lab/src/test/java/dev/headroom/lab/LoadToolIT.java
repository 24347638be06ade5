package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.watch.AttachingProbes;
import dev.headroom.load.Engines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A load tool that counts, and a service whose requests are counted as well, by its connections. */
@Tag("alone")
@Tag("nightly")
class LoadToolIT extends RealServices {

    @Test
    void whoTellsOfMoreThanTheServiceAnsweredMakesTheRunVoid() throws Exception {
        Run run = run(3, "for: 3s");

        assertThat(run.failure())
                .hasValueSatisfying(
                        why -> assertThat(why).contains("the load tool counted", "and the service was seen to answer"));
        LoadResult.Tool tool = run.result().orElseThrow().generator().tool().orElseThrow();
        assertThat(tool.told().orElseThrow() / tool.seen().orElseThrow().value())
                .isBetween(2.0, 4.0);
        assertThat(run.diagnosis()).isEmpty();
    }

    @Test
    void whoTellsTheTruthIsBelievedAndWhatIsLeftUnprovedIsSaid() throws Exception {
        Run run = run(1, "for: 3s");

        assertThat(run.failure()).isEmpty();
        assertThat(run.diagnosis().orElseThrow().notes())
                .anySatisfy(note -> assertThat(note).startsWith("A single user was not measured (R0)"));
    }

    private Run run(int copies, String told) throws Exception {
        Path program = Files.createDirectories(folder.resolve("home/bin")).resolve("jmeter");
        Files.writeString(
                program,
                "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s %d \"$@\"\n"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("java.class.path"),
                                LyingJmeter.class.getName(),
                                copies));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("plan.jmx"), "<jmeterTestPlan>${__P(seconds)}</jmeterTestPlan>");
        Experiment experiment = experiment(
                "1s", "  plain: { load: { jmeter: plan.jmx, jmeter-home: home, %s } }\n".formatted(told), 0, 20);
        return new Lab(new Engines(), new AttachingProbes(), "test")
                .run(experiment, Options.withoutProof(new RunOptions(List.of(), true, out, Way.AGENT, "")), events::add)
                .runs()
                .getFirst();
    }
}
