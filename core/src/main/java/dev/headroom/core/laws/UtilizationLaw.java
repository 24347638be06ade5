package dev.headroom.core.laws;

/**
 * The utilisation law: U = X V S / m. The share of its m workers that a pool keeps busy (U, 0 to 1) follows from the
 * requests per second (X), the tasks that one request gives to the pool (V) and the seconds that a task keeps its
 * worker (S).
 *
 * <p>Source: P. J. Denning and J. P. Buzen, "The Operational Analysis of Queueing Network Models", ACM Computing
 * Surveys 10(3), 1978.
 */
public final class UtilizationLaw {

    private UtilizationLaw() {}

    public static double utilization(double throughput, double visits, double holdingTime, int workers) {
        return busy(throughput, visits, holdingTime) / workers;
    }

    /** U m = X V S: mean number of busy workers. */
    public static double busy(double throughput, double visits, double holdingTime) {
        return throughput * visits * holdingTime;
    }

    /**
     * S = B / C, seconds: the busy time of all workers ({@code active} of them over {@code window} seconds) over the
     * tasks completed in it. NaN where none was. An S found this way put back into U = X V S / m gives U again,
     * whatever X is: it proves nothing by itself.
     */
    public static double holdingTime(double active, double window, double completed) {
        return completed > 0 ? active * window / completed : Double.NaN;
    }

    /**
     * D = V S = U m / X, seconds: what one request asks of a resource of which {@code busy} servers are in use on average
     * (the service demand law, from the utilisation law).
     */
    public static double demand(double busy, double throughput) {
        return busy / throughput;
    }
}
