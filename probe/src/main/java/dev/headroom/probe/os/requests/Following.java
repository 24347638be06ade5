package dev.headroom.probe.os.requests;

import dev.headroom.probe.os.sockets.SockDiag;
import dev.headroom.probe.os.sockets.TcpCounters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A few connections of a port that are glanced at often, for a while. */
final class Following {

    /** Sleeping for less takes as long as this, nanoseconds. */
    private static final long SHORTEST = 100_000;

    /** A connection for each so many nanoseconds between two glances: a glance at one takes about a hundredth of that. */
    private static final double APIECE = 2e6;

    private static final int FEW = 4;
    private static final int MOST = 64;

    /** They are followed for so long at least, then others are; nanoseconds, and in segments that come. */
    private static final double FOLLOWED = 250e6;

    private static final double SEGMENTS = 4;

    private final List<SegmentRuns> runs = new ArrayList<>();
    private final double interval;
    private final long until;
    private int glances;

    private Following(double interval) {
        this.interval = interval;
        until = System.nanoTime() + (long) Math.max(FOLLOWED, SEGMENTS * interval);
    }

    /**
     * @param seen when the candidates were as they are told
     * @param interval between two segments on a connection, nanoseconds
     */
    static Following of(List<TcpCounters> candidates, long seen, double interval, RandomGenerator random) {
        Following following = new Following(interval);
        List<TcpCounters> shuffled = new ArrayList<>(candidates);
        Collections.shuffle(shuffled, random);
        shuffled.stream()
                .limit((long) Math.clamp(interval / SegmentRuns.GLANCES / APIECE, FEW, MOST))
                .forEach(one -> following.runs.add(new SegmentRuns(one, seen, interval / SegmentRuns.LEAST)));
        return following;
    }

    /** Nanoseconds between two glances; 0 at once. */
    long gap() {
        long gap = (long) (interval / SegmentRuns.GLANCES);
        return gap < SHORTEST ? 0 : gap;
    }

    /** False where it was long enough, none of the connections is left, or it is too seldom for what comes. */
    boolean glance(SockDiag diag) throws IOException {
        boolean any = false;
        for (SegmentRuns one : runs) {
            long before = System.nanoTime();
            Optional<TcpCounters> now = diag.again(one.last());
            now.ifPresent(counters -> one.glance(counters, before, System.nanoTime()));
            any |= now.isPresent();
            glances++;
        }
        return any && System.nanoTime() < until && !tooSeldom();
    }

    /** Of what has become more since, as when a load begins, several requests pass between two glances and look like one. */
    private boolean tooSeldom() {
        return tooSeldom(runs.stream().mapToLong(SegmentRuns::segments).sum(), glances);
    }

    static boolean tooSeldom(long segments, int glances) {
        return segments > SEGMENTS && SegmentRuns.LEAST * segments > glances;
    }

    /** Nothing where it was too seldom. */
    SegmentRuns.Counts counts() {
        return tooSeldom()
                ? SegmentRuns.Counts.NONE
                : runs.stream().map(SegmentRuns::counts).reduce(SegmentRuns.Counts.NONE, SegmentRuns.Counts::plus);
    }
}
