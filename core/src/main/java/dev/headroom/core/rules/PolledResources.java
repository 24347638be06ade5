package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.Saturation;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Groups;
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

    /** Of one user's response (0 to 1), how long he sleeps there at most: who finds one free asks once. */
    private static final double HARDLY = Thresholds.SLIGHT;

    private PolledResources() {}

    static Stream<Hypothesis> in(Evidence evidence) {
        List<Place> asleep = evidence.places().stream()
                .filter(place -> isAskedAgain(place, evidence))
                .toList();
        return Groups.only(evidence.observation().resources().stream()
                        .filter(resource -> isTaken(resource) && mayBeDemanded(resource, evidence)))
                .filter(full -> !asleep.isEmpty())
                .map(full -> hypothesis(full, asleep, evidence))
                .stream();
    }

    private static boolean isAskedAgain(Place place, Evidence evidence) {
        double response = evidence.baseline().map(Measure::value).orElse(0.0);
        return place.kind() == Place.Kind.SLEEPING
                && !place.name().isEmpty()
                && UnknownWaits.isWorthNaming(place, evidence)
                && place.unloaded() <= HARDLY * response;
    }

    private static boolean isTaken(Station resource) {
        boolean counted = switch (resource.kind()) {
            case SEMAPHORE, CONNECTION_POOL, OBJECT_POOL -> true;
            default -> false;
        };
        return counted
                && resource.queued() < Saturation.FEWEST_WAITING
                && resource.active() >= 1
                && Saturation.isAllTaken(resource);
    }

    private static boolean mayBeDemanded(Station resource, Evidence evidence) {
        return evidence.unloaded()
                .map(alone -> demand(resource, alone))
                .filter(its -> its.taken() > 0 && its.taken() <= 1)
                .filter(its -> !its.contradicts(evidence.served().value()))
                .isPresent();
    }

    /** One user takes one of them or none. */
    private static UserDemand demand(Station resource, Evidence alone) {
        double taken =
                alone.observation().resource(resource.id()).map(Station::active).orElse(0.0);
        return new UserDemand(
                resource.maximum().orElseThrow(),
                1,
                alone.observation().probe().samples(),
                taken,
                alone.served().value());
    }

    private static Hypothesis hypothesis(Station resource, List<Place> asleep, Evidence evidence) {
        int most = resource.maximum().orElseThrow();
        double ceiling = demand(resource, evidence.unloaded().orElseThrow()).ceiling();
        double sleepers = asleep.stream().mapToDouble(Place::requests).sum();
        Finding finding = Finding.of(
                resource.limit(most),
                FullResources.remedy(resource, 1, Optional.empty(), Optional.empty(), evidence),
                "All " + most + " of " + resource.name()
                        + " are taken all the while, and nobody waits in its queue; on average "
                        + Numbers.count(sleepers) + " requests sleep at "
                        + asleep.getFirst().name()
                        + ", where one user does not: they ask for it again and again. One user's request takes "
                        + Numbers.seconds(most / ceiling) + " of it, so " + most + " give "
                        + Numbers.rate(ceiling) + ", and "
                        + Numbers.of(evidence.served().value()) + " were measured.");
        return Hypothesis.of(resource.id(), finding, asleep::contains)
                .heldBy(resource.active(), resource.holders())
                .waiting(resource.waits())
                .predicted(OptionalDouble.of(ceiling));
    }
}
