package dev.headroom.core.model.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.UserStage.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UserStageTest {

    private static final long SECOND = 1_000_000_000;

    private static UserStage stage(int from, int to, int seconds) {
        return new UserStage(from, to, Duration.ofSeconds(seconds));
    }

    private static Load.Closed staged(UserStage... stages) {
        return new Load.Closed(
                        1,
                        Duration.ZERO,
                        Duration.ZERO,
                        new Until.Elapsed(Duration.ZERO),
                        Transport.DEFAULT,
                        Optional.empty())
                .staged(List.of(stages));
    }

    @Test
    void theFirstOfThoseWhoComeIsThereAtOnceAndTheLastWhoLeavesGoesAtTheEnd() {
        assertThat(UserStage.levels(List.of(stage(0, 2, 4), stage(2, 2, 3), stage(2, 0, 2))))
                .containsExactly(
                        new Level(0, 1), new Level(2 * SECOND, 2), new Level(8 * SECOND, 1), new Level(9 * SECOND, 0));
    }

    @Test
    void aStageMayBeginWithOthersThanTheOneBeforeHasLeft() {
        assertThat(UserStage.levels(List.of(stage(5, 5, 1), stage(2, 2, 1), stage(9, 9, 1))))
                .containsExactly(new Level(0, 5), new Level(SECOND, 2), new Level(2 * SECOND, 9));
    }

    @Test
    void theLastStageInWhichUsersStaySpeaksForTheLoad() {
        Load.Closed load = staged(stage(0, 20, 10), stage(20, 20, 30), stage(20, 50, 5), stage(0, 0, 5));

        assertThat(load.users()).isEqualTo(20);
        assertThat(load.most()).isEqualTo(50);
        assertThat(load.steady()).contains(new LoadPart(1, Duration.ofSeconds(10), Duration.ofSeconds(40)));
        assertThat(load.until()).isEqualTo(new Until.Elapsed(Duration.ofSeconds(50)));
    }

    @Test
    void whereUsersComeAndLeaveAllTheTimeItsLastTenthDoes() {
        Load.Closed load = staged(stage(0, 100, 100));

        assertThat(load.steady()).isEmpty();
        assertThat(load.users()).isEqualTo(95);
    }

    @Test
    void inLessTimeAllStagesGetShorterAlike() {
        assertThat(staged(stage(0, 20, 10), stage(20, 20, 30)).within(Duration.ofSeconds(4)))
                .isEqualTo(staged(stage(0, 20, 1), stage(20, 20, 3)));
    }
}
