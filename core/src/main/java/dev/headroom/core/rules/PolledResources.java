package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Proportion;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Permits, connections or objects all of which are taken while nobody waits in their queue: requests that find none sleep, and ask again. That they sleep because of it is seen by no frame. Two figures that
 * are counted apart have to agree: X, and m / D with the demand D of one user (utilisation law: Lazowska 1984, chapter 3). Where two such resources fit, neither is named.
 */
final class PolledResources {

    /** Taken over capacity, on average, from which there is none left. */
    private static final double FULL = Thresholds.ALL;

    /** Of one user's response (0 to 1), how long he sleeps there at most: who finds one free asks once. */
    private static final double HARDLY = Thresholds.SLIGHT;

    /** What X may differ from m / D, relative, besides what few looks at one user leave open. */
    private static final double AGREES = Thresholds.TENTH;

    private PolledResources() {}

    static Stream<Hypothesis> in(Evidence evidence) {
        List<Place> asleep = evidence.places().stream()
                .filter(place -> isAskedAgain(place, evidence))
                .toList();
        List<Station> full = evidence.observation().resources().stream()
                .filter(resource -> isTaken(resource) && mayBeDemanded(resource, evidence))
                .toList();
        return full.size() == 1 && !asleep.isEmpty()
                ? Stream.of(hypothesis(full.getFirst(), asleep, evidence))
                : Stream.empty();
    }

    private static boolean isAskedAgain(Place place, Evidence evidence) {
        double response = evidence.baseline().map(Measure::value).orElse(0.0);
        return place.kind() == Place.Kind.SLEEPING
                && !place.name().isEmpty()
                && UnknownWaits.isWorthNaming(place)
                && place.unloaded() <= HARDLY * response;
    }

    private static boolean isTaken(Station resource) {
        boolean counted = switch (resource.kind()) {
            case SEMAPHORE, CONNECTION_POOL, OBJECT_POOL -> true;
            default -> false;
        };
        return counted
                && resource.queued() < FullResources.FEWEST_WAITING
                && resource.maximum().isPresent()
                && resource.active() >= Math.max(1, FULL * resource.maximum().getAsInt());
    }

    /** Whether what one user takes of it, as far as his looks tell (exact interval of a proportion), may give what was measured. */
    private static boolean mayBeDemanded(Station resource, Evidence evidence) {
        double x = evidence.served().value();
        return evidence.unloaded()
                .filter(alone -> taken(resource, alone) > 0 && taken(resource, alone) <= 1)
                .filter(alone -> {
                    long looks = alone.observation().probe().samples();
                    Proportion taken = new Proportion(Math.round(taken(resource, alone) * looks), looks);
                    return x >= (1 - AGREES) * ceiling(resource, taken.atMost(1 - Thresholds.ERROR), alone)
                            && x <= (1 + AGREES) * ceiling(resource, taken.atLeast(1 - Thresholds.ERROR), alone);
                })
                .isPresent();
    }

    /** With one user, on average. */
    private static double taken(Station resource, Evidence alone) {
        return alone.observation().resource(resource.id()).map(Station::active).orElse(0.0);
    }

    /**
     * m / D.
     *
     * @param taken by one user on average, D of his X
     */
    private static double ceiling(Station resource, double taken, Evidence alone) {
        return resource.maximum().orElseThrow() * alone.served().value() / taken;
    }

    private static Hypothesis hypothesis(Station resource, List<Place> asleep, Evidence evidence) {
        int most = resource.maximum().orElseThrow();
        Evidence alone = evidence.unloaded().orElseThrow();
        double ceiling = ceiling(resource, taken(resource, alone), alone);
        double sleepers = asleep.stream().mapToDouble(Place::requests).sum();
        Finding finding = new Finding(
                resource.limit(most),
                Optional.empty(),
                Optional.empty(),
                Optional.of(FullResources.remedy(resource, Optional.empty(), evidence)),
                Optional.empty(),
                "All " + most + " of " + resource.name()
                        + " are taken all the while, and nobody waits in its queue; on average "
                        + Numbers.count(sleepers) + " requests sleep at "
                        + asleep.getFirst().name()
                        + ", where one user does not: they ask for it again and again. One user's request takes "
                        + Numbers.seconds(most / ceiling) + " of it, so " + most + " give "
                        + Numbers.rate(ceiling) + ", and "
                        + Numbers.of(evidence.served().value()) + " were measured.",
                List.of());
        return new Hypothesis(
                resource.id(),
                finding,
                asleep::contains,
                resource.active(),
                resource.waits(),
                OptionalDouble.of(ceiling),
                resource.holders(),
                List.of());
    }
}
