package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.Sizing;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.structure.Holding;
import java.util.Optional;

/**
 * How much of a limit the load needs by Little's law, N = X V S, beside how much there is of it: a size that is there already is no remedy. One that would do for evenly spaced arrivals, and is full
 * nevertheless, is to be as large as those need that come at random. More than the cores carry only waits for a core, and more than the
 * next limit carries for that.
 *
 * @param least fewer cannot carry the rate
 * @param random with which arrivals at random seldom wait
 * @param there m
 * @param rate requests per second for which that is: what is asked for, or what the cores or the next limit carry of it
 * @param carrier with its verb, which carries less than what is asked for, such as {@code 16 cores carry}; empty where all of it is carried, or nobody knows
 */
record Size(int least, int random, int there, double rate, Optional<String> carrier) {

    /**
     * Empty where nobody knows what is asked for.
     *
     * @param unloaded seconds of a request that waits for no one
     * @param next what binds once this is lifted; what is as near as this is to be lifted with it, and is no bound of its size
     */
    static Optional<Size> of(Terms terms, double unloaded, Optional<NextLimit> next, Evidence evidence) {
        double wanted = evidence.wanted(unloaded);
        Optional<ProcessorRoom> cores =
                Optional.of(ProcessorRoom.of(evidence)).filter(room -> room.known() && room.perSecond() < wanted);
        double carried = cores.map(ProcessorRoom::perSecond).orElse(wanted);
        Optional<NextLimit> lower = next.filter(one -> one.limit().kind() != LimitKind.CPU
                        && Tie.isBeyond(one, evidence)
                        && (isBehind(one, evidence) || terms.visits().value() <= 1 + Holding.SAME))
                .filter(one -> one.ceiling().perSecond() < carried);
        double rate = lower.map(one -> one.ceiling().perSecond()).orElse(carried);
        double visits = terms.visits().value();
        double time = terms.holdingTime().value();
        return Double.isFinite(rate)
                ? Optional.of(new Size(
                        Sizing.atLeast(rate, visits, time),
                        Sizing.forRandomArrivals(rate, visits, time),
                        terms.workers(),
                        rate,
                        lower.map(one -> one.limit().pool() + " carries")
                                .or(() -> cores.map(room -> room.words() + " carry"))))
                : Optional.empty();
    }

    /** Who waits within the service is held for less time once what he waits for is lifted, and carries more than is known: tasks that run side by side then may have queued for each other with one user, too. */
    private static boolean isBehind(NextLimit next, Evidence evidence) {
        return evidence.observation()
                .station(next.limit().station())
                .filter(one ->
                        one.waits().stream().noneMatch(wait -> wait.activity().forOthers()))
                .isPresent();
    }

    /** The same where so many more of it are kept by no request. */
    Size beside(double idle) {
        return new Size((int) Math.rint(least + idle), (int) Math.rint(random + idle), there, rate, carrier);
    }

    /** Of what is full for what they carry, more would wait for a core, or for what is next. */
    boolean isThere() {
        return least <= there && (carrier.isPresent() || random <= there);
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
        return carrier.map(one -> ", as many as " + one).orElse("");
    }
}
