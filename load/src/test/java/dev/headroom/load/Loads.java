package dev.headroom.load;

import dev.headroom.core.model.Rate;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.LoadResult;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Loads for tests, each as short as it can be written. */
public final class Loads {

    public static final Transport KEEP_ALIVE = Transport.DEFAULT;
    static final Transport NEW_CONNECTIONS = new Transport(Duration.ofSeconds(30), true, false);

    private Loads() {}

    static Transport timeout(long millis) {
        return new Transport(Duration.ofMillis(millis), false, false);
    }

    public static Load.Open open(double rate, long millis) {
        return new Load.Open(Rate.perSecond(rate), Duration.ofMillis(millis), KEEP_ALIVE, Optional.empty());
    }

    public static Load.Closed iterations(int users, int each, Transport transport) {
        return closed(users, new Until.Iterations(each), transport);
    }

    static Load.Closed closed(int users, Until until, Transport transport) {
        return new Load.Closed(users, Duration.ZERO, Duration.ZERO, until, transport, Optional.empty());
    }

    static RunningLoad start(Request request, Load load) {
        return new EmbeddedEngine().start(Mix.of(request), load);
    }

    static LoadResult run(Request request, Load load) throws Exception {
        return run(new EmbeddedEngine(), request, load);
    }

    static LoadResult run(EmbeddedEngine engine, Request request, Load load) throws Exception {
        try (RunningLoad running = engine.start(Mix.of(request), load)) {
            return running.result().get(30, TimeUnit.SECONDS);
        }
    }
}
