package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.Sizing;
import java.util.Optional;

/**
 * How much of a limit the load needs by Little's law, N = X V S, beside how much there is of it: a size that is there already is no remedy. One that would do for evenly spaced arrivals, and is full
 * nevertheless, is to be as large as those need that come at random. More than the cores carry only waits for a core.
 *
 * @param least fewer cannot carry the rate
 * @param random with which arrivals at random seldom wait
 * @param there m
 * @param rate requests per second for which that is: what is asked for, or what the cores carry of it
 * @param cores that carry less than what is asked for; empty where they carry it, or nobody knows
 */
record Size(int least, int random, int there, double rate, Optional<ProcessorRoom> cores) {

    /**
     * Empty where nobody knows what is asked for.
     *
     * @param unloaded seconds of a request that waits for no one
     */
    static Optional<Size> of(Terms terms, double unloaded, Evidence evidence) {
        double wanted = evidence.wanted(unloaded);
        Optional<ProcessorRoom> cores =
                Optional.of(ProcessorRoom.of(evidence)).filter(room -> room.known() && room.perSecond() < wanted);
        double rate = cores.map(ProcessorRoom::perSecond).orElse(wanted);
        double visits = terms.visits().value();
        double time = terms.holdingTime().value();
        return Double.isFinite(rate)
                ? Optional.of(new Size(
                        Sizing.atLeast(rate, visits, time),
                        Sizing.forRandomArrivals(rate, visits, time),
                        terms.workers(),
                        rate,
                        cores))
                : Optional.empty();
    }

    /** The same where so many more of it are kept by no request. */
    Size beside(double idle) {
        return new Size((int) Math.rint(least + idle), (int) Math.rint(random + idle), there, rate, cores);
    }

    /** Of what is full for what the cores carry, more would wait for a core. */
    boolean isThere() {
        return least <= there && (cores.isPresent() || random <= there);
    }

    /** Whether only arrivals at random need more than there is. */
    boolean isForRandom() {
        return least <= there && !isThere();
    }

    /** As many as are advised. */
    int needed() {
        return isForRandom() ? random : least;
    }

    /** Why it is no more; empty where it is all that is asked for. */
    String bound() {
        return cores.map(room -> ", as many as " + room.words() + " carry").orElse("");
    }
}
