package dev.headroom.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Elasticity;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.result.Run;
import dev.headroom.lab.LabEvent;
import dev.headroom.lab.proof.Runner;
import dev.headroom.lab.store.RunFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private static final Move MOVE =
            new Move(Subject.CAPACITY, List.of(new Part("common-pool", "common-pool", 7, 14)), 2, Back.SET, Double.NaN);

    @Test
    void whatWasMovedIsToldWithWhatCameOfIt() {
        var refused =
                new Intervention(MOVE, List.of(), Outcome.REFUSED, Optional.empty(), Optional.empty(), "", List.of());
        var answered = new Intervention(
                MOVE,
                List.of(phase(Setting.HOME, 10), phase(Setting.MOVED, 20)),
                Outcome.FULL,
                Optional.of(new Elasticity(Elasticity.Answer.THROUGHPUT, 1, 0.9, 1.1, 0.999, 2)),
                Optional.empty(),
                "",
                List.of());

        var late = new Intervention(
                MOVE,
                List.of(),
                Outcome.UNDECIDED,
                Optional.empty(),
                Optional.empty(),
                "no time is left for it",
                List.of());

        assertThat(Progress.line(new LabEvent.Proved(late)))
                .isEqualTo("      not moved: common-pool 7 -> 14: no time is left for it");
        assertThat(Progress.line(new LabEvent.Proved(refused))).isEqualTo("      not moved: common-pool 7 -> 14");
        assertThat(Progress.line(new LabEvent.Proved(answered)).replace('\u00a0', ' '))
                .isEqualTo("      moved common-pool 7 -> 14: throughput answered in full"
                        + " (10/s -> 20/s, elasticity 1.00 (0.90 to 1.10, 99.9 %))");
    }

    private static Phase phase(Setting setting, double throughput) {
        return new Phase(
                setting,
                Duration.ZERO,
                Duration.ofSeconds(1),
                setting == Setting.MOVED ? 2 : 1,
                Measure.exact(throughput, "counted"),
                0.1,
                0,
                1,
                Double.NaN);
    }

    @Test
    void anExpectationThatIsNotMetIsSaidNotToBe() throws IOException {
        Run run = RunFile.read(Path.of("..", "lab", "src", "test", "resources", "recorded")
                        .resolve("users-lifted.json"))
                .withExpectations(List.of(
                        new Expectations.Outcome("p95", "< 1 s", "2.48 s", false),
                        new Expectations.Outcome("errors", "< 1 %", "0 %", true)));

        assertThat(Progress.line(new LabEvent.VariantFinished(run)))
                .contains("\n      not met: p95 < 1 s, found 2.48 s")
                .doesNotContain("errors <");
    }

    @Test
    void whatAServiceIsCalledMovesNoCursor() {
        assertThat(Progress.line(new LabEvent.ServiceReady("users\u001b[2J\r", Duration.ofSeconds(2))))
                .isEqualTo("      users\\u001b[2J\\u000d is ready after 2 s");
    }

    @Test
    void aPhaseThatBeginsIsLeftToTheLiveView() {
        assertThat(Progress.line(new LabEvent.BaselineStarting())).isEmpty();
        assertThat(Progress.line(new LabEvent.Proving(new Runner.Progress(MOVE, 3, Setting.MOVED, 12))))
                .isEmpty();
    }
}
