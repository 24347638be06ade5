package dev.headroom.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.experiment.Expectations.Outcome;
import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.report.fixture.Repeated;
import dev.headroom.report.fixture.Users;
import dev.headroom.report.view.IndexEntry;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class ExpectedTest {

    private static final Outcome MET = new Outcome("errors", "< 1 %", "0 %", true);
    private static final Outcome NOT_MET = new Outcome("p95", "< 500 ms", "50.8 s", false);

    private final ExperimentResult result = Users.result(List.of(
            Repeated.expecting(Users.commonPool(), MET, NOT_MET),
            Repeated.expecting(
                    Users.lifted(), new Outcome("body", "contains \"<ok>\" & more\u0007", "every response", true)),
            Users.brokenOff("gone", "port 8888 is taken")));

    @Test
    void theTerminalEndsWithWhatIsNotMet() {
        assertThat(Reports.terminal(result, 100, false))
                .endsWith("1 of 3 expectations is not met.\n  common-pool: expected p95 < 500 ms, found 50.8 s\n");
        assertThat(Reports.terminal(Users.result(List.of(Repeated.expecting(Users.lifted(), MET))), 100, false))
                .endsWith("The one expectation is met.\n");
        assertThat(Reports.terminal(Users.result(), 100, false)).doesNotContain("expectation");
    }

    @Test
    void markdownAndPageHaveATableOfAll() {
        assertThat(Reports.markdown(result))
                .contains("| **common-pool** | errors \\< 1 % | 0 % | met |")
                .contains("| **common-pool** | p95 \\< 500 ms | 50.8 s | **not met** |");
        assertThat(Reports.html(result))
                .contains("<td>p95 &lt; 500 ms</td><td>50.8 s</td><td><strong>not met</strong></td>");
    }

    @Test
    void thePageOfSeveralExperimentsAndTheTerminalTellWhatIsNotMet() {
        List<IndexEntry> entries = List.of(
                new IndexEntry(result, Optional.empty(), Optional.empty()),
                new IndexEntry(Users.result(), Optional.empty(), Optional.empty()));

        assertThat(Reports.index(Users.START, Duration.ofSeconds(9), entries))
                .containsOnlyOnce("1 of 3 expectations is not met.")
                .contains("<li>common-pool: expected p95 &lt; 500 ms, found 50.8 s</li>");
        assertThat(Reports.terminalIndex(Users.START, Duration.ofSeconds(9), entries, 100))
                .containsOnlyOnce("       common-pool: expected p95 < 500 ms, found 50.8 s\n");
    }

    @Test
    void aBuildServerGetsACaseForEachRunAndExpectation() throws Exception {
        Document xml = xml(Reports.junit(List.of(
                new IndexEntry(result, Optional.empty(), Optional.empty()),
                new IndexEntry(Users.result(List.of()), Optional.empty(), Optional.of("no room on the disk")))));

        Element suite = (Element) xml.getElementsByTagName("testsuite").item(0);
        assertThat(suite.getAttribute("tests")).isEqualTo("4");
        assertThat(suite.getAttribute("failures")).isEqualTo("1");
        assertThat(suite.getAttribute("errors")).isEqualTo("1");
        assertThat(suite.getAttribute("timestamp")).isEqualTo("2026-11-21T09:30:00");
        Element failure = (Element) suite.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message")).isEqualTo("expected < 500 ms, found 50.8 s");
        assertThat(((Element) failure.getParentNode()).getAttribute("classname"))
                .isEqualTo("users.common-pool");
        assertThat(((Element) failure.getParentNode()).getAttribute("name")).isEqualTo("p95 < 500 ms");
        Element broken = (Element) suite.getElementsByTagName("error").item(0);
        assertThat(broken.getAttribute("message")).isEqualTo("port 8888 is taken");
        Element other = (Element) xml.getElementsByTagName("testsuite").item(1);
        assertThat(((Element) other.getElementsByTagName("error").item(0)).getAttribute("message"))
                .isEqualTo("no room on the disk");
    }

    @Test
    void aRunOfWhichNothingIsExpectedHasToBeAnswered() throws Exception {
        Document xml = xml(Reports.junit(
                List.of(new IndexEntry(Users.result(List.of(Users.lifted())), Optional.empty(), Optional.empty()))));

        assertThat(xml.getElementsByTagName("testcase").getLength()).isEqualTo(1);
        assertThat(((Element) xml.getElementsByTagName("testcase").item(0)).getAttribute("name"))
                .isEqualTo("answered");
        assertThat(xml.getElementsByTagName("failure").getLength()).isZero();
    }

    private static Document xml(String text) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }
}
