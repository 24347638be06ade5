package dev.headroom.report.plain;

import dev.headroom.core.model.ExperimentResult;
import dev.headroom.core.text.Printable;
import dev.headroom.report.text.Prose;
import dev.headroom.report.text.Words;
import dev.headroom.report.view.ChainLink;
import dev.headroom.report.view.Comparison;
import dev.headroom.report.view.Expected;
import dev.headroom.report.view.Holding;
import dev.headroom.report.view.KindTable;
import dev.headroom.report.view.MoveView;
import dev.headroom.report.view.ReportView;
import dev.headroom.report.view.Step;
import dev.headroom.report.view.Tone;
import dev.headroom.report.view.VariantView;
import java.util.List;
import java.util.stream.Collectors;

/** What stands in the terminal when an experiment is done: the table, then each variant's verdict in words. */
public final class TerminalReport {

    private static final int MARGIN = 2;
    private static final int NARROWEST = 24;
    private static final int MOST_SITES = 3;
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
        report.differences().forEach(difference -> {
            line("");
            prose(difference.sentence(), 0).forEach(this::line);
        });
        report.notes().forEach(note -> {
            line("");
            prose(note, 0).forEach(this::line);
        });
        for (int i = 0; i < report.variants().size(); i++) {
            step(report.steps().get(i), report.variants().get(i));
        }
        line("");
        prose(report.story().stream().map(Prose::plain).collect(Collectors.joining()), 0)
                .forEach(this::line);
        expected(report.expected());
        return out.toString();
    }

    /** Last, where it is seen first. */
    private void expected(Expected expected) {
        if (expected.rows().isEmpty()) {
            return;
        }
        Tone tone = expected.unmet().isEmpty() ? Tone.FREE : Tone.FAILED;
        line("");
        prose(expected.sentence(), 0).forEach(line -> line(colours.of(tone, line)));
        expected.unmet().forEach(row -> indented(row.sentence()));
    }

    /** A step of the story: what it lifts, and what binds it now. Where nothing binds there is nothing to explain. */
    private void step(Step step, VariantView variant) {
        line("");
        String standing =
                step.standing().map(Words::of).map(word -> " (" + word + ")").orElse("");
        prose(step.number() + " " + step.name() + ": " + variant.verdict() + standing, 0)
                .forEach(line -> line(colours.of(step.tone(), line)));
        variant.failure().ifPresent(this::indented);
        step.effects().forEach(effect -> indented(effect.sentence()));
        variant.bound().ifPresent(this::indented);
        variant.kinds().ifPresent(this::kinds);
        if (step.tone() == Tone.FREE) {
            variant.moves().forEach(this::move);
            variant.next().ifPresent(this::indented);
            return;
        }
        indented(variant.summary());
        variant.breakdown()
                .ifPresent(breakdown ->
                        TimeTable.lines(breakdown, columns - MARGIN).forEach(line -> line(" ".repeat(MARGIN) + line)));
        if (variant.chain().size() > 1) {
            indented(variant.chain().stream().map(TerminalReport::link).collect(Collectors.joining(" -> ")));
        }
        variant.holdings().forEach(this::holding);
        variant.moves().forEach(this::move);
        variant.remedy().ifPresent(remedy -> indented("To lift it: " + remedy.action()));
        variant.next().ifPresent(this::indented);
    }

    private void kinds(KindTable kinds) {
        KindLines.of(kinds, columns - MARGIN).forEach(line -> line(" ".repeat(MARGIN) + line));
        indented(kinds.sentence());
    }

    private void holding(Holding holding) {
        indented(holding.title() + ": "
                + holding.sites().stream()
                        .limit(MOST_SITES)
                        .map(Holding.Site::words)
                        .collect(Collectors.joining(", ")));
    }

    private void move(MoveView move) {
        indented("Moved " + move.title() + (move.line().isEmpty() ? "" : ": " + move.line()) + ". " + move.outcome());
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
        return Printable.wrap(Ascii.of(text), Math.min(WIDEST_PROSE, columns) - indent);
    }

    private void line(String line) {
        out.append(line).append('\n');
    }
}
