package dev.headroom.probe.os.requests;

import dev.headroom.probe.os.process.Series;
import dev.headroom.probe.os.requests.RequestCounter.Tally;
import dev.headroom.probe.os.requests.Requests.Count;
import dev.headroom.probe.os.requests.SegmentRuns.Counts;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * X and N of one port from its tallies of a window. A request is counted when its first byte is here, so the growth of N is taken off: what was completed is left.
 */
final class PortCount {

    /**
     * Segments a second, of all connections and of the busiest, beyond which a request and the next are taken for one: seen at 19,000 requests a second, of
     * which half were told, and at 8,300 on 4 connections, of which 82 % were.
     */
    private static final double FASTEST = 10_000;

    private static final double FASTEST_OF_ONE = 1_000;

    /** Of segments that follow each other faster on a connection, too few are far enough apart for several requests at once to show by that. */
    private static final double FASTEST_APART = 1e9 / SegmentRuns.APART;

    /** What is left open of a figure, or of the requests it was told from, at most: beyond it is not told. */
    private static final double OPEN = 0.1;

    private static final double HALF = 0.5;

    /** Connections that came and went unseen do no harm below this share of requests. */
    private static final double FEW = 0.03;

    /** Connections of one request each are told by so many. */
    private static final int ENOUGH = 10;

    /**
     * What a look saw.
     *
     * @param seconds since the look before
     * @param blur seconds that these may be off, as no look is made in an instant
     * @param forgets whether more connections were closed than the kernel remembers
     */
    record Seen(double at, double seconds, double blur, Tally tally, boolean forgets) {}

    private final List<Seen> seen;
    private final List<Seen> edges;
    private final Counts runs;
    private final double seconds;
    private final double window;

    /** Share of the window (0 to 1) that lies before its first look or after its last. */
    private final double unwatched;

    private final double perRequest;

    /** Of the requests that are left open at a look (0 to 1), those in flight: as many as of those that what came later told. */
    private final double openInFlight;

    /** Those of the looks that tell what is in flight: it takes a while until it is known how many segments a request and an answer have. */
    private final List<Seen> told;

    /**
     * @param seen looks of the window, at least one
     * @param edges looks that saw a part of it and what was before or after
     * @param runs of connections that were followed, at least one
     * @param window its length in seconds, of which the looks may cover less
     */
    PortCount(List<Seen> seen, List<Seen> edges, Counts runs, double window) {
        this.seen = seen;
        this.edges = edges;
        this.window = window;
        this.runs = runs;
        seconds = seen.stream().mapToDouble(Seen::seconds).sum();
        unwatched = Math.clamp(1 - seconds / window, 0, 1);
        perRequest = runs.runs() == 0 ? 1 : runs.perRequest();
        double later = sum(Tally::told);
        openInFlight = later > 0 ? sum(Tally::toldInFlight) / later : HALF;
        told = isOpen(seen) ? seen.subList(seen.size() / 2, seen.size()) : seen;
    }

    Requests requests() {
        double closed = sum(Tally::gone) + sum(Tally::missed);
        Requests counted = told().with(new Requests.Told(Double.NaN, sum(Tally::written) / seconds, closed / seconds));
        return counted.inFlight().isEmpty() || mayGiveUp(closed) ? counted : counted.oldest(mean(told, Tally::oldest));
    }

    /** Who gives up closes its connection, and its request is at work all the same. */
    private boolean mayGiveUp(double closed) {
        return closed > FEW * sum(Tally::in) / perRequest;
    }

