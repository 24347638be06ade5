package dev.headroom.report.plain;

import dev.headroom.core.model.result.Inspection;
import dev.headroom.report.view.InspectionView;

/** What binds a running JVM, as GitHub's Markdown: fits a comment on an incident. */
public final class MarkdownInspection {

    private MarkdownInspection() {}

    public static String render(Inspection inspection) {
        InspectionView view = InspectionView.of(inspection);
        StringBuilder out = new StringBuilder();
        String standing = view.standing().isEmpty() ? "" : " (" + view.standing() + ")";
        paragraph(out, "# " + Markup.text(view.service()) + ": " + Markup.text(view.verdict()) + standing);
        paragraph(out, Markup.text(view.found().summary()));
        view.found().earned().ifPresent(text -> paragraph(out, Markup.text(text)));
        view.since().ifPresent(text -> paragraph(out, Markup.text(text)));
        paragraph(out, Markup.text(view.jvm() + "; " + view.load() + "."));
        MarkdownEvidence.ofOne(view.found()).forEach(line -> out.append(line).append('\n'));
        out.append('\n');
        view.found()
                .remedy()
                .ifPresent(remedy ->
                        paragraph(out, "**To lift it:** " + Markup.text(remedy.action() + " " + remedy.reasoning())));
        view.found().next().ifPresent(text -> paragraph(out, Markup.text(text)));
        if (!view.room().isEmpty()) {
            paragraph(out, InspectionView.ROOM + ":");
            out.append("| limit with room left | used | full at |\n| --- | ---: | ---: |\n");
            view.room()
                    .forEach(row -> out.append(
                            "| " + Markup.text(row.name()) + " | " + row.used() + " | " + row.ceiling() + " |\n"));
            out.append('\n');
        }
        view.found().notes().forEach(note -> out.append("- " + Markup.text(note) + "\n"));
        paragraph(out, (view.found().notes().isEmpty() ? "" : "\n") + Markup.text(view.watched()));
        return out.toString();
    }

    private static void paragraph(StringBuilder out, String text) {
        out.append(text).append("\n\n");
    }
}
