package dev.headroom.load.recording;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Success;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Generator;
import dev.headroom.core.model.result.LoadResult.Second;
import dev.headroom.core.text.Printable;
import dev.headroom.load.http.Exchange;
import dev.headroom.load.http.RequestOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Counts what becomes of the requests of one phase. Used on one thread only. */
public final class Recorder {

    /** A load tool loads its own code in its first second. */
    private static final long EARLY = 1_000_000_000;

    private static final Pattern STATUS = Pattern.compile("[1-5]\\d\\d");

    private final Instant startedAt;
    private final long zero;
    private final Tally all = new Tally();
    private final Tally early = new Tally();
    private final LatencyRecorder fromBegun = new LatencyRecorder();
    private final Seconds seconds;
    private final LastAnswers departures;
    private final Map<Integer, Long> statuses = new TreeMap<>();
    private final Map<ErrorKind, String> causes = new EnumMap<>(ErrorKind.class);
    private long requests;
    private long retries;
    private long renewals;
    private long lastEnd;
    private boolean cut;
    /** What makes a response of each part of the mix a good one. */
    private final List<Success> successes;
    /** One for each part of the mix, or for each label of a load tool. */
    private final List<KindRecorder> kinds = new ArrayList<>();
    /** Of all requests, what each part of the mix is to have; none where nobody knows. */
    private final List<Double> shares;

    private final Map<String, KindRecorder> labels = new HashMap<>();

    /** @param zero nanoTime at {@code startedAt}, when the first request is due */
    public Recorder(Instant startedAt, long zero, Mix mix) {
        this(
                startedAt,
                zero,
                mix.parts().stream().map(part -> part.request().success()).toList(),
                mix.parts().stream().map(mix::share).toList());
        if (mix.several()) {
            mix.parts().forEach(part -> kinds.add(new KindRecorder(part.name(), zero)));
        }
    }

    /**
     * Of the requests of a load tool, told apart by its labels.
     *
     * @param zero the time at {@code startedAt}, by the clock of these requests
     */
    public Recorder(Instant startedAt, long zero) {
        this(startedAt, zero, List.of(), List.of());
    }

    private Recorder(Instant startedAt, long zero, List<Success> successes, List<Double> shares) {
        this.successes = successes;
        this.shares = shares;
        this.startedAt = startedAt;
        this.zero = zero;
        this.lastEnd = zero;
        this.seconds = new Seconds(zero);
        this.departures = new LastAnswers(zero);
    }

    /**
     * A request of a load tool, begun when it was due.
     *
     * @param why what the tool says of an error
     */
    public void ended(String label, long begun, Optional<ErrorKind> error, String why, long now) {
        KindRecorder kind = kind(label);
        due(begun);
        seconds.started(begun);
        lastEnd = Math.max(lastEnd, now);
        if (error.isEmpty()) {
            succeeded(kind, begun, begun, now);
            if (begun - zero < EARLY) {
                early.succeeded(begun, begun, now);
            }
        } else {
            if (error.get() == ErrorKind.STATUS && STATUS.matcher(why).matches()) {
                statuses.merge(Integer.parseInt(why), 1L, Long::sum);
            }
            failed(kind, begun, begun, error.get(), why, now);
        }
    }

    /** A request of a load tool that was in flight when the load was over, whatever became of it later. */
    public void unfinished(String label, long begun, long now) {
        due(begun);
        seconds.started(begun);
        fromBegun.unfinished(now - begun);
        all.unfinished(begun, now);
        kind(label).unfinished(begun, now);
    }

    private KindRecorder kind(String label) {
        boolean known = labels.containsKey(label) || labels.size() < SampleSum.MOST_LABELS;
        return labels.computeIfAbsent(known ? label : SampleSum.OTHERS, name -> {
            KindRecorder added = new KindRecorder(name, zero);
            kinds.add(added);
            return added;
        });
    }

    public void due(long due) {
        requests++;
        seconds.due(due);
    }

    public void started(long begun) {
        seconds.started(begun);
    }

    public void ended(Exchange exchange, RequestOutcome outcome, long now) {
        KindRecorder kind = kinds.isEmpty() ? null : kinds.get(exchange.kind);
        if (cut) {
            unfinished(exchange.due, now);
            fromBegun.unfinished(now - exchange.begun);
            if (kind != null) {
                kind.unfinished(exchange.due, now);
            }
            return;
        }
        lastEnd = now;
        retries += exchange.retried ? 1 : 0;
        switch (outcome) {
            case RequestOutcome.Answered answer -> {
                statuses.merge(answer.status(), 1L, Long::sum);
                if (!successes.get(exchange.kind).has(answer.status())) {
                    failed(kind, exchange.due, exchange.begun, ErrorKind.STATUS, "", now);
                } else if (!answer.bodyAsExpected()) {
                    failed(kind, exchange.due, exchange.begun, ErrorKind.BODY, "", now);
                } else {
                    succeeded(kind, exchange.due, exchange.begun, now);
                }
            }
            case RequestOutcome.Failed failure ->
                failed(kind, exchange.due, exchange.begun, failure.kind(), failure.why(), now);
        }
    }

    private void succeeded(@Nullable KindRecorder kind, long due, long begun, long now) {
        all.succeeded(due, begun, now);
        fromBegun.record(now - begun);
        seconds.succeeded(now, now - due);
        departures.add(now);
        if (kind != null) {
            kind.succeeded(due, begun, now);
        }
    }

    private void failed(@Nullable KindRecorder kind, long due, long begun, ErrorKind error, String why, long now) {
        seconds.failed(now);
        if (error.isTimeout() && now > begun) {
            fromBegun.gaveUp(now - begun);
        }
        if (kind != null) {
            kind.failed(due, error, now);
        }
        all.failed(due, error, now);
        if (!why.isEmpty() && error != ErrorKind.STATUS) {
            causes.putIfAbsent(error, Printable.inLine(why));
        }
    }

    /** What ends from here on only ends because the load is over: it ranks as at least as long as it was in flight, and counts as nothing else. */
    public void cut(long sent) {
        cut = true;
        lastEnd = Math.max(lastEnd, sent); // nothing may have been answered for a while
    }

    /** In flight since it was due, when the load was over. */
    public void unfinished(long due, long now) {
        all.unfinished(due, now);
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

    /** When the last of them ended. */
    public long lastEnd() {
        return lastEnd;
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

    public Counts counts(long now) {
        return new Counts(
                now,
                requests,
                all.succeeded(),
                all.failed(),
                all.seconds(),
                all.squares(),
                several().stream().map(kind -> kind.counts(share(kind))).toList());
    }

    /** Of the requests of a load tool that were begun in its first second, those that succeeded, whenever they were told of. */
    public Counts early() {
        return new Counts(zero, 0, early.succeeded(), 0, early.seconds(), early.squares(), List.of());
    }

    /** None where there is only one. */
    private List<KindRecorder> several() {
        return kinds.size() > 1 ? kinds : List.of();
    }

    private double share(KindRecorder kind) {
        return shares.isEmpty() ? (double) kind.ended() / Math.max(1, all.ended()) : shares.get(kinds.indexOf(kind));
    }

    public LoadProgress progress(LoadProgress.Phase phase, Duration inPhase, Duration expected, long now) {
        Second second = seconds.latest(now);
        return new LoadProgress(
                phase,
                inPhase,
                expected,
                requests,
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
                fromBegun.latency(true),
                series,
                generator,
                several().stream().map(kind -> kind.result(kind.latency())).toList(),
                causes,
                departures.all(),
                all.failedMean());
    }
}
