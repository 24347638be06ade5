package dev.headroom.report.plain;

import dev.headroom.core.model.result.Inspection;
import dev.headroom.report.text.Ascii;
import dev.headroom.report.text.Words;
import dev.headroom.report.view.InspectionView;
import dev.headroom.report.view.InspectionView.RoomRow;
import java.util.List;

/** What binds a running JVM, for a terminal: the verdict first, then why, and what to do. */
public final class TerminalInspection {

    private static final int BAR = 20;

    /** Columns of a name, however narrow the terminal is. */
    private static final int LEAST_NAME = 6;

    private TerminalInspection() {}

    public static String render(Inspection inspection, int columns, boolean ansi) {
        InspectionView view = InspectionView.of(inspection);
        Page page = new Page(columns, ansi);
        page.prose(view.service(), page.colours()::bold);
        page.prose(view.jvm() + "; " + view.load(), page.colours()::dim);
        page.line("");
        page.prose(
                view.verdict() + Words.inBrackets(view.standing()),
                line -> page.colours().of(view.tone(), line));
        page.indented(view.found().summary());
        view.found().earned().ifPresent(page::indented);
        view.since().ifPresent(page::indented);
        page.evidence(view.found(), !view.tone().isFree());
        room(view.room(), page);
        page.line("");
        page.notes(view.found());
        page.prose(view.watched(), page.colours()::dim);
        return page.toString();
    }

    private static void room(List<RoomRow> rows, Page page) {
        if (rows.isEmpty()) {
            return;
        }
        int name = rows.stream()
                .mapToInt(row -> Ascii.of(row.name()).length())
                .max()
                .orElse(0);
        int fits = Math.max(LEAST_NAME, Math.min(name, page.room() - BAR - 24));
        page.line("");
        page.indented(InspectionView.ROOM + ":");
        page.lines(rows.stream()
                .map(row -> Ascii.left(Ascii.cut(Ascii.of(row.name()), fits), fits + 2)
                        + Ascii.left("=".repeat((int) Math.round(row.share() * BAR)), BAR)
                        + Ascii.right(Ascii.of(row.used()), 7)
                        + Ascii.right(Ascii.of(row.ceiling()), 13))
                .toList());
    }
}
