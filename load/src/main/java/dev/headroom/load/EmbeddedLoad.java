package dev.headroom.load;

import dev.headroom.core.model.ErrorKind;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.LoadResult;
import dev.headroom.load.LoadProgress.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One load from its warm-up to its last answer. Everything happens on the loop's thread; futures are completed on threads of their own, so
 * that whoever waits for them cannot hold up the load.
 *
 * <p>Closed early, it still gives its result: what was seen until then, with the requests in flight counted as {@link ErrorKind#OTHER}.
 * Requests that were not yet due are not counted; {@code counted} and {@code offered} are cancelled where they were never reached.
 */
final class EmbeddedLoad implements RunningLoad {

    private static final long BEAT = 10_000_000;
    private static final long LEAD = 2_000_000;
    private static final int BEATS_PER_PROGRESS = 10;
    private static final Duration PAUSE_IN_FAILING_WARM_UP = Duration.ofMillis(100);
    private static final Outcome CANCELLED =
            new Outcome.Failed(ErrorKind.OTHER, "the load was closed before the answer came");

    private final String engine;
    private final Loop loop;
    private final Client client;
    private final Load load;

    private final CompletableFuture<Instant> counted = new CompletableFuture<>();
    private final CompletableFuture<Instant> offered = new CompletableFuture<>();
    private final CompletableFuture<LoadResult> result = new CompletableFuture<>();
    private volatile Optional<Duration> warmUpMedian = Optional.empty();
    private volatile LoadProgress progress =
            new LoadProgress(Phase.WARM_UP, Duration.ZERO, Duration.ZERO, 0, 0, 0, 0, 0, 0);

    // From here on touched by the loop's thread only
    private Phase phase = Phase.WARM_UP;
    private long phaseBegan = System.nanoTime();
    private Recorder recorder = new Recorder(Instant.now(), phaseBegan);
    private Demand demand = new NoDemand();
    private boolean allSent;
    private final GeneratorWatch watch;
    private long nextBeat;
    private long beats;

    EmbeddedLoad(String engine, Loop loop, Client client, Load load) {
        this.engine = engine;
        this.loop = loop;
        this.client = client;
        this.load = load;
        this.watch = new GeneratorWatch(loop);
    }

    void start() {
        loop.onFailure(this::broke);
        loop.soon(() -> {
            nextBeat = System.nanoTime() + BEAT;
            beat();
            new Rehearsal(loop).run(() -> {
                if (phase != Phase.DONE) {
                    load.warmUp().ifPresentOrElse(this::beginWarmUp, this::beginCounted);
                }
            });
        });
    }

    private void beginWarmUp(Load.WarmUp warmUp) {
        Load.Closed first = new Load.Closed(
                warmUp.users(),
                Duration.ZERO,
                Duration.ZERO,
                new Load.Until.Elapsed(warmUp.duration()),
                load.transport(),
                Optional.empty());
        begin(
                Phase.WARM_UP,
                System.nanoTime() + LEAD,
                new ClosedDemand(loop, new Traffic(client, recorder), first, PAUSE_IN_FAILING_WARM_UP));
    }

    private void beginCounted() {
        if (recorder.succeeded() > 0) {
            warmUpMedian = Optional.of(recorder.medianFromBegun());
        }
        long at = System.nanoTime() + LEAD;
        Instant startedAt = Instant.now().plusNanos(LEAD);
        recorder = new Recorder(startedAt, at);
        watch.begin(at);
        Traffic traffic = new Traffic(client, recorder);
        begin(
                Phase.LOAD,
                at,
                switch (load) {
                    case Load.Open open -> new OpenDemand(loop, traffic, open, watch::late);
                    case Load.Closed closed -> new ClosedDemand(loop, traffic, closed, Duration.ZERO);
                });
        elsewhere(() -> counted.complete(startedAt));
    }

    private void begin(Phase next, long at, Demand demanding) {
        phase = next;
        phaseBegan = at;
        demand = demanding;
        allSent = false;
        demanding.begin(phaseBegan, new Demand.Listener() {
            @Override
            public void offered() {
                allSent = true;
                if (phase == Phase.LOAD) {
                    Instant at = Instant.now();
                    elsewhere(() -> offered.complete(at));
                    watch.offered();
                    phase = Phase.DRAIN;
                    phaseBegan = System.nanoTime();
                    cutDrain();
                }
                endPhaseIfDone();
            }

            @Override
            public void ended() {
                endPhaseIfDone();
            }
        });
    }

    /** What is in flight at the end of the drain stays uncounted. */
    private void cutDrain() {
        if (load.transport().cutsDrain()) {
            loop.at(phaseBegan + load.transport().drain().toNanos(), () -> {
                recorder.mute();
                finish();
            });
        }
    }

    private void endPhaseIfDone() {
        if (!allSent || recorder.inFlight() > 0) {
            return;
        }
        if (phase == Phase.WARM_UP) {
            beginCounted();
        } else {
            finish();
        }
    }

    private void finish() {
        if (phase == Phase.DONE) {
            return;
        }
        boolean reachedCounted = phase != Phase.WARM_UP;
        phase = Phase.DONE;
        phaseBegan = System.nanoTime();
        if (!reachedCounted) {
            recorder = new Recorder(Instant.now(), phaseBegan);
            watch.begin(phaseBegan);
        }
        publish(phaseBegan);
        LoadResult seen = recorder.result(watch.report(engine, load, recorder, client.opened()));
        demand.stop();
        client.close(CANCELLED);
        elsewhere(() -> {
            loop.close();
            offered.cancel(false);
            counted.cancel(false);
            result.complete(seen);
        });
    }

    /** Every 10 ms: patience, the generator's own lag, the live view. */
    private void beat() {
        long now = System.nanoTime();
        if (load instanceof Load.Closed && phase != Phase.WARM_UP) {
            watch.late(now - nextBeat);
        }
        client.expire(now);
        if (beats++ % BEATS_PER_PROGRESS == 0) {
            publish(now);
        }
        if (phase != Phase.DONE) {
            nextBeat = Math.max(nextBeat, now - BEAT) + BEAT;
            loop.at(nextBeat, this::beat);
        }
    }

    private void publish(long now) {
        LoadResult.Second second = recorder.latestSecond(now);
        progress = new LoadProgress(
                phase,
                Duration.ofNanos(Math.max(0, now - phaseBegan)),
                expected(),
                recorder.requests(),
                recorder.succeeded(),
                recorder.requests() - recorder.inFlight() - recorder.succeeded(),
                recorder.inFlight(),
                (double) second.succeeded() + second.failed(),
                second.p50Millis());
    }

    private Duration expected() {
        return switch (phase) {
            case WARM_UP -> load.warmUp().map(Load.WarmUp::duration).orElse(Duration.ZERO);
            case LOAD ->
                switch (load) {
                    case Load.Open open -> open.duration();
                    case Load.Closed closed ->
                        closed.until() instanceof Load.Until.Elapsed elapsed ? elapsed.duration() : Duration.ZERO;
                };
            case DRAIN, DONE -> Duration.ZERO;
        };
    }

    /** A fault in the engine itself: the run has no result. */
    private void broke(Throwable fault) {
        if (phase == Phase.DONE) {
            return; // the loop is closing and takes no more tasks
        }
        phase = Phase.DONE;
        demand.stop();
        elsewhere(() -> {
            loop.close();
            counted.completeExceptionally(fault);
            offered.completeExceptionally(fault);
            result.completeExceptionally(fault);
        });
    }

    private static void elsewhere(Runnable task) {
        Thread.ofVirtual().name("headroom-load-done").start(task);
    }

    @Override
    public void close() {
        try {
            loop.execute(() -> {
                demand.stop();
                recorder.mute();
                client.close(CANCELLED);
                finish();
            });
        } catch (RejectedExecutionException e) {
            // the loop is gone already: the load had ended by itself
        }
        try {
            result.get(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // whoever holds the result learns of it there
        }
        loop.close();
    }

    @Override
    public CompletableFuture<Instant> counted() {
        return counted;
    }

    @Override
    public CompletableFuture<Instant> offered() {
        return offered;
    }

    @Override
    public CompletableFuture<LoadResult> result() {
        return result;
    }

    @Override
    public Optional<Duration> warmUpMedian() {
        return warmUpMedian;
    }

    @Override
    public LoadProgress progress() {
        return progress;
    }

    /** Before the first phase. */
    private record NoDemand() implements Demand {
        @Override
        public void begin(long at, Listener listener) {}

        @Override
        public void stop() {}
    }
}
