package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.statistics.Thresholds;

/**
 * What nobody is seen to wait for, of which all was in use with one user already, while throughput has doubled since: by the utilisation law X is m / D at most, with D what one user's
 * request takes of it. So whatever uses it is not the requests. (Where they are seen to wait, D may have fallen: of tasks that are done in batches.)
 */
public final class FullAlone {

    /** In use over capacity (0 to 1) from which all of it is. */
    private static final double FULL = Thresholds.NEARLY_ALL;

    /** X over that of one user, from which what was full with him does not bind. */
    private static final double DOUBLED = Thresholds.DOUBLE;

    private FullAlone() {}

    public static boolean is(Hypothesis one, Evidence evidence) {
        return one.waiters().isEmpty() && is(one.finding().limit().station(), evidence);
    }

    /** @param station by its id */
    public static boolean is(String station, Evidence evidence) {
        boolean waitedFor = evidence.observation()
                .station(station)
                .filter(its -> its.queued() > 0)
                .isPresent();
        return !waitedFor
                && evidence.unloaded()
                        .filter(alone -> evidence.served().value()
                                >= DOUBLED * alone.served().value())
                        .flatMap(alone -> alone.observation().station(station).filter(its -> its.utilization() >= FULL))
                        .isPresent();
    }
}
