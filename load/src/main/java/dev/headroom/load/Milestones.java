package dev.headroom.load;

import dev.headroom.core.model.result.LoadResult;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * A load that tells how far it has come. The futures are completed on threads of their own, so that whoever waits for them cannot
 * hold up the load.
 */
abstract class Milestones implements RunningLoad {

    private final CompletableFuture<Instant> counted = new CompletableFuture<>();
    private final CompletableFuture<Instant> offered = new CompletableFuture<>();
    private final CompletableFuture<LoadResult> result = new CompletableFuture<>();

    @Override
    public final CompletableFuture<Instant> counted() {
        return counted;
    }

    @Override
    public final CompletableFuture<Instant> offered() {
        return offered;
    }

    @Override
    public final CompletableFuture<LoadResult> result() {
        return result;
    }

    final void countedFrom(Instant start) {
        elsewhere(() -> counted.complete(start));
    }

    final void offeredAt(Instant end) {
        elsewhere(() -> offered.complete(end));
    }

    /** What was not reached until now never will be. */
    final void ended(LoadResult seen) {
        elsewhere(() -> {
            cleanUp();
            offered.cancel(false);
            counted.cancel(false);
            result.complete(seen);
        });
    }

    /** A fault in the engine itself: the run has no result. */
    final void broke(Throwable fault) {
        elsewhere(() -> {
            cleanUp();
            counted.completeExceptionally(fault);
            offered.completeExceptionally(fault);
            result.completeExceptionally(fault);
        });
    }

    /** Before anybody learns that it is over. */
    void cleanUp() {}

    private static void elsewhere(Runnable task) {
        Thread.ofVirtual().name("headroom-load-done").start(task);
    }
}
