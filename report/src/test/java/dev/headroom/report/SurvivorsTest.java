package dev.headroom.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.report.fixture.Repeated;
import dev.headroom.report.fixture.Users;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of 5,000 requests 56 are answered after 15.8 s, and 4,944 time out after 30 s. */
class SurvivorsTest {

    private final ExperimentResult result =
            Users.result(List.of(Repeated.survivors(Users.commonPool()), Users.lifted()));

    @Test
    void aQuantileAmongThoseThatTimedOutIsAtLeastTheTimeout() {
        assertThat(plain(Reports.markdown(result)))
                .contains("| p95 | 51.4 s | 50.7 s | **≥ 30 s** | 330 ms |", "| successful |", "**56**")
                .contains("one request in twenty takes at least 30 s");
        assertThat(Reports.terminal(result, 120, false))
                .contains(">= 30 s", "one request in twenty takes at least 30 s");
    }

    @Test
    void thePageSaysWhoseTimesTheyAre() {
        assertThat(plain(Reports.html(result)))
                .contains(
                        "Of the 5000 requests that succeeded or timed out (56 succeeded) half took at least 30 s, 95 % at least"
                                + " 30 s, the longest at least 30 s, from their intended start")
                .contains("of the 56 successful responses")
                .contains("Mean of 56 successful", "p50 of 5000 that succeeded or timed out")
                .doesNotContain("Half of the");
    }

    private static String plain(String text) {
        return text.replace('\u00a0', ' ');
    }
}
