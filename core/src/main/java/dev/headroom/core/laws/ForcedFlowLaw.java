package dev.headroom.core.laws;

/**
 * The forced flow law: X(pool) = V X. A pool completes V tasks for each request that the service completes, so the
 * rates (per second) of all pools are tied together by their visits (V, tasks a request).
 *
 * <p>Source: P. J. Denning and J. P. Buzen, "The Operational Analysis of Queueing Network Models", ACM Computing
 * Surveys 10(3), 1978.
 */
public final class ForcedFlowLaw {

    private ForcedFlowLaw() {}

    /** V: tasks completed by the pool for each request completed, both in the same window; NaN where none was. */
    public static double visits(double tasksCompleted, double requestsCompleted) {
        return requestsCompleted > 0 ? tasksCompleted / requestsCompleted : Double.NaN;
    }
}
