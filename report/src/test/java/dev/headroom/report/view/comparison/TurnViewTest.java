package dev.headroom.report.view.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.experiment.Published;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Users;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TurnViewTest {

    @Test
    void whatIsMeantToLiftALimitAndIsBoundByItAsWellLiftsNothing() {
        Run bound = Users.commonPool();
        Run lifted = Users.lifted();
        Run sameLimit = saysItLifts(bound, "four-hundred");

        assertThat(TurnView.of(List.of(bound, lifted)))
                .hasValueSatisfying(turn -> assertThat(turn.lifts()).isTrue());
        assertThat(TurnView.of(List.of(bound, sameLimit)))
                .hasValueSatisfying(turn -> assertThat(turn.lifts()).isFalse());
    }

    /** The same run under another name, and of a variant that says that it lifts this one. */
    private static Run saysItLifts(Run run, String name) {
        Variant variant = Users.variant(
                name,
                "",
                run.variant().requests().getFirst().path(),
                run.settings(),
                Published.NONE,
                List.of(run.variant().name()));
        return Users.like(run, variant, run.result(), run.observation(), run.diagnosis(), Optional.empty(), List.of());
    }
}
