package dev.headroom.harness.drawn;

import java.util.Locale;

/**
 * The load on a drawn service.
 *
 * @param users of a closed load
 * @param perSecond of an open one
 * @param thinkMillis mean pause of a user
 * @param randomThinking whether pauses are exponential
 */
public record DrawnLoad(Sort sort, int users, double perSecond, double thinkMillis, boolean randomThinking) {

    enum Sort {
        CLOSED,
        OPEN,
        POISSON
    }

    public static DrawnLoad closed(int users, double thinkMillis, boolean random) {
        return new DrawnLoad(Sort.CLOSED, users, 0, thinkMillis, random);
    }

    public static DrawnLoad open(double perSecond, boolean poisson) {
        return new DrawnLoad(poisson ? Sort.POISSON : Sort.OPEN, 0, perSecond, 0, false);
    }

    public boolean isClosed() {
        return sort == Sort.CLOSED;
    }

    DrawnLoad raised(double factor) {
        return new DrawnLoad(
                sort, Math.toIntExact(Math.round(users * factor)), perSecond * factor, thinkMillis, randomThinking);
    }

    /** @param unloaded milliseconds of a request that waits for no one */
    public double bound(double unloaded) {
        return isClosed() ? users * 1000 / (unloaded + thinkMillis) : perSecond;
    }

    String words() {
        String pause =
                String.format(Locale.ROOT, " who think %.0f ms%s", thinkMillis, randomThinking ? " at random" : "");
        return isClosed()
                ? "closed, " + users + " users" + (thinkMillis == 0 ? "" : pause)
                : String.format(Locale.ROOT, "%s, %.1f/s", sort == Sort.POISSON ? "Poisson" : "open", perSecond);
    }
}
