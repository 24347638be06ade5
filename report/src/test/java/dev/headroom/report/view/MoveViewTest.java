package dev.headroom.report.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.report.fixture.Users;
import java.util.List;
import org.junit.jupiter.api.Test;

class MoveViewTest {

    private final List<MoveView> moves = MoveView.of(Users.commonPool(), 1);

    @Test
    void aMoveThatDoesNotComeBackIsToldWithItsSecondStep() {
        assertThat(moves.getFirst().title()).isEqualTo("common-pool 7 → 14 → 21");
        assertThat(plain(moves.getFirst().line()))
                .isEqualTo("A 10.6/s → B 19.8/s (predicted 19.9/s) → C 19.9/s (predicted 19.9/s)");
    }

    @Test
    void theWindowAfterPuttingBackIsNoPrediction() {
        MoveView load = MoveView.of(Users.lifted(), 4).getFirst();
        assertThat(load.title()).isEqualTo("the load 20 → 25/s and back");
        assertThat(plain(load.line())).isEqualTo("A 20/s → B 24.9/s (predicted 25/s) → A' 20/s");
    }

    @Test
    void aRefusedMoveSaysWhyAndHasNoPicture() {
        MoveView refused = moves.getLast();
        assertThat(refused.outcome()).isEqualTo("Could not be moved. The executor has been replaced.");
        assertThat(refused.followed()).isFalse();
        assertThat(refused.chart()).isEmpty();
        assertThat(refused.line()).isEmpty();
    }

    private static String plain(String text) {
        return text.replace('\u00a0', ' ');
    }
}
