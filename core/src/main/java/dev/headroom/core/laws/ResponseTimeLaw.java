package dev.headroom.core.laws;

/**
 * The interactive response time law: R = N / X - Z. N users that each wait for the answer (R, seconds) and then think
 * (Z, seconds) complete X requests per second. It is Little's law with the thinking users inside the boundary, so it
 * ties a closed load's throughput and response time together: neither can be improved without the other.
 *
 * <p>Source: P. J. Denning and J. P. Buzen, "The Operational Analysis of Queueing Network Models", ACM Computing
 * Surveys 10(3), 1978.
 */
public final class ResponseTimeLaw {

    private ResponseTimeLaw() {}

    /** R, seconds; NaN where nothing completes. */
    public static double responseTime(double users, double throughput, double thinkTime) {
        return throughput > 0 ? users / throughput - thinkTime : Double.NaN;
    }

    /** X, per second; NaN where a cycle takes no time. */
    public static double throughput(double users, double responseTime, double thinkTime) {
        double cycle = responseTime + thinkTime;
        return cycle > 0 ? users / cycle : Double.NaN;
    }

    /** N = X (R + Z). */
    public static double users(double throughput, double responseTime, double thinkTime) {
        return throughput * (responseTime + thinkTime);
    }
}
