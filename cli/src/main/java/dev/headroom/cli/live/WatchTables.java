package dev.headroom.cli.live;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.text.Numbers;
import dev.headroom.report.text.Frames;
import dev.headroom.report.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** The tables of `headroom watch`: pools, resources, downstreams, and where the time of a response goes. */
final class WatchTables {

    private static final int MOST_ROWS = 8;
    private static final int MOST_CALLS = 4;
    private static final int MOST_PLACES = 5;
    private static final int MOST_SITES = 3;
    private static final int LONGEST_SPARK = 40;
    /** Columns of three figures. */
    private static final int FIGURES = 26;

    private static final double SHOWN_FROM = 0.05;
    private static final double NEARLY_FULL = 0.95;

    private final List<AttributedString> lines = new ArrayList<>();
    private final Inspection now;
    private final Observation seen;
    private final WatchOptions options;
    private final int name;
    private final int bar;
    private final int spark;

    WatchTables(Inspection now, WatchOptions options, int width) {
        this.now = now;
        this.seen = now.seen();
        this.options = options;
        name = Math.clamp(width / 3, 16, 44);
        bar = Math.clamp(width / 6, 6, 30);
        spark = Math.clamp(width - name - bar - FIGURES - 3, 0, LONGEST_SPARK);
    }

    List<AttributedString> lines() {
        pools();
        resources();
        calls();
        places();
        return lines;
    }

    /** As precise as can be read while it changes. */
    static String amount(double value) {
        return Numbers.of(value < 10 ? Math.rint(value * 10) / 10 : Math.rint(value));
    }

    private void pools() {
        String window = "last " + seen.window().length().toSeconds() + " s";
        title(
                "POOLS",
                " ".repeat(bar) + numbers("busy", "queue", "each") + "  " + (window.length() <= spark ? window : ""));
        List<Station> pools = seen.pools().stream()
                .filter(pool -> pool.active() >= SHOWN_FROM || pool.queued() > 0)
                .filter(pool -> options.shows(pool.name()))
                .sorted(options.sort().pools())
                .toList();
        pools.stream().limit(MOST_ROWS).forEach(this::pool);
        rest(pools.size());
    }

    private void pool(Station pool) {
        int size = pool.maximum().orElse((int) Math.max(1, Math.ceil(pool.workers())));
        int filled = (int) Math.round(Math.min(1, pool.active() / size) * bar);
        boolean full = pool.maximum().isPresent() && pool.active() >= NEARLY_FULL * size && pool.queued() > 0;
        lines.add(new AttributedStringBuilder()
                .append(LiveFrame.fit(pool.name(), name) + " ", full ? LiveFrame.BOLD : AttributedStyle.DEFAULT)
                .append("█".repeat(filled), full ? LiveFrame.FULL : LiveFrame.GOOD)
                .append("░".repeat(bar - filled), LiveFrame.DIM)
                .append(numbers(
                        amount(pool.active()) + "/" + (pool.maximum().isPresent() ? size : "?"),
                        pool.queue().isPresent() ? amount(pool.queued()) : "-",
                        time(pool.holdingTime())))
                .append("  " + Spark.of(pool.name(), size, seen, spark), LiveFrame.DIM)
                .toAttributedString());
        sites("", pool.holders());
    }

    private void resources() {
        List<Station> used = seen.resources().stream()
                .filter(one -> one.queued() >= SHOWN_FROM || one.active() >= 1)
                .filter(one -> options.shows(one.name()))
                .sorted(options.sort().resources())
                .toList();
        if (used.isEmpty()) {
            return;
        }
        title("RESOURCES", numbers("in use", "waiting", "each") + "  held mostly at");
        used.stream().limit(MOST_ROWS).forEach(this::resource);
        rest(used.size());
    }

    private void resource(Station one) {
        boolean isKnown = one.maximum().isPresent() || one.active() >= SHOWN_FROM;
        line(
                one.name(),
                numbers(
                                (isKnown ? amount(one.active()) : "?") + "/"
                                        + (one.maximum().isPresent()
                                                ? one.maximum().getAsInt()
                                                : "?"),
                                amount(one.queued()),
                                time(one.holdingTime()))
                        + one.holders().stream()
                                .findFirst()
                                .map(site -> "  " + Frames.brief(site.frame()) + ", " + Words.of(site.activity()))
                                .orElse(""),
                one.queued() >= 1 ? LiveFrame.FULL : AttributedStyle.DEFAULT);
        sites("held by ", one.holders());
        sites("waited for by ", one.waiters());
    }

    private void calls() {
        List<Observation.Call> calls = seen.calls().stream()
                .filter(call -> options.shows(call.target()))
                .sorted(Comparator.comparingDouble(Observation.Call::concurrency)
                        .reversed())
                .toList();
        if (calls.isEmpty()) {
            return;
        }
        title("DOWNSTREAMS", numbers("under way", "calls/s", "each"));
        calls.stream()
                .limit(MOST_CALLS)
                .forEach(call -> line(
                        call.target(),
                        numbers(
                                amount(call.concurrency()),
                                Numbers.of(call.rate().perSecond()),
                                time(Optional.of(call.holdingTime()))),
                        AttributedStyle.DEFAULT));
    }

    private void places() {
        double all = now.workload().response();
        List<Place> places = now.found().account().places().stream()
                .filter(place -> Double.isFinite(place.seconds()))
                .sorted(Comparator.comparingDouble(Place::seconds).reversed())
                .limit(MOST_PLACES)
                .toList();
        if (places.isEmpty() || !(all > 0)) {
            return;
        }
        title("WHERE THE TIME GOES", numbers("each", "share", "").stripTrailing());
        for (Place place : places) {
            String at = seen.resource(place.name()).map(Station::name).orElse(Frames.brief(place.name()));
            double share = Math.min(1, place.seconds() / all);
            line(
                    Words.of(place.kind(), at),
                    String.format(Locale.ROOT, " %8s %5.0f %%  ", Numbers.time(place.seconds()), 100 * share)
                            + "█".repeat((int) Math.round(share * bar)),
                    AttributedStyle.DEFAULT);
        }
    }

    private void title(String text, String columns) {
        lines.add(AttributedString.EMPTY);
        line(text, columns, LiveFrame.DIM);
    }

    private void line(String label, String figures, AttributedStyle style) {
        lines.add(new AttributedString(LiveFrame.fit(Frames.brief(label), name) + " " + figures, style));
    }

    private void rest(int all) {
        if (all == 0) {
            lines.add(
                    new AttributedString("none" + (options.filter().isEmpty() ? "" : " of that name"), LiveFrame.DIM));
        } else if (all > MOST_ROWS) {
            lines.add(new AttributedString("and " + (all - MOST_ROWS) + " more", LiveFrame.DIM));
        }
    }

    /** The application's lines, with how many are there. */
    private void sites(String does, List<CallSite> sites) {
        if (options.detail()) {
            sites.stream()
                    .limit(MOST_SITES)
                    .forEach(site -> lines.add(new AttributedString(
                            "    " + does + amount(site.workers()) + " at " + Frames.brief(site.frame()) + ", "
                                    + Words.of(site.activity()),
                            LiveFrame.DIM)));
        }
    }

    private static String numbers(String first, String second, String third) {
        return String.format(Locale.ROOT, " %8s %7s %8s", first, second, third);
    }

    private static String time(Optional<Measure> measure) {
        return measure.map(its -> Numbers.time(its.value())).orElse("-");
    }
}
