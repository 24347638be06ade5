package dev.headroom.report.plain;

import dev.headroom.core.model.result.ExperimentResult;
import dev.headroom.report.text.Prose;
import dev.headroom.report.text.Tone;
import dev.headroom.report.text.Words;
import dev.headroom.report.view.ReportView;
import dev.headroom.report.view.comparison.Comparison;
import dev.headroom.report.view.comparison.Expected;
import dev.headroom.report.view.variant.KindTable;
import dev.headroom.report.view.variant.VariantView;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What stands in the terminal when an experiment is done: the table, then each variant's verdict in words. */
public final class TerminalReport {

    private final Page page;

    private TerminalReport(int columns, boolean ansi) {
        page = new Page(columns, ansi);
    }

    public static String render(ExperimentResult result, int columns, boolean ansi) {
        return new TerminalReport(columns, ansi).write(ReportView.of(result));
    }

    private String write(ReportView report) {
        page.prose(report.title(), page.colours()::bold);
        page.prose(report.load() + "; took " + report.elapsed(), page.colours()::dim);
        if (!report.variants().isEmpty()) {
            List<Comparison> rows =
                    report.variants().stream().map(VariantView::comparison).toList();
            page.line("");
            page.text(ComparisonTable.of(rows, page.columns(), page.colours()));
        }
        Stream.concat(report.differences().stream(), report.notes().stream()).forEach(text -> {
            page.line("");
            page.prose(text);
        });
        report.variants().forEach(this::step);
        page.line("");
        page.prose(report.story().stream().map(Prose::plain).collect(Collectors.joining()));
        expected(report.expected());
        return page.toString();
    }

    /** Last, where it is seen first. */
    private void expected(Expected expected) {
        if (expected.rows().isEmpty()) {
            return;
        }
        Tone tone = expected.unmet().isEmpty() ? Tone.FREE : Tone.FAILED;
        page.line("");
        page.prose(expected.sentence(), line -> page.colours().of(tone, line));
        expected.unmet().forEach(row -> page.indented(row.sentence()));
    }

    /** A step of the story: what it lifts, and what binds it now. Where nothing binds there is nothing to explain. */
    private void step(VariantView variant) {
        Tone tone = variant.comparison().tone();
        page.line("");
        page.prose(
                variant.step().number() + " " + variant.name() + ": " + variant.verdict()
                        + Words.inBrackets(variant.comparison().standing()),
                line -> page.colours().of(tone, line));
        variant.failure().ifPresent(page::indented);
        variant.found().earned().ifPresent(page::indented);
        variant.lifted().ifPresent(page::indented);
        variant.step().effects().forEach(effect -> page.indented(effect.sentence()));
        variant.bound().ifPresent(page::indented);
        variant.kinds().ifPresent(this::kinds);
        if (tone.isFree()) {
            variant.found().moves().forEach(page::move);
            variant.found().next().ifPresent(page::indented);
            page.notes(variant.found());
            return;
        }
        page.indented(variant.found().summary());
        page.evidence(variant.found(), true);
        page.notes(variant.found());
    }

    private void kinds(KindTable kinds) {
        page.lines(KindLines.of(kinds, page.room()));
        page.indented(kinds.sentence());
    }
}
