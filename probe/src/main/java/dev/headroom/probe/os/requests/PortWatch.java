package dev.headroom.probe.os.requests;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.os.process.Readings;
import dev.headroom.probe.os.requests.PortCount.Seen;
import dev.headroom.probe.os.requests.SegmentRuns.Counts;
import dev.headroom.probe.os.sockets.TcpCounters;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** What was seen of one port on which the process listens. */
public final class PortWatch {

    /** Fewer in the window tell less than all that were ever seen. */
    private static final int ENOUGH = 20;

    /** So many connections between two looks use the same ports again, and the kernel forgets the ones before. */
    private static final int TURNED_OVER = 8_000;

    private final RequestCounter turns;
    private final Looks looks = new Looks();
    private final AnswerTimes answers = new AnswerTimes();
    private final Readings<Seen> seen = new Readings<>(Seen::at, Readings.AN_HOUR);
    private final Readings<Followed> followed = new Readings<>(Followed::at, Readings.AN_HOUR);
    private Counts all = Counts.NONE;
    private List<TcpCounters> connections = List.of();
    private List<TcpCounters> candidates = List.of();
    private long candidatesAt;
    /** Seconds between two segments on a connection. */
    private double between = Double.NaN;

    private boolean looksSuffice;
    private double last = Double.NaN;
    private double lastBlur;

    private record Followed(double at, Counts counts) {}

    public PortWatch(int port) {
        turns = new RequestCounter(port);
    }

    /**
     * @param at seconds of the clock that windows are told by
     * @param blur seconds before or after it in which the kernel was asked: long where others have the processors
     * @param nanos the same time by {@link System#nanoTime()}
     * @param besides connections that do not count for now
     * @param forgets whether the kernel did not remember all connections that were closed since the look before
     */
    public synchronized void look(
            double at,
            double blur,
            long nanos,
            Collection<TcpCounters> now,
            Collection<TcpCounters> besides,
            Collection<TcpCounters> closed,
            boolean forgets) {
        double seconds = at - last;
        RequestCounter.Tally tally = turns.look(now, besides, closed, seconds * 1e3, all.perRequest());
        if (!Double.isNaN(last)) {
            seen.add(new Seen(at, seconds, Math.hypot(lastBlur, blur), tally, forgets || tally.missed() > TURNED_OVER));
        }
        answers.look(at, now);
        last = at;
        lastBlur = blur;
        connections = Stream.concat(now.stream(), besides.stream()).toList();
        candidatesAt = nanos;
        candidates = now.stream().filter(turns::isBusy).toList();
        List<Seen> lately = seen.newestFirst().limit(RequestCounter.AT_REST).toList();
        double lasted = lately.stream().mapToDouble(Seen::seconds).sum();
        between = lasted
                * candidates.size()
                / lately.stream().mapToDouble(one -> one.tally().in()).sum();
        looksSuffice = Looks.suffice(lasted / lately.size(), between);
        followed(at, looksSuffice ? looks.look(now, between, candidatesAt) : looks.end());
    }

    /** Those of the last look, whether they count or not. */
    synchronized List<TcpCounters> connections() {
        return connections;
    }

    /** Whether nothing can be counted before some of its connections are followed. */
    synchronized boolean mustFollow() {
        return !looksSuffice && !candidates.isEmpty() && all.runs() < ENOUGH;
    }

    synchronized Optional<Following> following(RandomGenerator random) {
        return looksSuffice || candidates.isEmpty()
                ? Optional.empty()
                : Optional.of(Following.of(candidates, candidatesAt, 1e9 * between, random));
    }

    public synchronized void followed(double at, Counts counts) {
        if (counts.runs() > 0) {
            all = all.plus(counts);
            followed.add(new Followed(at, counts));
        }
    }

    synchronized void forget(double before) {
        seen.forget(before);
        followed.forget(before);
        answers.forget(before);
    }

    /** Empty where the window was not watched. */
    public synchronized Optional<Requests> requests(Window window) {
        double from = Times.seconds(window.start());
        double to = Times.seconds(window.end());
        List<Seen> within = seen.all()
                .filter(one -> one.at() - one.seconds() >= from && one.at() <= to)
                .toList();
        Counts runs = followed.within(window).stream().map(Followed::counts).reduce(Counts.NONE, Counts::plus);
        List<Seen> edges = seen.all()
                .filter(one -> one.at() > from && one.at() - one.seconds() < to && !within.contains(one))
                .toList();
        return within.isEmpty()
                ? Optional.empty()
                : Optional.of(new PortCount(within, edges, runs.runs() < ENOUGH ? all : runs, to - from)
                        .requests()
                        .answered(answers.within(window)));
    }

    /** Whether a connection was seen in the window. */
    synchronized boolean isUsed(Window window) {
        return seen.within(window).stream()
                .anyMatch(one -> one.tally().connections() + one.tally().missed() > 0);
    }
}
