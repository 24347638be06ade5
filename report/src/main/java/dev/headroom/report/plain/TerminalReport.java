package dev.headroom.report.plain;

import dev.headroom.core.model.ExperimentResult;
import dev.headroom.report.text.Prose;
import dev.headroom.report.text.Words;
import dev.headroom.report.view.ChainLink;
import dev.headroom.report.view.Comparison;
import dev.headroom.report.view.ReportView;
import dev.headroom.report.view.VariantView;
import java.util.List;
import java.util.stream.Collectors;

/** What stands in the terminal when an experiment is done: the table, then each variant's answer in words. */
public final class TerminalReport {

    private static final int MARGIN = 2;
    private static final int NARROWEST = 24;
    /** Longer lines of prose are hard to read, however wide the terminal is. */
    private static final int WIDEST_PROSE = 100;

    private final StringBuilder out = new StringBuilder();
    private final int columns;
    private final Colours colours;

    private TerminalReport(int columns, boolean ansi) {
        this.columns = Math.max(NARROWEST, columns);
        this.colours = new Colours(ansi);
    }

    public static String render(ExperimentResult result, int columns, boolean ansi) {
        return new TerminalReport(columns, ansi).write(ReportView.of(result));
    }

    private String write(ReportView report) {
        prose(report.title(), 0).forEach(line -> line(colours.bold(line)));
        prose(report.load() + "; took " + report.elapsed(), 0).forEach(line -> line(colours.dim(line)));
        if (!report.variants().isEmpty()) {
            List<Comparison> rows =
                    report.variants().stream().map(VariantView::comparison).toList();
            line("");
            out.append(ComparisonTable.of(rows, columns, colours));
        }
        report.quickNote().ifPresent(note -> {
            line("");
            prose(note, 0).forEach(this::line);
        });
        report.variants().forEach(this::variant);
        line("");
        prose(report.story().stream().map(Prose::plain).collect(Collectors.joining()), 0)
                .forEach(this::line);
        return out.toString();
    }

    private void variant(VariantView variant) {
        line("");
        Comparison comparison = variant.comparison();
        String standing = comparison
                .standing()
                .map(Words::of)
                .map(word -> " (" + word + ")")
                .orElse("");
        List<String> head = prose(variant.name() + ": " + variant.verdict() + standing, 0);
        head.forEach(line -> line(colours.of(comparison.tone(), line)));
        variant.failure().ifPresent(failure -> indented(failure));
        indented(variant.summary());
        if (variant.chain().size() > 1) {
            indented(variant.chain().stream().map(TerminalReport::link).collect(Collectors.joining(" -> ")));
        }
        variant.remedy().ifPresent(remedy -> indented("To lift it: " + remedy.action()));
        variant.next().ifPresent(this::indented);
    }

    private static String link(ChainLink link) {
        return link.busy().isEmpty() ? link.name() : link.name() + "\u00a0" + link.busy();
    }

    private void indented(String text) {
        if (!text.isEmpty()) {
            prose(text, MARGIN).forEach(line -> line(" ".repeat(MARGIN) + line));
        }
    }

    private List<String> prose(String text, int indent) {
        return Ascii.wrap(Ascii.of(text), Math.min(WIDEST_PROSE, columns) - indent);
    }

    private void line(String line) {
        out.append(line).append('\n');
    }
}
