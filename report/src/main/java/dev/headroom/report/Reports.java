package dev.headroom.report;

import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.text.Printable;
import dev.headroom.core.text.Texts;
import dev.headroom.report.html.HtmlReport;
import dev.headroom.report.plain.JUnitReport;
import dev.headroom.report.plain.Markdown;
import dev.headroom.report.plain.TerminalIndex;
import dev.headroom.report.plain.TerminalInspection;
import dev.headroom.report.plain.TerminalReport;
import dev.headroom.report.view.IndexEntry;
import dev.headroom.report.view.IndexView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** What a result looks like to a reader. All that is shown of one goes through here, which makes its texts harmless. */
public final class Reports {

    /** These have several lines by their nature: words of exceptions and services, and what the writer of an experiment says. */
    private static final Set<String> OF_SEVERAL_LINES = Set.of("failure", "leftOut", "description", "body");

    private Reports() {}

    /** A self-contained page: no network, dark and light. */
    public static String html(ExperimentResult result) {
        return HtmlReport.render(seen(result));
    }

    /** In brief: fits a comment on a pull request. */
    public static String markdown(ExperimentResult result) {
        return Markdown.render(seen(result));
    }

    /**
     * The closing table and the diagnoses in words.
     *
     * @param columns width of the terminal
     * @param ansi colours allowed
     */
    public static String terminal(ExperimentResult result, int columns, boolean ansi) {
        return TerminalReport.render(seen(result), columns, ansi);
    }

    /** What binds a running JVM, for a terminal. */
    public static String terminal(Inspection inspection, int columns, boolean ansi) {
        return TerminalInspection.render(seen(inspection), columns, ansi);
    }

    /** The same as a self-contained page. */
    public static String html(Inspection inspection) {
        return HtmlReport.render(seen(inspection));
    }

    /** The same as GitHub's Markdown. */
    public static String markdown(Inspection inspection) {
        return Markdown.render(seen(inspection));
    }

    /** What became of what was expected of several experiments, for a build server. */
    public static String junit(List<IndexEntry> entries) {
        return JUnitReport.render(seen(entries));
    }

    /** Several experiments in a few lines. */
    public static String terminalIndex(Instant startedAt, Duration elapsed, List<IndexEntry> entries, int columns) {
        return TerminalIndex.render(IndexView.of(startedAt, elapsed, seen(entries)), columns);
    }

    /** One page that leads to those of several experiments; as self-contained as they are. */
    public static String index(Instant startedAt, Duration elapsed, List<IndexEntry> entries) {
        return HtmlReport.render(IndexView.of(startedAt, elapsed, seen(entries)));
    }

    private static List<IndexEntry> seen(List<IndexEntry> entries) {
        return entries.stream().map(Reports::seen).toList();
    }

    /** With all its texts as they may be seen: no name begins a line or turns its neighbours round, wherever it will stand. */
    private static <T> T seen(T record) {
        return Texts.change(
                record, (name, text) -> OF_SEVERAL_LINES.contains(name) ? Printable.of(text) : Printable.name(text));
    }
}
