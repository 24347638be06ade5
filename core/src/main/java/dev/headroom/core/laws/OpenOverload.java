package dev.headroom.core.laws;

/**
 * An open load above a ceiling, as a fluid: requests arrive at {@code offered} per second for {@code duration} seconds,
 * {@code ceiling} per second leave, first come first served, and the rest waits. The backlog grows by offered - ceiling
 * each second for as long as the load lasts; the request that arrives at second t finds t (offered - ceiling) before
 * it and so waits t (offered - ceiling) / ceiling. Response times therefore rise in a straight line from R0
 * ({@code unloaded}, seconds), without end: their percentiles depend on how long the load lasted, and say nothing else.
 *
 * <p>The mean holds for any order of service that lets no worker idle; percentiles and maximum assume first come, first
 * served. Arrivals and service are taken as smooth, which costs about one holding time.
 *
 * <p>Source: L. Kleinrock, "Queueing Systems, Volume 2: Computer Applications", Wiley, 1976, section 2.7 (the fluid
 * approximation for queues); G. F. Newell, "Applications of Queueing Theory", Chapman and Hall, 1971, chapter 2.
 */
public final class OpenOverload {

    private OpenOverload() {}

    /** Requests per second by which the backlog grows; 0 where the ceiling is not exceeded. */
    public static double backlogGrowth(double offered, double ceiling) {
        return Math.max(0, offered - ceiling);
    }

    /** Seconds that the request takes which arrives {@code at} seconds after the start. */
    public static double responseTime(double offered, double ceiling, double unloaded, double at) {
        return unloaded + at * backlogGrowth(offered, ceiling) / ceiling;
    }

    /** Mean over all requests of a load of {@code duration} seconds. */
    public static double mean(double offered, double ceiling, double unloaded, double duration) {
        return responseTime(offered, ceiling, unloaded, duration / 2);
    }

    /** Seconds from the end of the load until the backlog is worked off. */
    public static double drain(double offered, double ceiling, double duration) {
        return duration * backlogGrowth(offered, ceiling) / ceiling;
    }
}
