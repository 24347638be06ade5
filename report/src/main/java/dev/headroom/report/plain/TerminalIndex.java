package dev.headroom.report.plain;

import dev.headroom.core.text.Printable;
import dev.headroom.report.text.Ascii;
import dev.headroom.report.text.Prose;
import dev.headroom.report.view.IndexView;
import dev.headroom.report.view.IndexView.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Several experiments in a few lines: of each what bound the variant that did worst, and what lifting it brought. */
public final class TerminalIndex {

    private TerminalIndex() {}

    public static String render(IndexView index, int columns) {
        int longest = index.sections().stream()
                .mapToInt(section -> section.name().length())
                .max()
                .orElse(0);
        int name = Math.min(longest, columns / 3);
        StringBuilder out = new StringBuilder(Ascii.of(index.verdicts())).append('\n');
        for (Section section : index.sections()) {
            String indent = " ".repeat(name + 2);
            String start = Ascii.left(Ascii.cut(Ascii.of(section.name()), name), name + 2);
            List<String> sentences = new ArrayList<>(List.of(words(section)));
            section.expected().unmet().forEach(row -> sentences.add(row.sentence()));
            for (String sentence : sentences) {
                for (String line : Printable.wrap(Ascii.of(sentence), columns - indent.length())) {
                    out.append(start).append(line).append('\n');
                    start = indent;
                }
            }
        }
        return out.toString();
    }

    private static String words(Section section) {
        if (section.failure().isPresent()) {
            return "broke off: " + section.failure().get();
        }
        return section.outcome()
                .map(outcome -> outcome.limit() + (outcome.proved() ? " (proved)" : "") + ": " + outcome.bound()
                        + " → " + outcome.lifted() + " " + outcome.change() + ", mean " + outcome.times() + ", "
                        + outcome.share() + " of physics")
                .orElseGet(() -> section.story().stream().map(Prose::plain).collect(Collectors.joining()));
    }
}