    private Requests told() {
        if (severalAtOnce()) {
            return Requests.unknown(
                    "several requests at once on one connection (HTTP/2, or bodies that come slowly or in several segments), which the kernel cannot tell apart");
        }
        Optional<Count> inFlight = inFlight();
        boolean single = single();
        double lost = single ? 0 : sum(Tally::lost);
        double missed = sum(Tally::missed);
        double kept = single ? sum(Tally::met) : (sum(Tally::in) + lost) / perRequest;
        double begun = kept + missed;
        String untold = untold(single, begun);
        if (!untold.isEmpty()) {
            return new Requests(Optional.empty(), inFlight, growth(inFlight), untold);
        }
        String guessed = single ? "" : guessed(begun, missed);
        if (!guessed.isEmpty()) {
            return new Requests(Optional.of(Count.guess(begun / seconds)), inFlight, growth(inFlight), guessed);
        }
        double grown = inFlight.isPresent() ? middle(told.getLast()) - middle(told.getFirst()) : 0;
        double completed = Math.max(0, begun - grown);
        double ends =
                Math.hypot(Math.sqrt(Math.max(1, inFlight.map(Count::value).orElse(0.0))), leftOpen());
        double error = begun == 0 && grown == 0
                ? 0
                : Math.hypot(Math.hypot(single ? 0 : kept * segmentsError(), ends), lost / perRequest / 2);
        double rate = completed / seconds;
        double most = (completed
                        + edges.stream().mapToDouble(one -> begun(one, single)).sum())
                / window;
        double time = rate * Math.hypot(seen.getFirst().blur(), seen.getLast().blur()) / seconds;
        return new Requests(
                Optional.of(new Count(rate, Math.hypot(Math.hypot(error / seconds, time), notSeen(rate, most)))),
                inFlight,
                growth(inFlight),
                how(single));
    }

    /** Why throughput is not told; empty where it is. */
    private String untold(boolean single, double begun) {
        if (single) {
            double gone = sum(Tally::gone);
            boolean forgotten =
                    gone - sum(Tally::traced) > OPEN * gone || seen.stream().anyMatch(Seen::forgets);
            return forgotten && !lasting()
                    ? String.format(
                            Locale.ROOT,
                            "a connection for each request, at least %.0f a second; the kernel here forgets the others",
                            begun / seconds)
                    : "";
        }
        if (isFast()) {
            return "requests that come too fast for those of one segment and of several to be told apart";
        }
        return sum(Tally::in) > seconds * FASTEST || sum(Tally::most) > seconds * FASTEST_OF_ONE
                ? "requests that come too fast for the segments of one to be told from those of the next"
                : "";
    }

    /** Why throughput is known no better than by as much again; empty where it is. */
    private String guessed(double begun, double missed) {
        if (begun > 0 && runs.runs() == 0) {
            return "too few requests to see how many segments one has";
        }
        if (missed > FEW * begun) {
            return "connections that last for a few requests, too short to be counted";
        }
        return begun > 0 && segmentsError() > Requests.UNSURE
                ? "too few requests could be followed to see how many segments one has"
                : "";
    }

    private double begun(Seen one, boolean single) {
        Tally tally = one.tally();
        return tally.missed() + (single ? tally.met() : tally.in() / perRequest);
    }

    private boolean severalAtOnce() {
        return many() && (share(runs.late()) > OPEN || isFast() && !runs.told().areOfOneOrTwo());
    }

    /** Of what is not alike, too fast for several at once to show by the time between them. */
    private boolean isFast() {
        return many()
                && !single()
                && sum(Tally::most) > seconds * FASTEST_APART
                && !runs.told().isAlike();
    }

