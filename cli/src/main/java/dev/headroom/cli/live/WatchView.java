package dev.headroom.cli.live;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.text.Numbers;
import dev.headroom.core.text.Printable;
import dev.headroom.core.text.Texts;
import dev.headroom.lab.running.VerdictHistory.Entry;
import dev.headroom.lab.store.Redaction;
import dev.headroom.report.text.ProofWords;
import dev.headroom.report.text.Words;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** One picture of `headroom watch`: the load, the verdict and those before it, {@link WatchTables tables}, and on the last line what the keys do. */
public final class WatchView {

    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

    /** Rows of a terminal from which texts are shown whole. */
    private static final int TALL = 36;

    private static final int MOST_HISTORY = 3;

    /** Of the question with all that it means. */
    private static final int LONGEST_BOTTOM = 20;

    private final List<AttributedString> lines = new ArrayList<>();
    private final int width;
    private final int most;

    private WatchView(int width, int rows) {
        this.width = width;
        most = rows >= TALL ? Integer.MAX_VALUE : 3;
    }

    /**
     * @param verdicts newest first
     * @param bottom stands in the last lines in place of the keys; empty where nothing does
     */
    public static List<AttributedString> lines(
            String service,
            Optional<Inspection> found,
            List<Entry> verdicts,
            WatchOptions options,
            String bottom,
            int columns,
            int rows) {
        WatchView view = new WatchView(width(columns), rows);
        Optional<Inspection> now = found.map(WatchView::harmless);
        view.head(service, now, options);
        verdicts.stream().limit(1).forEach(view::verdict);
        now.ifPresent(view::whyNothingIsSeen);
        verdicts.stream().skip(1).limit(MOST_HISTORY).forEach(view::earlier);
        now.ifPresentOrElse(
                seen -> view.lines.addAll(new WatchTables(seen, options, view.width).lines()),
                () -> view.text("looking ...", 1, LiveFrame.DIM));
        WatchView last = new WatchView(view.width, rows);
        if (bottom.isEmpty()) {
            last.text(keys(options), 1, LiveFrame.DIM);
        } else {
            last.text(bottom, Math.clamp(rows, 1, LONGEST_BOTTOM), LiveFrame.BOLD);
        }
        List<AttributedString> shown = fit(view.lines, Math.max(0, rows - last.lines.size()));
        shown.addAll(last.lines);
        return shown.stream().map(line -> cut(line, view.width)).toList();
    }

    private static int width(int columns) {
        return Math.max(40, columns - 1);
    }

    /** Whether that is to be read from its beginning to its end where it stands in the last lines. */
    static boolean isWhole(String bottom, int columns, int rows) {
        int width = width(columns);
        List<String> wrapped = new WatchView(width, rows).wrapped(harmless(bottom));
        return columns > width
                && wrapped.size() <= Math.clamp(rows, 1, LONGEST_BOTTOM)
                && wrapped.stream().allMatch(line -> new AttributedString(line).columnLength() <= width);
    }

    private static String keys(WatchOptions options) {
        return "q end  /" + (options.filter().isEmpty() ? " filter" : options.filter() + " Esc all")
                + "  s sort: " + options.sort().name().toLowerCase(Locale.ROOT) + "  d "
                + (options.detail() ? "no lines" : "lines") + "  p prove  space "
                + (options.frozen() ? "go on" : "freeze") + "  r page";
    }

    /** As many as there is room for; what is left out is told. */
    private static List<AttributedString> fit(List<AttributedString> lines, int room) {
        List<AttributedString> shown = new ArrayList<>(lines.subList(0, Math.min(lines.size(), room)));
        if (lines.size() > room && room > 0) {
            shown.set(
                    room - 1,
                    new AttributedString(
                            "… " + (lines.size() - room + 1) + " more lines, in a taller window", LiveFrame.DIM));
        }
        while (shown.size() < room) {
            shown.add(AttributedString.EMPTY);
        }
        return shown;
    }

    private static AttributedString cut(AttributedString line, int width) {
        return line.columnLength() <= width
                ? line
                : new AttributedStringBuilder()
                        .append(line.columnSubSequence(0, width - 1))
                        .append("…")
                        .toAttributedString();
    }

