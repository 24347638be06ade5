package dev.headroom.cli.live;

import dev.headroom.core.model.observation.Observation.PoolSample;
import dev.headroom.core.text.Numbers;
import dev.headroom.core.text.Printable;
import dev.headroom.load.recording.LoadProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** One picture of a run under way: phase and time, the load's counts, and each pool as a bar that fills. */
public final class LiveFrame {

    private static final int MOST_POOLS = 6;
    static final AttributedStyle DIM = AttributedStyle.DEFAULT.faint();
    public static final AttributedStyle BOLD = AttributedStyle.DEFAULT.bold();
    static final AttributedStyle GOOD = AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN);
    static final AttributedStyle FULL = AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW);
    static final AttributedStyle BAD = AttributedStyle.DEFAULT.foreground(AttributedStyle.RED);

    private LiveFrame() {}

    /**
     * @param title e.g. "users 2/5 common-pool"
     * @param soFar what seems to bind, in a sentence
     * @param largest the most workers that each pool was seen with: the length of a full bar
     */
    static List<AttributedString> render(
            String title,
            LoadProgress load,
            Optional<String> soFar,
            List<PoolSample> pools,
            Map<String, Integer> largest,
            int width) {
        List<AttributedString> lines = new ArrayList<>();
        lines.add(phase(title, load, width));
        lines.add(counts(load, width));
        soFar.ifPresent(sentence -> lines.add(verdict(sentence, width)));
        pools.stream()
                .filter(pool -> pool.active() > 0 || pool.queued() > 0)
                .sorted(Comparator.comparingInt(PoolSample::active).reversed())
                .limit(MOST_POOLS)
                .forEach(pool -> lines.add(pool(pool, largest.getOrDefault(pool.pool(), pool.workers()), width)));
        return lines;
    }

    /** What a terminal is given: nothing but colours and weights is obeyed, wherever a text came from. */
    public static List<AttributedString> harmless(List<AttributedString> lines) {
        return lines.stream().map(LiveFrame::harmless).toList();
    }

    private static AttributedString harmless(AttributedString line) {
        String text = line.toString();
        if (Printable.name(text).equals(text)) {
            return line;
        }
        var shown = new AttributedStringBuilder();
        int at = 0;
        while (at < text.length()) {
            int one = text.codePointAt(at);
            shown.append(Printable.name(Character.toString(one)), line.styleAt(at));
            at += Character.charCount(one);
        }
        return shown.toAttributedString();
    }

    /** The same without colours and weights, for those who set NO_COLOR. */
    static List<AttributedString> plain(List<AttributedString> lines) {
        return lines.stream().map(line -> new AttributedString(line.toString())).toList();
    }

    private static AttributedString phase(String title, LoadProgress load, int width) {
        String name = switch (load.phase()) {
            case WARM_UP -> "warm-up";
            case ONE_USER -> "one user";
            case LOAD -> "load";
            case DRAIN -> "drain";
            case PROOF -> "proof";
            case DONE -> "done";
        };
        String time =
                load.total().isZero() ? clock(load.elapsed()) : clock(load.elapsed()) + " / " + clock(load.total());
        var line = new AttributedStringBuilder()
                .style(BOLD)
                .append(Printable.name(title))
                .style(DIM);
        line.append("  ").append(name).append(' ').append(time);
        int room = Math.min(40, width - line.length() - 3);
        if (!load.total().isZero() && room >= 10) {
            double done = Math.min(
                    1, (double) load.elapsed().toMillis() / load.total().toMillis());
            int filled = (int) Math.round(done * room);
            line.append("  ").style(GOOD).append("█".repeat(filled)).style(DIM).append("░".repeat(room - filled));
        }
        return line.toAttributedString();
    }

    private static AttributedString counts(LoadProgress load, int width) {
        var line = new AttributedStringBuilder();
        field(line, "responses", Numbers.rate(load.rate()), AttributedStyle.DEFAULT);
        field(line, "in flight", Long.toString(load.inFlight()), AttributedStyle.DEFAULT);
        field(line, "sent", Long.toString(load.sent()), AttributedStyle.DEFAULT);
        field(line, "errors", Long.toString(load.failed()), load.failed() == 0 ? AttributedStyle.DEFAULT : BAD);
        if (load.p50Millis() > 0) {
            field(line, "median", Numbers.time(load.p50Millis() / 1e3), AttributedStyle.DEFAULT);
        }
        return line.toAttributedString().columnSubSequence(0, width);
    }

    private static AttributedString verdict(String soFar, int width) {
        return new AttributedStringBuilder()
                .style(DIM)
                .append("  so far ")
                .style(BOLD)
                .append(fit(soFar, width - 9).stripTrailing())
                .toAttributedString();
    }

    private static void field(AttributedStringBuilder line, String name, String value, AttributedStyle style) {
        line.append("  ")
                .style(DIM)
                .append(name)
                .append(' ')
                .style(style)
                .append(value)
                .style(AttributedStyle.DEFAULT);
    }

    private static AttributedString pool(PoolSample pool, int largest, int width) {
        int size = Math.max(1, Math.max(largest, pool.workers()));
        int room = Math.clamp(width - 48, 8, 30);
        int filled = (int) Math.round((double) pool.active() / size * room);
        boolean full = pool.active() >= pool.workers() && pool.queued() > 0;
        var line = new AttributedStringBuilder()
                .append("  ")
                .append(fit(pool.pool(), 18))
                .append(' ');
        line.style(full ? FULL : GOOD).append("█".repeat(filled)).style(DIM).append("░".repeat(room - filled));
        line.style(AttributedStyle.DEFAULT)
                .append(String.format(Locale.ROOT, " %5d/%-5d", pool.active(), pool.workers()));
        if (pool.queued() > 0) {
            line.style(DIM)
                    .append("queue ")
                    .style(full ? FULL : AttributedStyle.DEFAULT)
                    .append(Integer.toString(pool.queued()));
        }
        return line.toAttributedString().columnSubSequence(0, width);
    }

    /** Cut or filled to so many columns. */
    static String fit(String raw, int columns) {
        String text = Printable.name(raw);
        return text.length() > columns
                ? text.substring(0, columns - 1) + "…"
                : String.format("%-" + columns + "s", text);
    }

    private static String clock(Duration time) {
        return String.format(Locale.ROOT, "%d:%02d", time.toMinutes(), time.toSecondsPart());
    }
}
