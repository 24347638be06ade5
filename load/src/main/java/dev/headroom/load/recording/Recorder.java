package dev.headroom.load.recording;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Success;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Generator;
import dev.headroom.core.model.result.LoadResult.Second;
import dev.headroom.load.http.Exchange;
import dev.headroom.load.http.RequestOutcome;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts what becomes of the requests of one phase. Used on the loop's thread only. */
public final class Recorder {

    private static final System.Logger LOG = System.getLogger(Recorder.class.getName());

    /** What says more than its kind. */
    private static final Set<ErrorKind> LOUD =
            EnumSet.of(ErrorKind.OTHER, ErrorKind.GENERATOR, ErrorKind.VALUE_MISSING);

    private final Instant startedAt;
    private final long zero;
    private final Tally all = new Tally();
    private final LatencyRecorder fromBegun = new LatencyRecorder();
    private final Seconds seconds;
    private final Map<Integer, Long> statuses = new TreeMap<>();
    private long requests;
    private long retries;
    private long renewals;
    private long lastEnd;
    private boolean muted;
    private boolean cut;
    /** What makes a response of each part of the mix a good one. */
    private final List<Success> successes;
    /** One for each part of the mix; none where there is only one. */
    private final List<KindRecorder> kinds;

    /** @param zero nanoTime at {@code startedAt}, when the first request is due */
    public Recorder(Instant startedAt, long zero, Mix mix) {
        this.successes =
                mix.parts().stream().map(part -> part.request().success()).toList();
        this.kinds = mix.several()
                ? mix.parts().stream()
                        .map(part -> new KindRecorder(part.name(), mix.share(part), zero))
                        .toList()
                : List.of();
        this.startedAt = startedAt;
        this.zero = zero;
        this.lastEnd = zero;
        this.seconds = new Seconds(zero);
    }

    public void due(long due) {
        requests++;
        seconds.due(due);
    }

    public void started(long begun) {
        seconds.started(begun);
    }

    public void ended(Exchange exchange, RequestOutcome outcome, long now) {
        if (cut) {
            unfinished(exchange.due, now);
            fromBegun.unfinished(now - exchange.begun);
            if (!kinds.isEmpty()) {
                kinds.get(exchange.kind).unfinished(exchange, now);
            }
            return;
        }
        lastEnd = now;
        retries += exchange.retried ? 1 : 0;
        switch (outcome) {
            case RequestOutcome.Answered answer -> {
                statuses.merge(answer.status(), 1L, Long::sum);
                if (!successes.get(exchange.kind).has(answer.status())) {
                    failed(exchange, ErrorKind.STATUS, now);
                } else if (!answer.bodyAsExpected()) {
                    failed(exchange, ErrorKind.BODY, now);
                } else {
                    all.succeeded(exchange, now);
                    fromBegun.record(now - exchange.begun);
                    seconds.succeeded(now, now - exchange.due);
                    if (!kinds.isEmpty()) {
                        kinds.get(exchange.kind).succeeded(exchange, now);
                    }
                }
            }
            case RequestOutcome.Failed failure -> {
                ErrorKind kind = failure.kind();
                if (failed(exchange, kind, now) == 1 && !muted) {
                    Level level = LOUD.contains(kind) ? Level.WARNING : Level.DEBUG;
                    LOG.log(level, "first request that ended as {0}: {1}", kind, failure.why());
                }
            }
        }
    }

    private long failed(Exchange exchange, ErrorKind kind, long now) {
        seconds.failed(now);
        if (kind.isTimeout()) {
            fromBegun.gaveUp(now - exchange.begun);
        }
        if (!kinds.isEmpty()) {
            kinds.get(exchange.kind).failed(exchange, kind, now);
        }
        return all.failed(exchange, kind, now);
    }

    /** What ends from here on only ends because the load is over: it ranks as at least as long as it was in flight, and counts as nothing else. */
    public void cut() {
        cut = true;
    }

    /** In flight since it was due, when the load was over. */
    public void unfinished(long due, long now) {
        all.unfinished(due, now);
    }

    /** Failures from here on are expected and need not be logged. */
    public void mute() {
        muted = true;
    }

    public long requests() {
        return requests;
    }

    /** Requests that were sent a second time, since the service had closed the idle connection of the first. */
    public long retries() {
        return retries;
    }

    /** A user has logged in again. */
    public void renewed() {
        renewals++;
    }

    public long renewals() {
        return renewals;
    }

    public long succeeded() {
        return all.succeeded();
    }

    public long inFlight() {
        return requests - all.ended();
    }

    public long failedBy(ErrorKind kind) {
        return all.errors().getOrDefault(kind, 0L);
    }

    public Duration medianFromBegun() {
        return fromBegun.at(0.5);
    }

    public Counts counts(LoadProgress.Phase phase, long now, long connections) {
        return new Counts(
                phase,
                now,
                requests,
                all.succeeded(),
                all.failed(),
                all.seconds(),
                all.squares(),
                connections,
                kinds.stream().map(KindRecorder::counts).toList());
    }

    public LoadProgress progress(LoadProgress.Phase phase, Duration inPhase, Duration expected, long now) {
        Second second = seconds.latest(now);
        return new LoadProgress(
                phase,
                inPhase,
                expected,
                requests,
                all.succeeded(),
                all.failed(),
                inFlight(),
                (double) second.succeeded() + second.failed(),
                second.p50Millis());
    }

    /** Of the requests that have ended; the others are in the last second's number in flight. */
    public LoadResult result(Generator generator) {
        return result(generator, seconds.all());
    }

    /** The same while the load goes on, with the seconds that are over. */
    public LoadResult soFar(Generator generator, long now) {
        return result(generator, seconds.over(now));
    }

    private LoadResult result(Generator generator, List<Second> series) {
        Duration elapsed = Duration.ofNanos(lastEnd - zero);
        return new LoadResult(
                startedAt,
                elapsed,
                all.ended(),
                all.succeeded(),
                all.errors(),
                statuses,
                Rate.of(all.succeeded(), elapsed),
                all.latency(),
                fromBegun.latency(),
                series,
                generator,
                kinds.stream().map(KindRecorder::result).toList());
    }
}
