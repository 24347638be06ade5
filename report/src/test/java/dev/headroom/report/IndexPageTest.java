package dev.headroom.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.report.fixture.Users;
import dev.headroom.report.view.IndexEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IndexPageTest {

    private static final String LINK = "../../users/2026-11-21T09-30-00/report.html";

    private static String page(IndexEntry... entries) {
        return Reports.index(Users.START, Duration.ofSeconds(1234), List.of(entries));
    }

    @Test
    void everyVariantHasWhatBindsItAndTheWayToItsStory() {
        String page = page(new IndexEntry(Users.result(), Optional.of(LINK), Optional.empty()));

        assertThat(page)
                .contains("href=\"" + LINK + "\"")
                .contains("href=\"" + LINK + "#variant-2\">common-pool</a>")
                .contains("common-pool, 7\u00a0workers", "nothing: the load is the limit")
                .contains("What was lifted", "10.6/s → 20/s", "26.9\u00a0s → 333\u00a0ms")
                .contains("5 variants: 2 bound by a limit, 3 bound by the load alone (1 of them slow).")
                .doesNotContain("Not every run was completed");
    }

    @Test
    void nothingIsFetchedFromElsewhereAndNoScriptRuns() {
        String page = page(new IndexEntry(Users.result(), Optional.of(LINK), Optional.empty()));

        assertThat(page)
                .contains("default-src 'none'")
                .doesNotContainPattern("(src|href)=\"(https?:)?//")
                .doesNotContain("<script");
    }

    @Test
    void anExperimentThatBrokeOffSaysWhyAndLeadsNowhere() {
        String page = page(new IndexEntry(
                Users.result(List.of()), Optional.empty(), Optional.of("port 8888 is held by <process> 4711")));

        assertThat(page)
                .contains("Not every run was completed", "port 8888 is held by &lt;process")
                .doesNotContain("report.html");
    }

    @Test
    void aHostileNameStaysText() {
        String hostile = "<img src=x onerror=alert(1)>";
        String page = page(new IndexEntry(
                Users.result(List.of(Users.brokenOff(hostile, hostile))), Optional.of(LINK), Optional.empty()));

        assertThat(page.replaceAll("=\"[^\"]*\"", "=\"\"")).doesNotContain("<img");
        assertThat(page).contains("1 broken off");
    }

    @Test
    void theTerminalTellsOfEachExperimentWhatBoundItAndWhatLiftingItBrought() {
        String text = Reports.terminalIndex(
                Users.START,
                Duration.ofSeconds(1234),
                List.of(
                        new IndexEntry(Users.result(), Optional.of(LINK), Optional.empty()),
                        new IndexEntry(Users.result(List.of()), Optional.empty(), Optional.of("port 8888 is taken"))),
                80);

        assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(text.replaceAll("\\s+", " "))
                .contains("users common-pool, 7 workers: common-pool-8-threads -> lifted 10.6/s -> 20/s, mean 26.9 s ->"
                        + " 333 ms, 99.9 % of physics")
                .contains("users broke off: port 8888 is taken");
    }
}