    private void head(String service, Optional<Inspection> now, WatchOptions options) {
        AttributedStringBuilder head = new AttributedStringBuilder().append(harmless(service), LiveFrame.BOLD);
        now.ifPresent(seen -> {
            double x = seen.workload().throughput().value();
            head.append("  " + (Double.isNaN(x) ? "requests not counted" : Numbers.of(x) + " requests/s") + ", "
                    + WatchTables.amount(seen.workload().inFlight()) + " in flight"
                    + (x > 0 ? ", " + Numbers.time(seen.workload().response()) + " each" : "") + "; "
                    + Numbers.of(Math.rint(100 * seen.seen().processor().service()) / 100) + " of "
                    + Numbers.of(seen.seen().granted()) + " cores");
        });
        if (options.frozen()) {
            head.append("  FROZEN", LiveFrame.BAD);
        }
        lines.add(head.toAttributedString());
    }

    private void verdict(Entry entry) {
        Diagnosis found = harmless(entry.diagnosis());
        boolean bound = isBound(found);
        boolean free = found.nothingBinds();
        text(
                "▶ " + words(found) + ", since " + CLOCK.format(entry.since()),
                1,
                bound ? LiveFrame.BAD.bold() : free ? LiveFrame.GOOD : LiveFrame.FULL);
        earned(found).ifPresent(why -> text("  " + why, most, LiveFrame.BOLD));
        text("  " + found.summary(), most, AttributedStyle.DEFAULT);
        if (bound) {
            found.remedy().ifPresent(remedy -> text("  To lift it: " + remedy.action(), most, LiveFrame.DIM));
        }
    }

    /** The last note says why no look comes, where none does. */
    private void whyNothingIsSeen(Inspection now) {
        List<String> notes = now.seen().notes();
        if (now.seen().probe().samples() == 0 && !notes.isEmpty()) {
            text("  " + notes.getLast(), most, LiveFrame.FULL);
        }
    }

    private void earlier(Entry entry) {
        Diagnosis found = harmless(entry.diagnosis());
        text(
                "  " + CLOCK.format(entry.since()) + "  " + words(found)
                        + earned(found).map(why -> ": " + why).orElse(""),
                1,
                LiveFrame.DIM);
    }

    private static <T extends Record> T harmless(T record) {
        return Texts.change(Redaction.hide(record), (name, text) -> Printable.name(text));
    }

    private static String harmless(String text) {
        return Printable.name(Redaction.hideIn(text));
    }

    private static boolean isBound(Diagnosis found) {
        return found.verdict() == Verdict.LIMIT || found.verdict() == Verdict.DOWNSTREAM_IS_THE_LIMIT;
    }

    private static String words(Diagnosis found) {
        return switch (found.verdict()) {
            case LIMIT, DOWNSTREAM_IS_THE_LIMIT -> "bound by " + Words.binds(found) + grade(found);
            case LOAD_IS_THE_LIMIT -> "nothing binds" + grade(found);
            case UNKNOWN -> "unknown"; // the summary says why
            case GENERATOR_IS_THE_LIMIT, NOT_STATIONARY, ALL_REQUESTS_FAIL -> Words.binds(found);
        };
    }

    private static String grade(Diagnosis found) {
        return " (" + Words.of(found.standing()) + ")";
    }

    /** By what it earned its grade, where limits were moved for it. */
    private static Optional<String> earned(Diagnosis found) {
        return ProofWords.of(found, Optional.empty());
    }

    /** Further lines stand under the text of the first. */
    private void text(String text, int most, AttributedStyle style) {
        String plain = harmless(text);
        String indent = indent(plain);
        List<String> wrapped = most == 1 ? List.of(plain.strip().replace('\u00a0', ' ')) : wrapped(plain);
        int shown = Math.min(most, wrapped.size());
        for (int i = 0; i < shown; i++) {
            boolean isCut = i == shown - 1 && wrapped.size() > shown;
            lines.add(new AttributedString(indent + wrapped.get(i) + (isCut ? " …" : ""), style));
        }
    }

    private List<String> wrapped(String plain) {
        return Printable.wrap(plain, width - indent(plain).length() - 2);
    }

    private static String indent(String plain) {
        return " ".repeat(plain.length() - plain.stripLeading().length());
    }
}
