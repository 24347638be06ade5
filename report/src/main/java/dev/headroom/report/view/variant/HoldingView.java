package dev.headroom.report.view.variant;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Host;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Diagnosed;
import dev.headroom.report.text.Format;
import dev.headroom.report.text.Frames;
import dev.headroom.report.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The application's lines that hold a limit, wait for it, or use what is scarce; most first. */
public record HoldingView(String title, List<Site> sites) {

    private static final int MOST = 6;
    /** In a row of a table. */
    private static final int FEW = 3;

    /** Whose lines these are; numbers of samples are shares already. */
    enum Of {
        HOLDERS,
        WAITERS,
        SAMPLES
    }

    /**
     * @param frame with its package
     * @param brief without it
     * @param share of all lines that were seen
     * @param percent the same for the width of a bar
     * @param activity what a holder does there; empty text of others
     */
    public record Site(String frame, String brief, String share, String percent, String activity) {
        /** {@code OrderGate.enter:42 (92 %, awaiting a downstream)}. */
        public String words() {
            return brief + " (" + share + (activity.isEmpty() ? "" : ", " + activity) + ")";
        }
    }

    public static List<HoldingView> of(Diagnosed run) {
        if (run.diagnosis().isEmpty()) {
            return List.of();
        }
        Diagnosis diagnosis = run.diagnosis().get();
        Optional<LimitKind> kind = diagnosis.bindingLimit().map(Limit::kind);
        boolean gc = kind.equals(Optional.of(LimitKind.GC));
        boolean samples =
                gc || kind.equals(Optional.of(LimitKind.CPU)) || kind.equals(Optional.of(LimitKind.THROTTLING));
        List<HoldingView> all = new ArrayList<>();
        if (samples) {
            Host host = run.observation().map(Observation::host).orElse(Host.UNKNOWN);
            add(all, "What uses the processor", gc ? List.of() : host.hot(), Of.SAMPLES);
            add(all, "What allocates", host.allocating(), Of.SAMPLES);
        }
        if (all.isEmpty()) {
            String name = diagnosis
                    .bindingLimit()
                    .map(limit -> Frames.brief(limit.pool()))
                    .orElse("it");
            add(
                    all,
                    samples ? "What uses it" : "Who holds " + name,
                    diagnosis.holders(),
                    samples ? Of.SAMPLES : Of.HOLDERS);
            add(all, "Who waits for " + name, waiters(diagnosis), Of.WAITERS);
        }
        return all;
    }

    /** None where all of them are at the line that the limit has its name of. */
    private static List<CallSite> waiters(Diagnosis diagnosis) {
        String limit = diagnosis.bindingLimit().map(Limit::pool).orElse("");
        List<CallSite> waiters = diagnosis.waiters();
        return waiters.stream().allMatch(site -> site.frame().equals(limit)) ? List.of() : waiters;
    }

    private static void add(List<HoldingView> all, String title, List<CallSite> sites, Of of) {
        List<Site> shown = sites(sites, of, MOST);
        if (!shown.isEmpty()) {
            all.add(new HoldingView(title, shown));
        }
    }

    public static List<Site> holders(Station station) {
        return sites(station.holders(), Of.HOLDERS, FEW);
    }

    public static List<Site> waiters(Station station) {
        return sites(station.waiters(), Of.WAITERS, FEW);
    }

    static List<Site> sites(List<CallSite> sites, Of of, int most) {
        double all = of == Of.SAMPLES
                ? 1
                : sites.stream().mapToDouble(CallSite::workers).sum();
        return sites.stream()
                .filter(site -> Math.round(100 * site.workers() / all) > 0)
                .limit(most)
                .map(site -> new Site(
                        site.frame(),
                        Frames.brief(site.frame()),
                        Format.share(Math.round(100 * site.workers() / all) / 100.0),
                        Format.css(100 * site.workers() / all),
                        of == Of.HOLDERS ? Words.of(site.activity()) : ""))
                .toList();
    }
}
