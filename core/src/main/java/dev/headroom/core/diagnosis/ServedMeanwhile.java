package dev.headroom.core.diagnosis;

import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.statistics.Proportion;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.OptionalInt;

/**
 * Where one user waits as well, somebody serves those who wait. Of all that is at work (X R0), what is not seen elsewhere is served for those at that line, and the others there wait for their turn (Little's
 * law). So many are served at a time, if that is a whole number, and if the share of one user's looks at that line, of X R0, comes to that number as well (an exact interval: Clopper and Pearson 1934). It
 * stays suspected: whether that number is a bound, or what a rate comes to, is not seen.
 */
public final class ServedMeanwhile {

    /** Of one user's time (0 to 1), what it has to be there. */
    private static final double SERVED = Thresholds.SLIGHT;

    /** Requests by which what is left may differ from a whole number; and one user's response, times X. */
    private static final double WHOLE = Thresholds.THIRD;

    private static final double CONFIDENCE = 0.95;

    private ServedMeanwhile() {}

    /**
     * @param found names no more than the place
     * @param throughput X
     * @param looks at one user
     */
    public static Diagnosis in(Diagnosis found, double throughput, long looks) {
        return found.account()
                .unloaded()
                .filter(alone -> isNamed(found) && alone.error() * throughput <= WHOLE)
                .flatMap(alone -> found.account().places().stream()
                        .filter(place -> isIt(place, found) && place.unloaded() >= SERVED * alone.value())
                        .findFirst()
                        .map(place -> with(found, place, throughput, alone, looks)))
                .orElse(found);
    }

    private static boolean isNamed(Diagnosis found) {
        return found.verdict() == Verdict.LIMIT
                && found.bindingLimit()
                        .filter(limit -> limit.kind() == LimitKind.UNKNOWN
                                && limit.workers().isEmpty())
                        .isPresent();
    }

    private static boolean isIt(Place place, Diagnosis found) {
        return place.kind() == Place.Kind.AWAITING_OTHER
                && place.name().equals(found.bindingLimit().orElseThrow().pool());
    }

    private static Diagnosis with(Diagnosis found, Place here, double throughput, Measure alone, long looks) {
        double atWork = LittlesLaw.concurrency(throughput, alone.value());
        double elsewhere = found.account().places().stream()
                .filter(place -> place != here)
                .mapToDouble(Place::requests)
                .sum();
        double left = atWork - elsewhere;
        int most = (int) Math.rint(left);
        double share = Math.min(1, here.unloaded() / alone.value());
        Proportion there = new Proportion(Math.round(share * looks), looks);
        boolean agree =
                most <= atWork * there.atMost(CONFIDENCE) + WHOLE && most >= atWork * there.atLeast(CONFIDENCE) - WHOLE;
        if (most < 1 || Math.abs(left - most) > WHOLE || !agree) {
            return found;
        }
        Limit limit = found.bindingLimit().orElseThrow();
        return found.toBuilder()
                .limit(new Limit(limit.kind(), limit.station(), limit.pool(), OptionalInt.of(most)))
                .note("Of the " + Numbers.count(here.requests()) + " at " + limit.pool() + ", " + Numbers.of(left)
                        + " are served: " + Numbers.of(atWork) + " are at work (X R0), and " + Numbers.of(elsewhere)
                        + " elsewhere; one user's request is there for " + Numbers.percent(share)
                        + " of its time. So no more than " + most
                        + " are served at a time, or a rate lets so many past.")
                .build();
    }
}
