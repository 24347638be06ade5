package dev.headroom.harness.calibration;

import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.statistics.Proportion;
import dev.headroom.core.text.Ids;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;

/** How often verdicts are right, by what they rest on; as Markdown, which a terminal shows as well. */
final class Calibration {

    private static final double CONFIDENCE = 0.95;

    private final List<Row> rows;
    private final List<String> lines = new ArrayList<>();

    private Calibration(List<Row> rows) {
        this.rows = rows;
    }

    static String of(List<Row> rows) {
        return new Calibration(rows).table();
    }

    private String table() {
        lines.add("| services | verdicts | proved, right | supported, right | suspected, right | false clears |"
                + " unknown | undecided, void, failed | placebos that followed |");
        lines.add("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        line("all", row -> true);
        lines("", Row::by);
        lines("load: ", Row::load);
        lines("", row -> row.tied() ? "two limits within 10 %" : "limits apart");
        lines("binds: ", Row::binding);
        lines("truth by ", Row::truthBy);
        lines.add("");
        lines.add("| the same observations | right | wrong | false clears |");
        lines.add("| --- | --- | --- | --- |");
        rival("Headroom, where it says something", Row::outcome);
        rival("the fullest pool", Row::fullest);
        rival("the longest queue", Row::longestQueue);
        return String.join("\n", lines);
    }

    private void lines(String prefix, Function<Row, String> group) {
        rows.stream()
                .map(group)
                .distinct()
                .sorted()
                .forEach(value -> line(prefix + value, row -> group.apply(row).equals(value)));
    }

    private void line(String name, Predicate<Row> which) {
        List<Row> some = rows.stream().filter(which).toList();
        List<Row> judged = some.stream()
                .filter(row -> row.outcome().counts() || row.outcome() == DrawnOutcome.UNKNOWN)
                .toList();
        long clears = judged.stream().filter(Calibration::isClear).count();
        Proportion falseClears = new Proportion(count(judged, DrawnOutcome.FALSE_CLEAR), clears);
        Proportion unknown = new Proportion(count(judged, DrawnOutcome.UNKNOWN), judged.size());
        lines.add("| %s | %d | %s | %s | %s | %s | %s | %d | %s |"
                .formatted(
                        name,
                        some.size(),
                        right(judged, Standing.PROVED),
                        right(judged, Standing.SUPPORTED),
                        right(judged, Standing.SUSPECTED),
                        most(falseClears),
                        most(unknown),
                        some.size() - judged.size(),
                        placebos(some)));
    }

    private static boolean isClear(Row row) {
        return row.said().equals(Ids.of(Said.Claim.NOTHING_BINDS));
    }

    private static long count(List<Row> rows, DrawnOutcome outcome) {
        return rows.stream().filter(row -> row.outcome() == outcome).count();
    }

    private static String right(List<Row> rows, Standing grade) {
        List<Row> graded = rows.stream()
                .filter(row -> row.outcome().counts() && row.grade().equals(Ids.of(grade)))
                .toList();
        Proportion right = new Proportion(count(graded, DrawnOutcome.RIGHT), graded.size());
        return words(right, "at least", right.atLeast(CONFIDENCE));
    }

    private static String most(Proportion some) {
        return words(some, "at most", some.atMost(CONFIDENCE));
    }

    private static String words(Proportion some, String side, double bound) {
        return some.of() == 0
                ? "-"
                : String.format(Locale.ROOT, "%d of %d (%s %.1f %%)", some.count(), some.of(), side, 100 * bound);
    }

    private static String placebos(List<Row> rows) {
        List<Row> with = rows.stream().filter(row -> row.placebo().size() == 2).toList();
        return with.isEmpty()
                ? "-"
                : most(new Proportion(
                        with.stream().mapToInt(row -> row.placebo().get(0)).sum(),
                        with.stream().mapToInt(row -> row.placebo().get(1)).sum()));
    }

    private void rival(String name, Function<Row, DrawnOutcome> outcome) {
        List<DrawnOutcome> all =
                rows.stream().map(outcome).filter(DrawnOutcome::counts).toList();
        lines.add("| %s | %d of %d | %d | %d |"
                .formatted(
                        name,
                        all.stream().filter(one -> one == DrawnOutcome.RIGHT).count(),
                        all.size(),
                        all.stream().filter(one -> one == DrawnOutcome.WRONG).count(),
                        all.stream()
                                .filter(one -> one == DrawnOutcome.FALSE_CLEAR)
                                .count()));
    }

    /** All verdicts, one line each. */
    static String all(List<Row> rows) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "| seed, # | by | service | binds | truth by | said | grade | outcome | fullest pool | longest queue |");
        lines.add("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        for (Row row : rows) {
            lines.add("| %d, %d | %s | %s | %s | %s | %s | %s | %s | %s | %s |"
                    .formatted(
                            row.seed(),
                            row.number(),
                            row.by(),
                            row.service(),
                            row.binding(),
                            row.truthBy(),
                            row.said().replace("|", "\\|"),
                            row.grade(),
                            row.outcome().words(),
                            row.fullest().words(),
                            row.longestQueue().words()));
        }
        return String.join("\n", lines);
    }
}
