package dev.headroom.benchmarks.fanout.load;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.load.EmbeddedEngine;
import dev.headroom.load.RunningLoad;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** The loads, by Headroom's own engine. */
final class Loads {
    private Loads() {}

    /** Users that enter evenly over the ramp, so that they do not stay in step, and begin no request after {@code duration}. */
    static RunningLoad closed(URI uri, int users, Duration rampUp, Duration duration) {
        var transport = new Transport(Duration.ofSeconds(60), false, false);
        return new EmbeddedEngine()
                .start(
                        Mix.of(Request.get(uri)),
                        new Load.Closed(
                                users,
                                rampUp,
                                Duration.ZERO,
                                new Until.Elapsed(duration),
                                transport,
                                Optional.empty()));
    }

    static LoadResult finish(RunningLoad running) {
        try (running) {
            return running.result().join();
        }
    }

    static RunningLoad open(URI uri, double perSecond, Duration duration, Duration timeout) {
        return new EmbeddedEngine()
                .start(
                        Mix.of(Request.get(uri)),
                        new Load.Open(
                                Rate.perSecond(perSecond),
                                duration,
                                new Transport(timeout, false, false),
                                Optional.empty()));
    }
}
