package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.Sizing;
import java.util.Optional;

/**
 * How much of a limit the load needs by Little's law, N = X V S, beside how much there is of it: a size that is there already is no remedy. More than the cores carry
 * only waits for a core.
 *
 * @param needed fewer cannot carry the rate
 * @param there m
 * @param rate requests per second for which that is: what is asked for, or what the cores carry of it
 * @param ofCores whether the cores carry less than what is asked for
 */
record Size(int needed, int there, double rate, boolean ofCores) {

    /**
     * Empty where nobody knows what is asked for.
     *
     * @param unloaded seconds of a request that waits for no one
     */
    static Optional<Size> of(Terms terms, double unloaded, Evidence evidence) {
        double wanted = evidence.wanted(unloaded);
        double carried = Processors.carries(evidence);
        double rate = Math.min(wanted, carried);
        return Double.isFinite(rate)
                ? Optional.of(new Size(
                        Sizing.atLeast(
                                rate,
                                terms.visits().value(),
                                terms.holdingTime().value()),
                        terms.workers(),
                        rate,
                        carried < wanted))
                : Optional.empty();
    }

    /** The same where so many more of it are kept by no request. */
    Size beside(double idle) {
        return new Size((int) Math.rint(needed + idle), there, rate, ofCores);
    }

    boolean isThere() {
        return needed <= there;
    }

    /** Why it is no more; empty where it is all that is asked for. */
    String bound(Evidence evidence) {
        return ofCores ? ", as many as " + Processors.carriers(evidence) + " carry" : "";
    }
}
