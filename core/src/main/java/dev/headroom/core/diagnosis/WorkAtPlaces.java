package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.statistics.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Of the X R0 requests that are at work, how many are so at each place: X times what one user's request takes there (Little's law). What a limit lets past is some of these places,
 * those where it is held, and the others come before it or after it: which is not seen where nobody waits on a thread. So its capacity is a sum of some of them, with any part of what is
 * at work nobody knows where, and all of it only where all work is at one place that is known.
 *
 * @param requests at each known place with a part worth speaking of
 * @param rest at places that were not seen
 */
record WorkAtPlaces(List<Double> requests, double rest) {

    /** Less than that is no part of its own. */
    private static final double FEWEST = Thresholds.ODD_ONE;

    /** Of those that have to be at work there under load (0 to 1), who has to be seen: else what one user was seen at was not his work. */
    private static final double THERE = Thresholds.HALF;

    /** What a sum of two measurements may be off, relative; and at least half of one. */
    private static final double AGREES = Thresholds.TENTH;

    WorkAtPlaces {
        requests = List.copyOf(requests);
    }

    /** @param atWork X R0 */
    static WorkAtPlaces of(Diagnosis found, double atWork) {
        double alone = found.account().unloaded().map(Measure::value).orElse(0.0);
        List<Double> known = found.account().places().stream()
                .filter(place -> place.kind() != Place.Kind.NOT_FOUND && place.unloaded() > 0)
                .collect(Collectors.groupingBy(WorkAtPlaces::name))
                .values()
                .stream()
                .filter(places -> sum(places, Place::requests) >= THERE * atWork * sum(places, Place::unloaded) / alone)
                .map(places -> atWork * sum(places, Place::unloaded) / alone)
                .filter(here -> here >= FEWEST)
                .toList();
        double rest = atWork - known.stream().mapToDouble(here -> here).sum();
        return new WorkAtPlaces(known, rest >= FEWEST ? rest : 0);
    }

    private static double sum(List<Place> places, ToDoubleFunction<Place> what) {
        return places.stream().mapToDouble(what).sum();
    }

    /** Who computes and who is ready to are one. */
    private static String name(Place place) {
        return switch (place.kind()) {
            case RUNNING, READY -> "the processor";
            default -> place.kind() + " " + place.name();
        };
    }

    /** Whether all work is at one place, so that it is held there. */
    boolean isOne() {
        return requests.size() == 1 && rest == 0;
    }

    /** Whether so many may be held. */
    boolean mayBeHeld(int most) {
        return Stream.concat(Stream.of(0.0), sums(requests).stream())
                .anyMatch(sum -> most >= sum - error(sum) && most <= sum + rest + error(sum + rest));
    }

    private static double error(double sum) {
        return Math.max(FEWEST, AGREES * sum);
    }

    private static List<Double> sums(List<Double> parts) {
        List<Double> sums = new ArrayList<>();
        for (double part : parts) {
            List<Double> more =
                    new ArrayList<>(sums.stream().map(sum -> sum + part).toList());
            more.add(part);
            sums.addAll(more);
        }
        return sums;
    }
}
