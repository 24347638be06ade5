package dev.headroom.core.laws;

/**
 * An open load above a ceiling, as a fluid: requests arrive at {@code offered} per second,
 * {@code ceiling} per second leave, first come first served, and the rest waits. The backlog grows by offered - ceiling
 * each second for as long as the load lasts; the request that arrives at second t finds t (offered - ceiling) before
 * it and so waits t (offered - ceiling) / ceiling. Response times therefore rise in a straight line from R0,
 * without end: their percentiles depend on how long the load lasted, and say nothing else.
 *
 * <p>Arrivals and service are taken as smooth, which costs about one holding time.
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
}
