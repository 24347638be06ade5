package dev.headroom.core.laws;

/**
 * Little's law: N = X R. The mean number of requests inside a boundary (N, a plain number) is the rate at which they
 * pass through it (X, per second) times the mean time that each spends inside (R, seconds).
 *
 * <p>It holds for any order of service and any distribution, exactly for an interval that begins and ends with nothing
 * inside, and nearly for one whose edges are small against its length. It does not hold for a part of a run in which a
 * backlog grows: the requests that wait at the end have not yet shown their R.
 *
 * <p>Source: J. D. C. Little, "A Proof for the Queuing Formula L = λW", Operations Research 9(3), 1961; for measured
 * intervals: J. D. C. Little, "Little's Law as Viewed on Its 50th Anniversary", Operations Research 59(3), 2011.
 */
public final class LittlesLaw {

    private LittlesLaw() {}

    /** N: how many are inside, from {@code throughput} per second and {@code time} inside in seconds. */
    public static double concurrency(double throughput, double time) {
        return throughput * time;
    }

    /** R, seconds; NaN where nothing passes through. */
    public static double time(double concurrency, double throughput) {
        return throughput > 0 ? concurrency / throughput : Double.NaN;
    }

    /** X, per second; NaN where nothing takes time. */
    public static double throughput(double concurrency, double time) {
        return time > 0 ? concurrency / time : Double.NaN;
    }
}
