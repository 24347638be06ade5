package dev.headroom.core.laws;

/**
 * Asymptotic bounds of a closed load: X is at most min(N / (R0 + Z), ceiling), and R at least max(R0, N / ceiling - Z).
 * N users; R0 the response time in seconds of a request that waits for no one; Z think time in seconds; ceiling and X
 * per second. With few users the load is the limit, with many the ceiling; they cross at ceiling x (R0 + Z) users.
 *
 * <p>Source: E. D. Lazowska, J. Zahorjan, G. S. Graham, K. C. Sevcik, "Quantitative System Performance", Prentice
 * Hall, 1984, chapter 5.
 */
public final class AsymptoticBounds {

    private AsymptoticBounds() {}

    /** No more than this can complete per second. */
    public static double throughput(double users, double unloaded, double thinkTime, double ceiling) {
        double byUsers = ResponseTimeLaw.throughput(users, unloaded, thinkTime);
        return Double.isNaN(byUsers) ? ceiling : Math.min(byUsers, ceiling);
    }
}
