package dev.headroom.report.plain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.KindOfRequest.Evidence;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.Reports;
import dev.headroom.report.fixture.Mixed;
import dev.headroom.report.fixture.Users;
import dev.headroom.report.view.IndexEntry;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalReportTest {

    private static final String COLOUR = "\u001b\\[\\d+m";

    @ParameterizedTest
    @ValueSource(ints = {24, 40, 60, 75, 76, 80, 100, 111, 112, 120, 200})
    void noLineIsWiderThanTheTerminal(int columns) {
        assertThat(Reports.terminal(Users.result(), columns, true)
                        .replaceAll(COLOUR, "")
                        .lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
    }

    @ParameterizedTest
    @ValueSource(ints = {24, 60, 80, 120})
    void theTableOfKindsOfRequestFitsTheTerminalToo(int columns) {
        String text = Reports.terminal(Users.result(List.of(Mixed.commonPool(Evidence.LINES))), columns, false);

        assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
        assertThat(text.replaceAll("\\s+", " ")).contains("order takes 69 %, view takes 31 %");
    }

    @Test
    void eightyColumnsHoldTheWholeTable() {
        assertThat(lines(80))
                .contains("variant                    published predicted measured physics  what binds")
                .contains("               p95            51.4 s    50.7 s   50.8 s  330 ms  (proved)")
                .contains("common-pool-8- one request         -         -   334 ms  330 ms  common-pool,");
    }

    @Test
    void aWideTerminalShowsHowTheMeasuredValueStandsToTheOthers() {
        assertThat(lines(120))
                .anyMatch(line ->
                        line.matches(".*p95 +51\\.4 s +-1\\.1 % 50\\.7 s +\\+0\\.2 % +50\\.8 s 330 ms +154x.*"));
    }

    /** Hung workers, errors that nobody counted: where nothing binds they stand in notes alone. */
    @Test
    void whatANoteSaysIsToldInTheTerminalAndInMarkdownToo() {
        String note = "2 workers of tomcat-8888 hang.";
        Run run = Users.ownPool();
        ExperimentResult result = Users.result(List.of(run.withDiagnosis(
                run.diagnosis().orElseThrow().toBuilder().note(note).build())));

        assertThat(Reports.terminal(result, 120, false)).contains("- " + note);
        assertThat(Reports.markdown(result)).contains("- " + note);
    }

    @Test
    void aNarrowTerminalStacksTheFigures() {
        assertThat(lines(60)).contains("common-pool", "  common-pool, 7 workers (proved)", "    published 51.4 s");
    }

    @Test
    void eachVariantHasItsSentenceItsChainAndItsRemedy() {
        String text = String.join("\n", lines(80));
        assertThat(text)
                .contains("common-pool: bound by common-pool, 7 workers (proved)\n  Proved: raised from 7 to 14 once")
                .contains("  tomcat-8888 200/200 -> common-pool 7/7 -> 127.0.0.1:8090 331 ms\n")
                .contains("5 lifted: nothing binds: the load is the limit (proved)\n"
                        + "  Proved: the load was raised from 20 to 25/s and back 4 times, and throughput\n"
                        + "  rose with elasticity 0.98 (0.93 to 1.03, 99.9 %); a placebo moved it by 0.01.\n"
                        + "  Lifts common-pool, 7 workers (common-pool): 10.6/s -> 20/s, mean 26.9 s ->\n"
                        + "  333 ms (81x sooner); past its ceiling of 10.6/s: lifted.\n")
                .contains("  To lift it: Give the two calls an executor of their own with at least 14\n");
    }

    @Test
    void aBoundVariantShowsWhereTheTimeGoesWhoHoldsTheLimitAndWhatMovingItDid() {
        assertThat(String.join("\n", lines(80)))
                .contains("  where the time goes          alone     load\n")
                .contains("  queue of common-pool          0 ms   16.3 s  ###################\n")
                .contains("  Who holds common-pool: MetadataClient.phone:58 (96 %, awaiting a downstream),\n")
                .contains("  Moved common-pool 7 -> 14: 10.6/s -> 19.8/s.\n"
                        + "  Not moved: tomcat-8888 200 -> 400: the executor has been replaced.\n");
        assertThat(lines(40)).noneMatch(line -> line.contains("where the time goes"));
    }

    @Test
    void withoutColoursItIsPlainAscii() {
        assertThat(Reports.terminal(Users.result(), 120, false).chars().filter(c -> c != '\n'))
                .allMatch(c -> c >= ' ' && c < 0x7f);
    }

    @Test
    void coloursChangeNothingElse() {
        String coloured = Reports.terminal(Users.result(), 80, true);
        assertThat(coloured).contains("\u001b[33m");
        assertThat(coloured.replaceAll(COLOUR, "")).isEqualTo(Reports.terminal(Users.result(), 80, false));
    }

    @Test
    void controlCharactersOfAServiceDoNotReachTheTerminal() {
        String text = Reports.terminal(
                Users.result(List.of(Users.brokenOff("evil\u001b[2J\u0007", "port 8888 is taken\u001b]0;x\u0007"))),
                80,
                false);
        assertThat(text.chars().filter(c -> c < ' ' && c != '\n')).isEmpty();
    }

    @Test
    void aRunThatBrokeOffSaysWhy() {
        assertThat(Reports.terminal(
                        Users.result(List.of(Users.brokenOff("lifted", "users: port 8888 is taken by process 812"))),
                        80,
                        false))
                .contains("lifted: the run broke off\n  users: port 8888 is taken by process 812");
    }

    @Test
    void aVariantThatThisMachineCannotRunIsSaidToBeLeftOut() {
        String why = "service users is to run on JDK 99, and none was found";
        ExperimentResult result = Users.result(List.of(Users.leftOut("next", why), Users.lifted()));

        assertThat(Reports.terminal(result, 100, false))
                .containsIgnoringWhitespaces("next was left out: " + why + ".")
                .contains("1 next: left out\n  It was left out: " + why + ".");
        assertThat(JUnitReport.render(List.of(new IndexEntry(result, Optional.empty(), Optional.empty()))))
                .contains("skipped=\"1\"", "failures=\"0\"", "<skipped message=\"" + why + "\"");
    }

    @Test
    void aVeryLongNameIsWrappedRatherThanBroken() {
        String name = "a-name-that-is-longer-than-any-column-has-room-for-in-this-table";
        String text = Reports.terminal(Users.result(List.of(Users.brokenOff(name, "it did"))), 80, false);
        String first = text.lines()
                .dropWhile(line -> !line.startsWith("variant"))
                .skip(2)
                .takeWhile(line -> !line.isBlank())
                .map(line -> line.split(" ", 2)[0])
                .collect(Collectors.joining());
        assertThat(first).isEqualTo(name);
    }

    private static List<String> lines(int columns) {
        return Reports.terminal(Users.result(), columns, false).lines().toList();
    }
}
