package dev.headroom.lab;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.LoadEngine;
import dev.headroom.load.RunningLoad;
import dev.headroom.load.recording.Counts;
import dev.headroom.load.recording.LoadProgress;
import dev.headroom.load.users.Population;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A load generator for tests: one request after the other, 10 ms apart, for as long as a load lasts. */
final class SimpleEngine implements LoadEngine {

    @Override
    public RunningLoad start(Mix mix, Load load, Population population) {
        Running running = new Running(mix.parts().getFirst().request(), duration(load));
        Thread.ofPlatform().daemon().start(running::send);
        return running;
    }

    private static Duration duration(Load load) {
        return switch (load) {
            case Load.Open open -> open.duration();
            case Load.Closed closed -> ((Until.Elapsed) closed.until()).duration();
            case Load.Tool tool -> tool.length().orElseThrow();
        };
    }

    private static final class Running implements RunningLoad {
        private final Request request;
        private final Duration duration;
        private final CompletableFuture<Instant> counted = new CompletableFuture<>();
        private final CompletableFuture<Instant> offered = new CompletableFuture<>();
        private final CompletableFuture<LoadResult> result = new CompletableFuture<>();
        private volatile boolean closed;
        private volatile long succeeded;
        private volatile long failed;

        Running(Request request, Duration duration) {
            this.request = request;
            this.duration = duration;
        }

        private void send() {
            try {
                Instant start = Instant.now();
                counted.complete(start);
                long good = 0;
                long bad = 0;
                while (!closed && Instant.now().isBefore(start.plus(duration))) {
                    if (ask()) {
                        succeeded = ++good;
                    } else {
                        failed = ++bad;
                    }
                    Thread.sleep(10);
                }
                offered.complete(Instant.now());
                result.complete(figures(start));
            } catch (InterruptedException e) {
                result.completeExceptionally(e);
            }
        }

        private boolean ask() {
            try {
                HttpURLConnection connection =
                        (HttpURLConnection) request.uri().toURL().openConnection();
                connection.setReadTimeout(5_000);
                boolean good = connection.getResponseCode() / 100 == 2;
                connection.disconnect();
                return good;
            } catch (IOException e) {
                return false;
            }
        }

        private LoadResult figures(Instant start) {
            Duration elapsed = Duration.between(start, Instant.now());
            return new LoadResult(
                    start,
                    elapsed,
                    succeeded + failed,
                    succeeded,
                    failed == 0 ? Map.of() : Map.of(ErrorKind.RESET, failed),
                    Map.of(200, succeeded),
                    Rate.of(succeeded, elapsed),
                    Latency.NONE,
                    Latency.NONE,
                    List.of(),
                    new LoadResult.Generator(
                            "simple", Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1, false),
                    List.of(),
                    Map.of(),
                    List.of(),
                    Optional.empty());
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
        public LoadProgress progress() {
            return new LoadProgress(
                    LoadProgress.Phase.LOAD, Duration.ZERO, duration, succeeded + failed, failed, 0, 0, 0);
        }

        @Override
        public Counts counts() {
            return new Counts(
                    System.nanoTime(),
                    succeeded + failed,
                    succeeded,
                    failed,
                    0.003 * succeeded,
                    9e-6 * succeeded,
                    List.of());
        }

        @Override
        public void stop() {
            closed = true;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
