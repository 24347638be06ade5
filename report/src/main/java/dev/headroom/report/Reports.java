package dev.headroom.report;

import dev.headroom.core.model.ExperimentResult;
import dev.headroom.core.model.Inspection;
import dev.headroom.report.html.HtmlReport;
import dev.headroom.report.html.IndexPage;
import dev.headroom.report.plain.JUnitReport;
import dev.headroom.report.plain.MarkdownInspection;
import dev.headroom.report.plain.MarkdownReport;
import dev.headroom.report.plain.TerminalIndex;
import dev.headroom.report.plain.TerminalInspection;
import dev.headroom.report.plain.TerminalReport;
import dev.headroom.report.view.IndexEntry;
import dev.headroom.report.view.IndexView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What a result looks like to a reader. */
public final class Reports {

    private Reports() {}

    /** A self-contained page: no network, dark and light. */
    public static String html(ExperimentResult result) {
        return HtmlReport.render(result);
    }

    /** In brief: fits a comment on a pull request. */
    public static String markdown(ExperimentResult result) {
        return MarkdownReport.render(result);
    }

    /**
     * The closing table and the diagnoses in words.
     *
     * @param columns width of the terminal
     * @param ansi colours allowed
     */
    public static String terminal(ExperimentResult result, int columns, boolean ansi) {
        return TerminalReport.render(result, columns, ansi);
    }

    /** What binds a running JVM, for a terminal. */
    public static String terminal(Inspection inspection, int columns, boolean ansi) {
        return TerminalInspection.render(inspection, columns, ansi);
    }

    /** The same as a self-contained page. */
    public static String html(Inspection inspection) {
        return HtmlReport.render(inspection);
    }

    /** The same as GitHub's Markdown. */
    public static String markdown(Inspection inspection) {
        return MarkdownInspection.render(inspection);
    }

    /** What became of what was expected of several experiments, for a build server. */
    public static String junit(List<IndexEntry> entries) {
        return JUnitReport.render(entries);
    }

    /** Several experiments in a few lines. */
    public static String terminalIndex(Instant startedAt, Duration elapsed, List<IndexEntry> entries, int columns) {
        return TerminalIndex.render(IndexView.of(startedAt, elapsed, entries), columns);
    }

    /** One page that leads to those of several experiments; as self-contained as they are. */
    public static String index(Instant startedAt, Duration elapsed, List<IndexEntry> entries) {
        return IndexPage.render(IndexView.of(startedAt, elapsed, entries));
    }
}
