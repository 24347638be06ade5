package dev.headroom.report.plain;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Words;
import dev.headroom.report.view.variant.Breakdown;
import dev.headroom.report.view.variant.FoundView;
import dev.headroom.report.view.variant.HoldingView;
import dev.headroom.report.view.variant.KindTable;
import dev.headroom.report.view.variant.MoveView;
import dev.headroom.report.view.variant.TermsView;
import dev.headroom.report.view.variant.VariantView;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a verdict rests on, as Markdown: where the time goes, who holds the limit, what was moved, its rivals, its terms. */
final class MarkdownEvidence {

    private final List<String> lines = new ArrayList<>();

    private MarkdownEvidence() {}

    static List<String> of(VariantView variant) {
        var evidence = new MarkdownEvidence();
        variant.bound().ifPresent(bound -> evidence.paragraph(Markup.text(bound)));
        variant.kinds().ifPresent(evidence::kinds);
        return evidence.of(variant.found());
    }

    /** Of a running JVM. */
    static List<String> ofOne(FoundView found) {
        return new MarkdownEvidence().of(found);
    }

    private List<String> of(FoundView found) {
        found.breakdown().ifPresent(this::breakdown);
        found.holdings().forEach(this::holding);
        found.moves().forEach(this::move);
        rivals(found.rivals());
        return lines;
    }

    static List<String> of(TermsView terms) {
        var evidence = new MarkdownEvidence();
        evidence.terms(terms);
        return evidence.lines;
    }

    private void breakdown(Breakdown breakdown) {
        boolean alone = breakdown.alone().isPresent();
        paragraph(
                alone
                        ? "| where the time goes | alone | under load | of what is added | requests there |"
                        : "| where the time goes | under load | requests there |");
        lines.add("| --- | ---: | ---: |" + (alone ? " ---: | ---: |" : ""));
        breakdown
                .rows()
                .forEach(row -> lines.add("| "
                        + (row.limit() ? "**" + Markup.text(row.name()) + "**" : Markup.text(row.name())) + " | "
                        + (alone
                                ? String.join(" | ", row.alone(), row.loaded(), row.share(), row.requests())
                                : row.loaded() + " | " + row.requests())
                        + " |"));
        paragraph(Markup.text(breakdown.summary()));
    }

    private void kinds(KindTable kinds) {
        paragraph(row("kind of request", kinds.columns().stream().map(KindTable.Column::head)));
        lines.add(row("---", kinds.columns().stream().map(column -> "---:")));
        for (int i = 0; i < kinds.names().size(); i++) {
            int kind = i;
            lines.add(row(
                    Markup.text(kinds.names().get(kind)),
                    kinds.columns().stream().map(column -> column.cells().get(kind))));
        }
        if (!kinds.sentence().isEmpty()) {
            paragraph(Markup.text(kinds.sentence()));
        }
    }

    private static String row(String name, Stream<String> cells) {
        return "| " + name + " | " + cells.collect(Collectors.joining(" | ")) + " |";
    }

    private void holding(HoldingView holding) {
        paragraph("**" + Markup.text(holding.title()) + ":** "
                + holding.sites().stream()
                        .map(site -> Markup.code(site.brief()) + " " + site.share()
                                + (site.activity().isEmpty() ? "" : " " + site.activity()))
                        .collect(Collectors.joining(", ")));
    }

    private void move(MoveView move) {
        if (!move.told().isEmpty()) {
            paragraph((move.moved() ? "**Moved:** " : "**Not moved:** ") + Markup.text(move.told()));
        }
    }

    private void rivals(List<Diagnosis.Rival> rivals) {
        if (!rivals.isEmpty()) {
            paragraph("What else it could have been, and why it is not:");
            lines.add("");
            rivals.forEach(rival -> lines.add("- " + Markup.text(Words.of(rival.limit())) + " (explains "
                    + Format.seconds(rival.explains()) + "): " + Markup.text(rival.because())));
        }
    }

    private void terms(TermsView terms) {
        paragraph("| term | | value | error | measured how |");
        lines.add("| --- | --- | ---: | ---: | --- |");
        terms.terms()
                .forEach(term -> lines.add("| " + Markup.code(term.symbol()) + " | " + Markup.text(term.meaning())
                        + " | " + term.value() + " | " + term.error() + " | " + Markup.text(term.source()) + " |"));
        if (!terms.checks().isEmpty()) {
            lines.add("");
            for (Diagnosis.Check check : terms.checks()) {
                String difference = Format.difference(check.left(), check.right());
                lines.add(
                        "- " + (check.holds() ? "holds" : "**does not hold**") + ": " + Markup.text(check.law()) + ": "
                                + Format.value(check.left(), check.unit()) + " against "
                                + Format.value(check.right(), check.unit())
                                + (difference.isEmpty() ? "" : " (" + difference + ")"));
            }
        }
    }

    private void paragraph(String text) {
        lines.add("");
        lines.add(text);
    }
}
