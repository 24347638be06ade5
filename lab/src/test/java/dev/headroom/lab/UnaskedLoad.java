package dev.headroom.lab;

import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.LoadProgress;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** A load of which only its counts are asked, or what a test adds. */
abstract class UnaskedLoad implements RunningLoad {

    @Override
    public CompletableFuture<Instant> counted() {
        throw new UnsupportedOperationException("nobody asks");
    }

    @Override
    public CompletableFuture<Instant> offered() {
        throw new UnsupportedOperationException("nobody asks");
    }

    @Override
    public CompletableFuture<LoadResult> result() {
        throw new UnsupportedOperationException("nobody asks");
    }

    @Override
    public LoadProgress progress() {
        throw new UnsupportedOperationException("nobody asks");
    }

    @Override
    public void stop() {}

    @Override
    public void close() {}
}
