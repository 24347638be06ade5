package dev.headroom.report.plain;

import dev.headroom.report.text.Ascii;
import dev.headroom.report.view.variant.KindTable;
import dev.headroom.report.view.variant.KindTable.Column;
import java.util.ArrayList;
import java.util.List;

/** The kinds of request as lines for a terminal, in as many columns as it has room for. */
final class KindLines {

    private static final String HEAD = "kind of request";
    private static final int GAP = 2;

    private KindLines() {}

    /** Empty where the terminal is too narrow even for the columns that matter most. */
    static List<String> of(KindTable kinds, int width) {
        List<String> all = lines(kinds, kinds.columns());
        List<String> fits = all.getFirst().length() <= width
                ? all
                : lines(kinds, kinds.columns().stream().filter(Column::brief).toList());
        return fits.getFirst().length() <= width ? fits : List.of();
    }

    private static List<String> lines(KindTable kinds, List<Column> columns) {
        int names = Math.max(
                HEAD.length(),
                kinds.names().stream().mapToInt(String::length).max().orElse(0));
        List<StringBuilder> lines = new ArrayList<>();
        lines.add(new StringBuilder(Ascii.left(HEAD, names)));
        kinds.names().forEach(name -> lines.add(new StringBuilder(Ascii.left(name, names))));
        for (Column column : columns) {
            List<String> cells = new ArrayList<>(List.of(column.head()));
            column.cells().forEach(cell -> cells.add(Ascii.cell(cell)));
            int widest = cells.stream().mapToInt(String::length).max().orElse(0);
            for (int i = 0; i < cells.size(); i++) {
                lines.get(i).append(Ascii.right(cells.get(i), widest + GAP));
            }
        }
        return lines.stream().map(StringBuilder::toString).toList();
    }
}
