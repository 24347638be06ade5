package dev.headroom.lab.experiment;

import dev.headroom.core.model.Load;
import dev.headroom.core.model.Load.Until;
import java.time.Duration;
import java.util.Optional;

/**
 * The same load, shortened: for a first look. Rate and users stay, since they decide what binds; only the time is cut.
 * Figures of the shortened load do not compare with those of the full one where a backlog grows.
 */
public final class Quick {

    /** At most this much offered load; long enough for a backlog of a few seconds to show. */
    public static final Duration OFFERED = Duration.ofSeconds(15);

    /** At most this much warm-up. */
    public static final Duration WARM_UP = Duration.ofSeconds(2);

    /** At most this much ramp-up, so that two thirds of the load have all users in. */
    public static final Duration RAMP_UP = Duration.ofSeconds(5);

    private Quick() {}

    public static Load shorten(Load load) {
        Optional<Load.WarmUp> warmUp =
                load.warmUp().map(full -> new Load.WarmUp(full.users(), shorter(full.duration(), WARM_UP)));
        return switch (load) {
            case Load.Open open ->
                new Load.Open(open.rate(), shorter(open.duration(), OFFERED), open.transport(), warmUp);
            case Load.Closed closed ->
                new Load.Closed(
                        closed.users(),
                        shorter(closed.rampUp(), RAMP_UP),
                        closed.thinkTime(),
                        shorten(closed.until()),
                        closed.transport(),
                        warmUp);
        };
    }

    /** How long a number of requests lasts depends on the service: only a time can keep the promise. */
    private static Until shorten(Until until) {
        return switch (until) {
            case Until.Elapsed elapsed -> new Until.Elapsed(shorter(elapsed.duration(), OFFERED));
            case Until.Iterations iterations -> new Until.Elapsed(OFFERED);
            case Until.Requests requests -> new Until.Elapsed(OFFERED);
        };
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
