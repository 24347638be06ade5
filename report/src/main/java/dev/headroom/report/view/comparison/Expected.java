package dev.headroom.report.view.comparison;

import dev.headroom.core.model.experiment.Expectations.Outcome;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What was expected of the runs, and what became of it. */
public record Expected(List<Row> rows) {

    /**
     * @param run the variant, and of several runs of it which
     * @param expected {@code p95 < 500 ms}
     */
    public record Row(String anchor, String run, String expected, String measured, boolean met) {

        /** {@code lifted: expected p95 < 500 ms, found 612 ms}. */
        public String sentence() {
            return run + ": expected " + expected + ", found " + measured;
        }
    }

    public static Expected of(Repetitions repetitions) {
        List<Row> rows = new ArrayList<>();
        IntStream.range(0, repetitions.groups().size())
                .forEach(index -> repetitions
                        .groups()
                        .get(index)
                        .runs()
                        .forEach(run -> run.expectations()
                                .forEach(outcome -> rows.add(row(run, outcome, Comparison.anchor(index))))));
        return new Expected(rows);
    }

    private static Row row(Run run, Outcome outcome, String anchor) {
        return new Row(anchor, name(run), outcome.name() + " " + outcome.expected(), outcome.measured(), outcome.met());
    }

    /** {@code lifted}, {@code lifted (run 2)}. */
    static String name(Run run) {
        return run.variant().name() + (run.repetition() == 1 ? "" : " (run " + run.repetition() + ")");
    }

    public List<Row> unmet() {
        return rows.stream().filter(row -> !row.met()).toList();
    }

    /** {@code All 6 expectations are met.}; empty where nothing was expected. */
    public String sentence() {
        int count = rows.size();
        int unmet = unmet().size();
        if (count == 0) {
            return "";
        }
        if (count == 1) {
            return unmet == 0 ? "The one expectation is met." : "The one expectation is not met.";
        }
        return unmet == 0
                ? "All " + Format.count(count) + " expectations are met."
                : Format.count(unmet) + " of " + Format.count(count) + " expectations " + (unmet == 1 ? "is" : "are")
                        + " not met.";
    }
}
