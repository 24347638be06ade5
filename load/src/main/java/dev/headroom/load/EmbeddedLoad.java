package dev.headroom.load;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.http.Client;
import dev.headroom.load.http.Loop;
import dev.headroom.load.recording.Counts;
import dev.headroom.load.recording.LoadProgress;
import dev.headroom.load.users.Audience;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One load as others see it, while its {@link LoadPhases} runs on the loop's thread.
 *
 * <p>Closed early, it still gives its result: what was seen until then, with the requests in flight counted as {@link ErrorKind#OTHER}.
 * Requests that were not yet due are not counted; {@code counted} and {@code offered} are cancelled where they were never reached.
 */
final class EmbeddedLoad extends Milestones {

    private static final long BEAT = 10_000_000;
    private static final int BEATS_PER_PROGRESS = 10;

    private final Loop loop;
    private final LoadPhases phases;
    private final boolean rehearse;

    // Touched by the loop's thread only
    private long nextBeat;
    private long beats;

    /** @param rehearse whether the generator warms itself up before */
    EmbeddedLoad(String engine, Loop loop, Client client, Audience audience, Load load, boolean rehearse) {
        this.loop = loop;
        this.rehearse = rehearse;
        this.phases = new LoadPhases(engine, loop, client, audience, load, this);
    }

    void start() {
        loop.onFailure(phases::broke);
        loop.soon(() -> {
            nextBeat = System.nanoTime() + BEAT;
            beat();
            phases.begin(rehearse);
        });
    }

    /** Every 10 ms: timeout, the generator's own lag, the counts; the live view less often. */
    private void beat() {
        long now = System.nanoTime();
        phases.beat(now, nextBeat, BEAT);
        phases.count(now);
        if (beats++ % BEATS_PER_PROGRESS == 0) {
            phases.publish(now);
        }
        if (!phases.done()) {
            nextBeat += (Math.max(0, now - nextBeat) / BEAT + 1) * BEAT;
            loop.at(nextBeat, this::beat);
        }
    }

    @Override
    public Counts counts() {
        return phases.counts();
    }

    @Override
    public CompletableFuture<LoadResult> soFar() {
        CompletableFuture<LoadResult> result = new CompletableFuture<>();
        try {
            loop.execute(() -> phases.soFar().ifPresentOrElse(result::complete, () -> result.cancel(false)));
        } catch (RejectedExecutionException e) {
            result.cancel(false);
        }
        return result;
    }

    @Override
    public void stop() {
        onLoop(phases::stop);
    }

    private void onLoop(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            // the loop is gone already: the load had ended by itself
        }
    }

    @Override
    public void close() {
        onLoop(phases::breakOff);
        try {
            result().get(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // whoever holds the result learns of it there
        }
        loop.close();
    }

    @Override
    void cleanUp() {
        loop.close();
    }

    @Override
    public LoadProgress progress() {
        return phases.progress();
    }
}
