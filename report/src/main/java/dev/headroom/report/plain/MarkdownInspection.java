package dev.headroom.report.plain;

import dev.headroom.core.model.result.Inspection;
import dev.headroom.report.view.InspectionView;
import dev.headroom.report.view.variant.Breakdown;
import dev.headroom.report.view.variant.HoldingView;
import java.util.stream.Collectors;

/** What binds a running JVM, as GitHub's Markdown: fits a comment on an incident. */
public final class MarkdownInspection {

    private MarkdownInspection() {}

    public static String render(Inspection inspection) {
        InspectionView view = InspectionView.of(inspection);
        StringBuilder out = new StringBuilder();
        String standing = view.standing().isEmpty() ? "" : " (" + view.standing() + ")";
        paragraph(out, "# " + Markup.text(view.service()) + ": " + Markup.text(view.verdict()) + standing);
        paragraph(out, Markup.text(view.summary()));
        view.earned().ifPresent(text -> paragraph(out, Markup.text(text)));
        view.since().ifPresent(text -> paragraph(out, Markup.text(text)));
        paragraph(out, Markup.text(view.jvm() + "; " + view.load() + "."));
        view.breakdown().ifPresent(breakdown -> table(out, breakdown));
        view.holdings().forEach(holding -> paragraph(out, holding(holding)));
        view.moves().forEach(move -> paragraph(out, Markup.text("Moved " + move.told())));
        view.remedy()
                .ifPresent(remedy ->
                        paragraph(out, "**To lift it:** " + Markup.text(remedy.action() + " " + remedy.reasoning())));
        view.next().ifPresent(text -> paragraph(out, Markup.text(text)));
        if (!view.room().isEmpty()) {
            out.append("| limit with room left | used | full at |\n| --- | ---: | ---: |\n");
            view.room()
                    .forEach(row -> out.append(
                            "| " + Markup.text(row.name()) + " | " + row.used() + " | " + row.ceiling() + " |\n"));
            out.append('\n');
        }
        view.notes().forEach(note -> out.append("- " + Markup.text(note) + "\n"));
        paragraph(out, (view.notes().isEmpty() ? "" : "\n") + Markup.text(view.watched()));
        return out.toString();
    }

    private static void table(StringBuilder out, Breakdown breakdown) {
        out.append("| where the time goes | a response | requests there |\n| --- | ---: | ---: |\n");
        breakdown
                .rows()
                .forEach(row -> out.append(
                        "| " + (row.limit() ? "**" + Markup.text(row.name()) + "**" : Markup.text(row.name())) + " | "
                                + row.loaded() + " | " + row.requests() + " |\n"));
        out.append('\n');
    }

    private static String holding(HoldingView holding) {
        return Markup.text(holding.title() + ": "
                + holding.sites().stream().map(HoldingView.Site::words).collect(Collectors.joining(", ")) + ".");
    }

    private static void paragraph(StringBuilder out, String text) {
        out.append(text).append("\n\n");
    }
}
