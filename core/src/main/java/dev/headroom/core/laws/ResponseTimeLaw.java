package dev.headroom.core.laws;

/**
 * The interactive response time law: R = N / X - Z. N users that each wait for the answer (R, seconds) and then think
 * (Z, seconds) complete X requests per second. It is Little's law with the thinking users inside the boundary, so it
 * ties a closed load's throughput and response time together: neither can be improved without the other. With R0, the seconds of a request
 * that waits for no one, in place of R it is the most that a closed load can get (Lazowska 1984, chapter 5).
 *
 * <p>Source: P. J. Denning and J. P. Buzen, "The Operational Analysis of Queueing Network Models", ACM Computing
 * Surveys 10(3), 1978.
 */
public final class ResponseTimeLaw {

    private ResponseTimeLaw() {}

    /** X, per second; NaN where a cycle takes no time. */
    public static double throughput(double users, double responseTime, double thinkTime) {
        double cycle = responseTime + thinkTime;
        return cycle > 0 ? users / cycle : Double.NaN;
    }
}
