package dev.headroom.report.plain;

import dev.headroom.report.text.Ascii;
import dev.headroom.report.view.variant.Breakdown;
import dev.headroom.report.view.variant.Breakdown.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Where a response time goes, as lines for a terminal: a name, the time alone, where that is known, and under load, and a bar where there is room. */
final class TimeTable {

    private static final int NARROWEST = 56;
    private static final int WIDEST_BAR = 32;
    private static final int LEAST_TIME = 9;

    private TimeTable() {}

    /** Empty where the terminal is too narrow for columns. */
    static List<String> lines(Breakdown breakdown, int width) {
        if (width < NARROWEST) {
            return List.of();
        }
        int name = Math.min(
                width / 2 - 2,
                breakdown.rows().stream()
                        .mapToInt(row -> Ascii.of(row.name()).length())
                        .max()
                        .orElse(0));
        int head = Math.max(name, "where the time goes".length());
        int time = breakdown.rows().stream()
                .flatMap(row -> Stream.of(row.alone(), row.loaded()))
                .mapToInt(text -> text.length() + 1)
                .reduce(LEAST_TIME, Math::max);
        int alone = breakdown.alone().isPresent() ? time : 0;
        int bar = Math.min(WIDEST_BAR, width - head - alone - time - 3);
        double total = breakdown.rows().stream().mapToDouble(Row::seconds).sum();
        List<String> lines = new ArrayList<>();
        lines.add(Ascii.left("where the time goes", head)
                + (alone > 0 ? Ascii.right("alone", alone) : "")
                + Ascii.right("load", time));
        breakdown.rows().forEach(row -> lines.add(line(row, head, alone, time, bar, total)));
        return lines;
    }

    private static String line(Row row, int head, int alone, int width, int bar, double total) {
        String sign = row.limit() ? "#" : "=";
        return (Ascii.left(Ascii.cut(Ascii.of(row.name()), head), head)
                        + (alone > 0 ? Ascii.right(Ascii.cell(row.alone()), alone) : "")
                        + Ascii.right(Ascii.cell(row.loaded()), width)
                        + "  " + sign.repeat((int) Math.round(row.seconds() / total * bar)))
                .stripTrailing();
    }
}
