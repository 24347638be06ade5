package dev.headroom.report.plain;

import dev.headroom.core.text.Printable;
import dev.headroom.report.text.Ascii;
import dev.headroom.report.text.Words;
import dev.headroom.report.view.comparison.Comparison;
import dev.headroom.report.view.comparison.Comparison.Cell;
import dev.headroom.report.view.comparison.Comparison.Metric;
import java.util.List;
import java.util.function.Function;

/**
 * The table in as many columns as the terminal has. From {@value #WIDE} on differences stand beside the figures; below
 * {@value #TABLE} the variant and what binds it take lines of their own above their figures.
 */
final class ComparisonTable {

    private static final int WIDE = 112;
    private static final int TABLE = 76;
    private static final int MIN_BINDS = 15;
    private static final int MAX_NAME = 21;

    private record Column(String head, Function<Metric, Cell> cell) {}

    private static final Column MEASURED = new Column("measured", Metric::measured);
    private static final List<Column> ALL = List.of(
            new Column("published", Metric::published),
            new Column("predicted", Metric::predicted),
            MEASURED,
            new Column("physics", Metric::physics));

    private final StringBuilder out = new StringBuilder();
    private final List<Comparison> rows;
    private final int columns;
    private final Colours colours;
    private final boolean differences;
    private final int metricWidth;
    /** Those in which any variant has a figure. */
    private final List<Column> shown;

    private final int[] widths;

    private ComparisonTable(List<Comparison> rows, int columns, Colours colours) {
        this.rows = rows;
        this.columns = columns;
        this.colours = colours;
        this.differences = columns >= WIDE;
        this.shown = ALL.stream()
                .filter(column -> column == MEASURED || Comparison.any(rows, column.cell()))
                .toList();
        this.metricWidth = rows.stream()
                .flatMap(row -> row.metrics().stream())
                .mapToInt(metric -> metric.name().length())
                .max()
                .orElse(0);
        this.widths = new int[shown.size()];
        for (int i = 0; i < widths.length; i++) {
            int column = i;
            widths[i] = Math.max(
                    columns < TABLE ? 0 : shown.get(i).head().length(),
                    rows.stream()
                            .flatMap(row -> row.metrics().stream())
                            .mapToInt(metric -> figure(metric, column).length())
                            .max()
                            .orElse(0));
        }
    }

    static String of(List<Comparison> rows, int columns, Colours colours) {
        ComparisonTable table = new ComparisonTable(rows, columns, colours);
        if (columns < TABLE || table.figures() + MIN_BINDS + 8 > columns) {
            table.stacked();
        } else {
            table.beside();
        }
        return table.out.toString();
    }

    /** What the metric's name and its figures take, gaps included. */
    private int figures() {
        int sum = metricWidth;
        for (int width : widths) {
            sum += 1 + width;
        }
        return sum + 2;
    }

    private void beside() {
        int longest =
                rows.stream().mapToInt(row -> row.variant().length()).max().orElse(0);
        int name = Math.clamp(longest, 7, Math.min(MAX_NAME, columns - figures() - MIN_BINDS - 1));
        int binds = columns - name - 1 - figures();
        StringBuilder head = new StringBuilder(Ascii.left("variant", name + 1 + metricWidth));
        for (int i = 0; i < widths.length; i++) {
            // with differences the figure, not the difference, stands under the end of its heading
            head.append(' ').append(Ascii.right(shown.get(i).head(), widths[i]));
        }
        line(colours.dim(head + "  what binds"));
        for (Comparison row : rows) {
            line("");
            List<String> names = Printable.wrap(Ascii.of(row.variant()), name);
            List<String> answer = Printable.wrap(Ascii.of(row.binds()) + Words.inBrackets(row.standing()), binds);
            int lines = Math.max(row.metrics().size(), Math.max(names.size(), answer.size()));
            for (int i = 0; i < lines; i++) {
                String left = i < names.size() ? colours.bold(Ascii.left(names.get(i), name)) : " ".repeat(name);
                String middle = i < row.metrics().size() ? figures(row.metrics().get(i)) : " ".repeat(figures() - 2);
                String right = i < answer.size() ? colours.of(row.tone(), answer.get(i)) : "";
                line((left + " " + middle + "  " + right).stripTrailing());
            }
        }
    }

    private void stacked() {
        for (Comparison row : rows) {
            Printable.wrap(Ascii.of(row.variant()), columns).forEach(part -> line(colours.bold(part)));
            Printable.wrap(Ascii.of(row.binds()) + Words.inBrackets(row.standing()), columns - 2)
                    .forEach(part -> line("  " + colours.of(row.tone(), part)));
            for (Metric metric : row.metrics()) {
                line("  " + metric.name());
                for (int i = 0; i < widths.length; i++) {
                    if (!cell(metric, i).isEmpty()) {
                        line("    " + Ascii.left(shown.get(i).head(), 10) + Ascii.right(figure(metric, i), widths[i]));
                    }
                }
            }
            line("");
        }
    }

    private String figures(Metric metric) {
        StringBuilder line = new StringBuilder(colours.dim(Ascii.left(metric.name(), metricWidth)));
        for (int i = 0; i < widths.length; i++) {
            String figure = Ascii.right(figure(metric, i), widths[i]);
            line.append(' ').append(shown.get(i) == MEASURED ? colours.bold(figure) : figure);
        }
        return line.toString();
    }

    private String figure(Metric metric, int column) {
        Cell cell = cell(metric, column);
        String difference =
                differences && shown.get(column) != MEASURED ? Ascii.right(Ascii.cell(cell.difference()), 8) : "";
        return Ascii.cell(cell.value()) + difference;
    }

    private Cell cell(Metric metric, int column) {
        return shown.get(column).cell().apply(metric);
    }

    private void line(String line) {
        out.append(line).append('\n');
    }
}
