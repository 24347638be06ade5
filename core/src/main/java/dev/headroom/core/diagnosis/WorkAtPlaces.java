package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.statistics.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Of the X R0 requests that are at work, how many are so at each place: X times what one user's request takes there (Little's law). What a limit lets past is some of these places,
 * those where it is held, and the others come before it or after it: which is not seen where nobody waits on a thread. So its capacity is a sum of some of them, and all of it only
 * where there is but one.
 *
 * @param requests at each place with a part worth speaking of
 */
record WorkAtPlaces(List<Double> requests) {

    /** Less than that is no part of its own. */
    private static final double FEWEST = Thresholds.ODD_ONE;

    /** What a sum of two measurements may be off, relative; and at least half of one. */
    private static final double AGREES = Thresholds.TENTH;

    WorkAtPlaces {
        requests = List.copyOf(requests);
    }

    /** @param atWork X R0 */
    static WorkAtPlaces of(Diagnosis found, double atWork) {
        double alone = found.account().unloaded().map(Measure::value).orElse(0.0);
        Map<String, Double> seen = found.account().places().stream()
                .filter(place -> place.kind() != Place.Kind.NOT_FOUND && place.unloaded() > 0)
                .collect(Collectors.groupingBy(
                        WorkAtPlaces::name, Collectors.summingDouble(place -> atWork * place.unloaded() / alone)));
        double rest = atWork
                - seen.values().stream()
                        .filter(here -> here >= FEWEST)
                        .mapToDouble(here -> here)
                        .sum();
        return new WorkAtPlaces(Stream.concat(seen.values().stream(), Stream.of(rest))
                .filter(here -> here >= FEWEST)
                .toList());
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
        return requests.size() <= 1;
    }

    /** Whether so many may be held: they are all that is at work at some of the places. */
    boolean mayBeHeld(int most) {
        return sums(requests).stream().anyMatch(sum -> Math.abs(sum - most) <= Math.max(FEWEST, AGREES * sum));
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