    private String how(boolean single) {
        if (single) {
            return "a connection for each request, counted by the kernel";
        }
        String each = runs.runs() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", %.2f segments a request in %d that were followed",
                        perRequest,
                        runs.requests().runs());
        return "data in, then data out, on each connection, counted by the kernel" + each
                + (inPieces()
                        ? "; answers come in pieces, and are counted once, as would be requests sent ahead of their answers (pipelining)"
                        : "");
    }

    private boolean many() {
        return runs.runs() >= ENOUGH;
    }

    private boolean inPieces() {
        return share(runs.pieces()) > OPEN;
    }

    private double share(int of) {
        return runs.runs() == 0 ? 0 : of / (double) runs.runs();
    }

    /** Standard error of the mean of segments over the mean. Where all that were seen are the same, one more might not be. */
    private double segmentsError() {
        SegmentRuns.Sum requests = runs.requests();
        int n = Math.max(1, requests.runs());
        double variance = Math.max(0, requests.squares() / n - perRequest * perRequest);
        return Math.hypot(Math.sqrt(variance / n) / perRequest, 1.0 / n);
    }

    /** Every connection is new and has one request. */
    private boolean single() {
        double met = sum(Tally::met);
        return met + sum(Tally::missed) >= ENOUGH
                && sum(Tally::metIn) <= (1 + FEW) * met * perRequest
                && sum(Tally::in) <= (1 + OPEN) * met * perRequest;
    }

    /** Whether connections last for so many looks that hardly one comes and goes unseen. */
    private boolean lasting() {
        return sum(Tally::gone) >= ENOUGH && sum(Tally::brief) <= FEW * sum(Tally::gone);
    }

    private Optional<Count> inFlight() {
        if (inPieces() || isOpen(told) && !isKnown()) {
            return Optional.empty();
        }
        double open = mean(told, Tally::open);
        double value = mean(told, Tally::inFlight) + open * openInFlight;
        double spread = Math.sqrt(told.stream()
                        .mapToDouble(one -> Math.pow(middle(one) - value, 2))
                        .average()
                        .orElse(0)
                / told.size());
        double error = Math.hypot(Math.max(spread, value == 0 ? unseen() : 0), open / 2);
        return Optional.of(new Count(value, Math.hypot(error, notSeen(value, value))));
    }

    /**
     * What a figure of the watched part may be off for the whole window: in the rest it may have been anything from nothing to twice as much, each as likely
     * (standard deviation of a uniform distribution of width 2: 1 / sqrt 3), or all that a look saw which began before the window or ended after it. Looks are far
     * apart where others have the processors.
     *
     * @param most that it may be in the window with all of that
     */
    private double notSeen(double value, double most) {
        return Math.max(value * unwatched, most - value) / Math.sqrt(3);
    }

    /**
     * What may be in flight though no look of n saw any: a share p of the time with k requests in flight is missed by all of them with (1 - p)^n, and the mean of p
     * given that is 1 / (n + 1) (Laplace). At most as many are in flight at once as came, and as there are connections.
     */
    private double unseen() {
        return Math.min(sum(Tally::in), mean(told, Tally::connections)) / (told.size() + 1);
    }

    /** Of those of which it showed later, nearly all had a request in flight, or nearly none: so have the others. */
    private boolean isKnown() {
        return sum(Tally::told) >= ENOUGH && Math.min(openInFlight, 1 - openInFlight) <= OPEN;
    }

    private static boolean isOpen(List<Seen> looks) {
        double open = mean(looks, Tally::open);
        return open > 2 * OPEN * (mean(looks, Tally::inFlight) + open / 2);
    }

    /** Requests of the first look that may be in flight or not, as nothing tells: half of them, give or take. */
    private double leftOpen() {
        return Math.max(0, told.getFirst().tally().open() - sum(Tally::told)) / 2;
    }

    private double growth(Optional<Count> inFlight) {
        return inFlight.isEmpty() ? 0 : Series.of(told, Seen::at, this::middle).slope();
    }

    private double middle(Seen one) {
        return one.tally().inFlight() + one.tally().open() * openInFlight;
    }

    private double sum(ToDoubleFunction<Tally> figure) {
        return seen.stream()
                .mapToDouble(one -> figure.applyAsDouble(one.tally()))
                .sum();
    }

    private static double mean(List<Seen> looks, ToDoubleFunction<Tally> figure) {
        return looks.stream()
                .mapToDouble(one -> figure.applyAsDouble(one.tally()))
                .average()
                .orElse(0);
    }
}
