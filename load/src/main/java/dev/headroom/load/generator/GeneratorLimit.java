package dev.headroom.load.generator;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Generator;
import dev.headroom.core.model.result.LoadResult.Tool;
import java.time.Duration;

/**
 * Says when a run is about the generator and not about the service. The rules look only at what the generator did itself, so a slow
 * service never trips them:
 *
 * <ul>
 *   <li>it could not send more than 1 % of the requests (no port, no descriptor, or so far behind that it gave up);
 *   <li>open load: the 99th percentile of how late it sent is over 1 % of the length of the load and over 100 ms, so the offered rate was not kept;
 *   <li>it was late enough to make the figures another service's: the 99th percentile of how late it sent, or read what had come, is over 10 ms
 *       and over a quarter of the median response time. Less than that stays in the figures and is stated ({@link LoadResult#lateInP99});
 *   <li>closed load: it read what had come later by 1 ms and by a quarter of the median response time, on average. While its loop stands still users who wait for an answer send
 *       nothing, so that by Little's law this is the share of the time that is missing in the throughput;
 *   <li>closed load whose requests mostly succeed: its thread used over 90 % of a core, the law U = X S &lt;= 1 applied to itself.
 * </ul>
 *
 * Of a load tool of somebody else's it is known what it could not send, if it tells, and what its threads use: one of them over 90 % of a core, or all
 * over 90 % of the machine.
 */
public final class GeneratorLimit {

    private static final double UNSENT_SHARE = 0.01;
    private static final double RATE_ERROR = 0.01;
    private static final Duration LEAST_RATE_LAG = Duration.ofMillis(100);
    private static final Duration LAG_SEEN = Duration.ofMillis(10);
    private static final Duration LEAST_MEAN_LAG = Duration.ofMillis(1);
    private static final double LAG_SHARE = 0.25;
    private static final double SATURATED = 0.9;

    private GeneratorLimit() {}

    /**
     * What the generator did.
     *
     * @param unsent requests that it could not send
     * @param sendLagP99 how late it sent requests
     * @param readLagP99 how late it read what had come
     * @param readLagMean the same on average
     * @param utilization processor time of its thread over the offered time, 0 to 1
     */
    record Work(
            long requests,
            long succeeded,
            long unsent,
            Duration sendLagP99,
            Duration readLagP99,
            Duration readLagMean,
            Duration medianServiceTime,
            double utilization) {}

    static boolean binds(Load load, Work work) {
        return work.unsent() > UNSENT_SHARE * work.requests()
                || behindItsRate(load, work.sendLagP99())
                || (work.succeeded() > 0
                        && (seenInTheFigures(work.sendLagP99(), LAG_SEEN, work.medianServiceTime())
                                || seenInTheFigures(work.readLagP99(), LAG_SEEN, work.medianServiceTime())
                                || (load instanceof Load.Closed
                                        && seenInTheFigures(
                                                work.readLagMean(), LEAST_MEAN_LAG, work.medianServiceTime()))))
                || saturated(load, work);
    }

    /** What a load tool says of itself, see {@link #bindsTool}. */
    public static Generator ofTool(String engine, Duration cpu, Tool tool, double busiest, double cores) {
        boolean binds = bindsTool(tool.droppedShare(), busiest, cores);
        return new Generator(engine, cpu, Duration.ZERO, Duration.ZERO, Duration.ZERO, 0, binds).with(tool);
    }

    /**
     * Of a load tool.
     *
     * @param dropped of the iterations that were due, those that it left out, 0 to 1: it tells of no other requests that it could not send
     * @param busiest processor time of its busiest thread over the time of the load, 0 to 1
     * @param cores that all of its threads used
     */
    public static boolean bindsTool(double dropped, double busiest, double cores) {
        return dropped > UNSENT_SHARE
                || busiest > SATURATED
                || cores > SATURATED * Runtime.getRuntime().availableProcessors();
    }

    private static boolean behindItsRate(Load load, Duration lag) {
        return load instanceof Load.Open open
                && lag.toNanos() > Math.max(RATE_ERROR * open.duration().toNanos(), (double) LEAST_RATE_LAG.toNanos());
    }

    private static boolean seenInTheFigures(Duration lag, Duration least, Duration median) {
        return lag.compareTo(least) > 0 && lag.toNanos() > LAG_SHARE * median.toNanos();
    }

    private static boolean saturated(Load load, Work work) {
        return load instanceof Load.Closed && 2 * work.succeeded() > work.requests() && work.utilization() > SATURATED;
    }
}
