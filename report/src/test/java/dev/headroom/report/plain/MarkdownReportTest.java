package dev.headroom.report.plain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.report.Reports;
import dev.headroom.report.fixture.Diagnoses;
import dev.headroom.report.fixture.Users;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MarkdownReportTest {

    /** GitHub takes no longer comment. */
    private static final int LONGEST_COMMENT = 65_536;

    private final String markdown = plain(Reports.markdown(Users.result()));

    @Test
    void fitsAComment() {
        assertThat(markdown).hasSizeLessThan(LONGEST_COMMENT / 2);
    }

    @Test
    void theStoryComesFirstAndSaysWhatBoundWhatAndWhatLiftingItBrought() {
        assertThat(markdown.lines().toList().get(2))
                .startsWith("`common-pool` and `common-pool-8-threads` are bound by the 7 workers of `common-pool`,"
                        + " which can give 10.6/s where 20/s are asked for: with `common-pool-8-threads`, the backlog grows by"
                        + " 9.42 requests every second")
                .contains("Lifting the limit, as `lifted` does, brings that down to 335 ms, a factor of 152")
                .endsWith(
                        "Nothing binds `sequential`, `own-pool-400` and `lifted`: they answer all that the load asks for.");
    }

    @Test
    void publishedPredictedAndMeasuredStandSideBySide() {
        assertThat(markdown.lines())
                .anyMatch(
                        line -> line.matches(
                                "\\|  \\| p95 \\| 51\\.4 s \\(−\\d.*\\) \\| 50\\.7 s \\(.*\\) \\| \\*\\*50\\.8 s\\*\\* \\| 330 ms \\(154×\\) \\|  \\|"));
    }

    @Test
    void everyRowOfATableHasAsManyCells() {
        List<String> rows =
                markdown.lines().filter(line -> line.startsWith("|")).toList();
        assertThat(rows).isNotEmpty();
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).startsWith("| ---")) {
                long columns = cells(rows.get(i));
                assertThat(cells(rows.get(i - 1))).isEqualTo(columns);
                assertThat(rows.subList(i + 1, rows.size()).stream()
                                .takeWhile(row -> cells(row) == columns)
                                .count())
                        .isPositive();
            }
        }
        assertThat(rows).allSatisfy(row -> assertThat(cells(row)).isIn(4L, 5L, 7L, 9L));
    }

    @Test
    void theStepsTellWhatEachLiftsAndWhatBindsThen() {
        assertThat(plain(markdown))
                .contains(
                        "| 4 **own-pool-400** | Lifts common-pool, 7 workers (common-pool): 10.6/s → 20/s, mean 26.9 s →"
                                + " 333 ms (81× sooner); past its ceiling of 10.6/s: lifted. | **20/s** · 99.9 % of physics ·"
                                + " mean 333 ms | **nothing: the load is the limit** (proved)<br>the load was raised, and throughput rose with it, first to bind would be");
    }

    @Test
    void theChainShowsWorkersAndWhichLinkBinds() {
        assertThat(markdown).contains("`tomcat-8888` 200/200 → **`common-pool` 7/7** → `127.0.0.1:8090` 331 ms");
    }

    @Test
    void everyTermOfTheProofHasValueErrorAndSource() {
        assertThat(markdown)
                .contains(
                        "| `S` | service time: how long a task keeps its worker | 331 ms | ± 0.4 ms | jdk.SocketRead, 1,274 reads |");
    }

    @Test
    void aVerdictIsToldWithItsPlacesItsHoldersAndItsMove() {
        assertThat(markdown)
                .contains(
                        "One request alone takes 334 ms (337 ms before the load, 334 ms after it), and 20/s are offered;"
                                + " 10.6/s were measured: something binds.")
                .contains("| **queue of common-pool** | 0 ms | 16.3 s | 61.4 % | 172 |")
                .contains("**Who holds common-pool:** `MetadataClient.phone:58` 96 % awaiting a downstream,")
                .contains("**Moved:** common-pool 7 → 14: 10.6/s → 19.8/s.")
                .contains("- tomcat-8888, 200 workers (explains 9.92 s): its workers wait for common-pool");
    }

    @Test
    void tellsHowToRepeatIt() {
        assertThat(markdown).endsWith("```\ngit checkout 8e884db && ./headroom run users\n```\n");
    }

    @Test
    void aHostileNameStaysText() {
        String hostile = Reports.markdown(Users.result(
                List.of(Users.brokenOff("<script>|alert(1)`[x](http://e)", "it said ```\n# not a heading\n```"))));
        assertThat(hostile)
                .contains("## \\<script\\>\\|alert(1)\\`\\[x\\](http://e)")
                .doesNotContain("**<script>");
        assertThat(hostile).contains("````\nit said ```");
        assertThat(hostile.lines().filter(line -> line.startsWith("| **")).toList())
                .isNotEmpty()
                .allSatisfy(row -> assertThat(cells(row)).isEqualTo(6));
    }

    @Test
    void aQuickRunSaysThatPublishedFiguresDoNotCompare() {
        String quick = plain(Reports.markdown(Users.result(List.of(Users.quick(Users.commonPool())))));
        assertThat(quick)
                .contains("> This was a quick run")
                .contains("20/s for 15 s")
                .doesNotContain("published |")
                .doesNotContain("51.4 s");
    }

    @Test
    void aQuickRunOfWhichNothingWasPublishedDoesNotSpeakOfIt() {
        assertThat(plain(Reports.markdown(Users.result(List.of(Users.quick(Users.lifted()))))))
                .contains("> This was a quick run: its load is shorter than that of the experiment file.")
                .doesNotContain("published figures");
    }

    @Test
    void aVariantThatIsNotKnownToLiftTheLimitIsOnlyAComparison() {
        assertThat(plain(Reports.markdown(Users.result(List.of(Users.commonPool(), Users.sequential())))))
                .contains("For comparison, with `sequential` that is 665 ms, a factor of 76, at 20/s")
                .doesNotContain("Lifting the limit");
    }

    @Test
    void aVerdictThatClaimsNothingHasNoStanding() {
        String markdown = Reports.markdown(Users.result(List.of(Users.with(
                Users.commonPool(),
                Users.commonPool().result(),
                Optional.empty(),
                Optional.of(Diagnoses.of(Diagnosis.Verdict.NOT_STATIONARY))))));
        assertThat(markdown)
                .contains("`common-pool` never settled, so no limit is named.")
                .doesNotContain("suspected");
    }

    @Test
    void anEmptyResultSaysSo() {
        assertThat(Reports.markdown(Users.result(List.of()))).contains("No variant was run.");
    }

    private static long cells(String row) {
        return row.replace("\\|", "").chars().filter(c -> c == '|').count() - 1;
    }

    private static String plain(String text) {
        return text.replace('\u00a0', ' ');
    }
}
