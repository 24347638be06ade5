package dev.headroom.load;

import dev.headroom.core.model.result.LoadResult;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * How far a load has come, for those who wait for it. The futures are completed on threads of their own, so that whoever waits for them cannot
 * hold up the load.
 */
final class Milestones {

    private final CompletableFuture<Instant> counted = new CompletableFuture<>();
    private final CompletableFuture<Instant> offered = new CompletableFuture<>();
    private final CompletableFuture<LoadResult> result = new CompletableFuture<>();

    CompletableFuture<Instant> counted() {
        return counted;
    }

    CompletableFuture<Instant> offered() {
        return offered;
    }

    CompletableFuture<LoadResult> result() {
        return result;
    }

    void countedFrom(Instant start) {
        elsewhere(() -> counted.complete(start));
    }

    void offeredAt(Instant end) {
        elsewhere(() -> offered.complete(end));
    }

    /** What was not reached until now never will be. */
    void ended(LoadResult seen, Runnable cleanUp) {
        elsewhere(() -> {
            cleanUp.run();
            offered.cancel(false);
            counted.cancel(false);
            result.complete(seen);
        });
    }

    /** A fault in the engine itself: the run has no result. */
    void broke(Throwable fault, Runnable cleanUp) {
        elsewhere(() -> {
            cleanUp.run();
            counted.completeExceptionally(fault);
            offered.completeExceptionally(fault);
            result.completeExceptionally(fault);
        });
    }

    private static void elsewhere(Runnable task) {
        Thread.ofVirtual().name("headroom-load-done").start(task);
    }
}
