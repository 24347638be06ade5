package dev.headroom.report.view.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.experiment.Published;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Users;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoryTest {

    @Test
    void figuresOfOneVariantAreNotSaidOfAllThatTheSameLimitBinds() {
        Run worst = Users.commonPool();

        assertThat(first(worst, alike(worst, "larger", 15.9)))
                .isEqualTo(
                        "common-pool and larger are bound by the 7 workers of common-pool, which can give 10.6/s to 15.9/s"
                                + " where 20/s are asked for: with common-pool, the backlog grows by 9.42 requests every second, and"
                                + " one response in twenty takes longer than 50.8 s. ");
        assertThat(first(worst, alike(worst, "same", 10.64)))
                .contains("which can give 10.6/s where 20/s are asked for: with common-pool, the backlog");
        assertThat(first(worst)).contains("which can give 10.6/s where 20/s are asked for: the backlog");
    }

    private static Run alike(Run run, String name, double ceiling) {
        return Users.like(
                run,
                Users.variant(name, "", "/", run.settings(), Published.NONE, List.of()),
                run.result(),
                run.observation(),
                run.diagnosis()
                        .map(found -> found.toBuilder()
                                .ceiling(Measure.exact(ceiling, "m / (V S)"))
                                .build()),
                Optional.empty(),
                List.of());
    }

    private static String first(Run... runs) {
        return Story.of(Users.result(List.of(runs))).getFirst().plain().replace('\u00a0', ' ');
    }
}
