package dev.headroom.core.diagnosis;

import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.OptionalInt;

/**
 * Where one user waits as well, somebody serves those who wait: of all that stand at that line, X times what one user's request takes there are being served (Little's law), and the others
 * wait for their turn. So many are served at a time, if that is a whole number, and if no more of what is at work (X R0) is seen elsewhere than leaves as many. It stays suspected: whether that
 * number is a bound, or what a rate comes to, is not seen.
 */
public final class ServedMeanwhile {

    /** Of one user's time (0 to 1), what it has to be there. */
    private static final double SERVED = Thresholds.SLIGHT;

    /** Requests by which either figure may differ from a whole number; and one user's response, times X. */
    private static final double WHOLE = Thresholds.THIRD;

    private ServedMeanwhile() {}

    /**
     * @param found names no more than the place
     * @param throughput X
     */
    public static Diagnosis in(Diagnosis found, double throughput) {
        List<Place> places = found.account().places();
        return found.account()
                .unloaded()
                .filter(alone -> isNamed(found) && alone.error() * throughput <= WHOLE)
                .flatMap(alone -> places.stream()
                        .filter(place -> isIt(place, found) && place.unloaded() >= SERVED * alone.value())
                        .findFirst()
                        .map(place -> with(found, place, places, throughput, alone)))
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

    private static Diagnosis with(Diagnosis found, Place here, List<Place> places, double throughput, Measure alone) {
        double served = LittlesLaw.concurrency(throughput, here.unloaded());
        double elsewhere = places.stream()
                .filter(place -> place != here)
                .mapToDouble(Place::requests)
                .sum();
        double left = LittlesLaw.concurrency(throughput, alone.value()) - elsewhere;
        int most = (int) Math.rint(served);
        if (most < 1 || Math.abs(served - most) > WHOLE || Math.abs(left - most) > WHOLE) {
            return found;
        }
        Limit limit = found.bindingLimit().orElseThrow();
        return found.toBuilder()
                .limit(new Limit(limit.kind(), limit.station(), limit.pool(), OptionalInt.of(most)))
                .note("Of the " + Numbers.count(here.requests()) + " at " + limit.pool() + ", " + Numbers.of(served)
                        + " are served: one user's request takes " + Numbers.seconds(here.unloaded()) + " there, times "
                        + Numbers.rate(throughput) + "; of all that are at work, " + Numbers.of(left)
                        + " are left for it. So no more than " + most
                        + " are served at a time, or a rate lets so many past.")
                .build();
    }
}
