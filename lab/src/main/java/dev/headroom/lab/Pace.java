package dev.headroom.lab;

import dev.headroom.core.model.load.Load;
import java.time.Duration;

/**
 * How long the parts of a run around the load that counts may take.
 *
 * @param warmUp of a load that has none of its own
 * @param warmUpMore than its own time a warm-up may take until it has settled
 * @param oneUserEnough for a single user, where answers take long
 * @param oneUserLongest for a single user, however long an answer takes
 */
record Pace(Load.WarmUp warmUp, Duration warmUpMore, Duration oneUserEnough, Duration oneUserLongest) {

    public static final Pace FULL = new Pace(
            new Load.WarmUp(2, Duration.ofSeconds(3)),
            Duration.ofSeconds(20),
            Duration.ofSeconds(5),
            Duration.ofSeconds(15));

    public static final Pace QUICK = new Pace(
            new Load.WarmUp(2, Duration.ofSeconds(1)),
            Duration.ofSeconds(6),
            Duration.ofSeconds(2),
            Duration.ofSeconds(6));

    /** The same for a few users, twice: a quick run may take 3 s longer for them. */
    Pace ofFewUsers() {
        Duration all = oneUserEnough.multipliedBy(3).dividedBy(5);
        return new Pace(warmUp, warmUpMore, all, all);
    }
}
