package dev.headroom.lab.experiment;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import java.time.Duration;
import java.util.Optional;

/**
 * The same load, shortened: for a first look. Rate and users stay, since they decide what binds; only times are cut.
 * Figures of the shortened load do not compare with those of the full one where a backlog grows, and a timeout that is
 * longer than the load cannot show.
 *
 * <p>The load lasts for {@link #ANSWERS} answers one after the other where they take long, so that a window of whole
 * answers fits in; {@link #SHORTEST} where they do not, which is enough for a backlog of seconds to show. Its drain lasts as long again at
 * most: a backlog that grows no faster than it is worked off ends in it. Clients are as patient as in the full load, so that an error is
 * one there too; what is in flight after the drain is counted apart.
 */
public final class Quick {

    /** As much offered load, with all users in. */
    public static final Duration SHORTEST = Duration.ofSeconds(6);

    /** Never more than this, however long an answer takes. */
    public static final Duration LONGEST = Duration.ofSeconds(15);

    /** Two whole answers, and the beginning that a window leaves out. */
    private static final double ANSWERS = 2.5;

    /** At most this much warm-up. */
    public static final Duration WARM_UP = Duration.ofSeconds(1);

    /** At most this much ramp-up, which comes on top. */
    public static final Duration RAMP_UP = Duration.ofSeconds(2);

    private Quick() {}

    /** @param answer the shortest response time that physics allows, where the experiment states it */
    public static Load shorten(Load load, Optional<Duration> answer) {
        Duration offered = Times.shorter(
                LONGEST,
                Times.longer(
                        SHORTEST,
                        answer.map(time -> Times.ofSeconds(ANSWERS * Times.seconds(time)))
                                .orElse(Duration.ZERO)));
        Optional<Load.WarmUp> warmUp =
                load.warmUp().map(full -> new Load.WarmUp(full.users(), Times.shorter(full.duration(), WARM_UP)));
        Transport transport = load.transport().draining(offered);
        return switch (load) {
            case Load.Open open -> open.within(offered).with(transport, warmUp);
            case Load.Closed closed -> {
                if (!closed.stages().isEmpty()) {
                    yield closed.within(offered).with(transport, warmUp);
                }
                Duration rampUp = Times.shorter(closed.rampUp(), RAMP_UP);
                yield closed.with(closed.users(), rampUp, shorten(closed.until(), rampUp.plus(offered)))
                        .with(transport, warmUp);
            }
            case Load.Tool tool ->
                tool.told(tool.users(), tool.length().map(length -> Times.shorter(length, offered)))
                        .with(tool.transport(), warmUp);
        };
    }

    /** How long a number of requests lasts depends on the service: only a time can keep the promise. */
    private static Until shorten(Until until, Duration offered) {
        return switch (until) {
            case Until.Elapsed elapsed -> new Until.Elapsed(Times.shorter(elapsed.duration(), offered));
            case Until.Iterations iterations -> new Until.Elapsed(offered);
            case Until.Requests requests -> new Until.Elapsed(offered);
        };
    }
}
