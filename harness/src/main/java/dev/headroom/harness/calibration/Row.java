package dev.headroom.harness.calibration;

import dev.headroom.core.text.Ids;
import dev.headroom.core.text.Numbers;
import dev.headroom.harness.drawn.Network;
import dev.headroom.harness.truth.Estimate;
import dev.headroom.harness.truth.MinLaw;
import dev.headroom.harness.truth.Truth;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One verdict on one drawn service.
 *
 * @param seed of the drawing
 * @param number of the service, from 1
 * @param by the way in: {@code lab}, or {@code agent} or {@code dump} of a service that runs already
 * @param service for the reader
 * @param load closed, open or poisson
 * @param tied whether its two tightest stations are within a tenth of each other
 * @param truthBy how its elasticities are known
 * @param binding kind of the station that binds; {@code load} where the load does, {@code two together} where
 *     the two tightest do, {@code several} where nothing does by itself
 * @param said what was named
 * @param grade of evidence
 * @param fullest what the fullest pool would have been worth
 * @param longestQueue what the longest queue would have been worth
 * @param placebo how many placebos followed, of how many; empty where nothing was moved
 * @param throughput as Headroom counted it
 * @param truth throughput and elasticities
 */
public record Row(
        long seed,
        int number,
        String by,
        String service,
        String load,
        boolean tied,
        String truthBy,
        String binding,
        String said,
        String grade,
        DrawnOutcome outcome,
        DrawnOutcome fullest,
        DrawnOutcome longestQueue,
        List<Integer> placebo,
        double throughput,
        Map<String, Object> truth,
        String summary) {

    private static final String LOAD = "load";

    /** @param told the truth as it is kept, with what else is known of it */
    static Row of(long seed, Network network, Truth truth, Map<String, Object> told, String by, Verdict verdict) {
        return new Row(
                seed,
                network.number(),
                by,
                network.words(),
                Ids.of(network.demand().sort()),
                MinLaw.isTied(network),
                Ids.of(truth.way()),
                binding(network, truth),
                verdict.said().words(),
                verdict.said().grade(),
                verdict.failed() ? DrawnOutcome.FAILED : DrawnOutcome.of(verdict.said(), network, truth),
                DrawnOutcome.of(verdict.fullest(), network, truth),
                DrawnOutcome.of(verdict.longestQueue(), network, truth),
                verdict.placebo(),
                verdict.throughput(),
                told,
                verdict.summary());
    }

    static String binding(Network network, Truth truth) {
        boolean near = truth.near().filter(Estimate::binds).isPresent();
        return truth.load().binds()
                ? LOAD
                : truth.binding()
                        .or(() -> Optional.of(MinLaw.tightest(network).name()).filter(name -> near))
                        .map(name -> network.station(name).kind().id())
                        .or(() -> truth.tied().filter(Estimate::binds).map(pair -> "two together"))
                        .orElse("several");
    }

    boolean isOf(long drawn, Network network, String way) {
        return seed == drawn && number == network.number() && by.equals(way) && service.equals(network.words());
    }

    /** One line of the terminal. */
    String line() {
        if (outcome == DrawnOutcome.FAILED) {
            return "#" + number + " failed: " + service + ": " + summary;
        }
        return String.format(
                Locale.ROOT,
                "#%d %s: %s. Said by %s: %s, %s; binds: %s (%s), X %s of %s",
                number,
                outcome.words(),
                service,
                by,
                said,
                grade,
                binding,
                truthBy,
                Numbers.of(throughput),
                Numbers.of(((Number) truth.getOrDefault("throughput", Double.NaN)).doubleValue()));
    }
}
