package dev.headroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Intervention.Subject;
import dev.headroom.core.model.Measure;
import dev.headroom.lab.LabEvent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private static final Move MOVE = new Move(
            Subject.CAPACITY, "common-pool", "common-pool", 7, 14, Measure.exact(20, "the offered rate"), false);

    @Test
    void whatWasMovedIsToldWithWhatCameOfIt() {
        var followed = new Intervention(MOVE, List.of(), Outcome.FOLLOWED, "", List.of());
        assertThat(Progress.line(new LabEvent.Proved(followed)))
                .isEqualTo("      moved common-pool 7 -> 14: throughput followed as predicted");
    }

    @Test
    void whatAServiceIsCalledMovesNoCursor() {
        assertThat(Progress.line(new LabEvent.ServiceReady("users\u001b[2J\r", Duration.ofSeconds(2))))
                .isEqualTo("      users\\u001b[2J\\u000d is ready after 2 s");
    }

    @Test
    void aPhaseThatBeginsIsLeftToTheLiveView() {
        assertThat(Progress.line(new LabEvent.BaselineStarting(false))).isEmpty();
        assertThat(Progress.line(new LabEvent.Proving(MOVE))).isEmpty();
    }
}
