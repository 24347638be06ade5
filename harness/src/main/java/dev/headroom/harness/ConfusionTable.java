package dev.headroom.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** What was right and what was not, over all runs of trials; as Markdown, which a terminal shows as well. */
public final class ConfusionTable {

    private ConfusionTable() {}

    public static String of(List<TrialRow> rows) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "| | runs | named right | `unknown` | wrong | false \"nothing binds\" | false alarm | void | failed |");
        lines.add("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        lines.add(line("limits", rows, row -> !row.twin()));
        lines.add(line("twins", rows, TrialRow::twin));
        rows.stream()
                .map(TrialRow::jdk)
                .distinct()
                .sorted()
                .forEach(jdk -> lines.add(line("JDK " + jdk, rows, row -> row.jdk() == jdk)));
        return String.join("\n", lines);
    }

    private static String line(String what, List<TrialRow> rows, Predicate<TrialRow> of) {
        List<TrialRow> some = rows.stream().filter(of).toList();
        StringBuilder line = new StringBuilder("| " + what + " | " + some.size());
        for (TrialOutcome outcome : TrialOutcome.values()) {
            long count = some.stream().filter(row -> row.outcome() == outcome).count();
            line.append(" | ").append(count);
            if (outcome == TrialOutcome.RIGHT && !some.isEmpty()) {
                line.append(String.format(Locale.ROOT, " (%.0f %%)", 100.0 * count / some.size()));
            }
        }
        return line.append(" |").toString();
    }

    /** All rows, for {@code --markdown}. */
    public static String all(List<TrialRow> rows) {
        List<String> lines = new ArrayList<>();
        lines.add("| trial | | JDK | outcome | said | standing | expected | ceiling | by construction | X |");
        lines.add("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        for (TrialRow row : rows) {
            lines.add("| `%s` | %s | %d | %s | %s | %s | %s | %s | %s | %s |"
                    .formatted(
                            row.trial().name(),
                            row.twin() ? "twin" : "",
                            row.jdk(),
                            row.outcome().words(),
                            row.said().replace("|", "\\|"),
                            row.standing(),
                            row.expected(),
                            TrialRow.number(row.ceiling()),
                            row.twin() ? "" : TrialRow.number(row.trial().ceiling()),
                            TrialRow.number(row.throughput())));
        }
        return String.join("\n", lines);
    }
}
