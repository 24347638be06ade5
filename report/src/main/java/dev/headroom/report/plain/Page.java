package dev.headroom.report.plain;

import dev.headroom.core.text.Printable;
import dev.headroom.report.text.Ascii;
import dev.headroom.report.view.variant.ChainLink;
import dev.headroom.report.view.variant.FoundView;
import dev.headroom.report.view.variant.HoldingView;
import dev.headroom.report.view.variant.MoveView;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Lines for a terminal, and those parts of a verdict that every page of one has. */
final class Page {

    private static final int MARGIN = 2;
    private static final int NARROWEST = 24;
    private static final int MOST_SITES = 3;

    /** Longer lines of prose are hard to read, however wide the terminal is. */
    private static final int WIDEST_PROSE = 100;

    private final StringBuilder out = new StringBuilder();
    private final int columns;
    private final Colours colours;

    Page(int columns, boolean ansi) {
        this.columns = Math.max(NARROWEST, columns);
        this.colours = new Colours(ansi);
    }

    int columns() {
        return columns;
    }

    /** Columns of a line that is indented. */
    int room() {
        return columns - MARGIN;
    }

    Colours colours() {
        return colours;
    }

    void prose(String text) {
        prose(text, UnaryOperator.identity());
    }

    void prose(String text, UnaryOperator<String> style) {
        wrapped(text, 0).forEach(line -> line(style.apply(line)));
    }

    void indented(String text) {
        if (!text.isEmpty()) {
            lines(wrapped(text, MARGIN));
        }
    }

    void lines(List<String> lines) {
        lines.forEach(line -> line(" ".repeat(MARGIN) + line));
    }

    /** Where the time goes, who waits for whom, what was moved, and what to do. */
    void evidence(FoundView found, boolean holders) {
        found.breakdown().ifPresent(breakdown -> lines(TimeTable.lines(breakdown, room())));
        chain(found.chain());
        if (holders) {
            found.holdings().forEach(this::holding);
        }
        found.moves().forEach(this::move);
        found.remedy().ifPresent(remedy -> indented("To lift it: " + remedy.action()));
        found.next().ifPresent(this::indented);
    }

    void notes(FoundView found) {
        found.notes().forEach(note -> indented("- " + note));
    }

    private void chain(List<ChainLink> chain) {
        if (chain.size() > 1) {
            indented(chain.stream().map(Page::link).collect(Collectors.joining(" -> ")));
        }
    }

    private void holding(HoldingView holding) {
        indented(holding.title() + ": "
                + holding.sites().stream()
                        .limit(MOST_SITES)
                        .map(HoldingView.Site::words)
                        .collect(Collectors.joining(", ")));
    }

    void move(MoveView move) {
        if (!move.told().isEmpty()) {
            indented((move.moved() ? "Moved " : "Not moved: ") + move.told());
        }
    }

    void line(String line) {
        out.append(line).append('\n');
    }

    /** Lines that end by themselves. */
    void text(String lines) {
        out.append(lines);
    }

    private static String link(ChainLink link) {
        return link.busy().isEmpty() ? link.name() : link.name() + "\u00a0" + link.busy();
    }

    private List<String> wrapped(String text, int indent) {
        return Printable.wrap(Ascii.of(text), Math.min(WIDEST_PROSE, columns) - indent);
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
