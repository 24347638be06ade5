package dev.headroom.core.rules;

import dev.headroom.core.bounds.Fallbacks;
import dev.headroom.core.bounds.Rejections;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.Saturation;
import dev.headroom.core.laws.ErlangLoss;
import dev.headroom.core.laws.Poisson;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What turns requests away: something that is all taken, or so much of it that as many find nothing free. */
public final class TurnedAway {

    private TurnedAway() {}

    /**
     * What bounds them: what is seen all taken, or so much of it that as many find nothing free.
     *
     * @param symptoms ids of stations that are full because something behind them is: that comes first
     */
    public static Optional<Hypothesis> by(Rejections rejections, Evidence evidence, Set<String> symptoms) {
        return taken(evidence, station -> !symptoms.contains(station.id()))
                .or(() -> taken(evidence, station -> true))
                .or(() -> mostlyTaken(rejections, evidence))
                .map(claimed ->
                        claimed.told(finding -> finding.saying(rejections.words(evidence) + " " + finding.summary())));
    }

    private static Optional<Hypothesis> taken(Evidence evidence, Predicate<Station> which) {
        Predicate<Station> byRequests = which.and(station -> !FullAlone.is(station.id(), evidence));
        return fullest(evidence, byRequests)
                .map(resource -> turning(resource, evidence))
                .or(() -> evidence.observation().pools().stream()
                        .filter(Saturation::isAllTaken)
                        .filter(byRequests)
                        .filter(pool -> mayServe(pool, evidence))
                        .max(Comparator.comparingDouble(
                                pool -> pool.active() / pool.maximum().getAsInt()))
                        .map(pool -> FullPools.hypothesis(pool, evidence)));
    }

    /** Whether tasks of a pool come and go, or anybody wants one done: a thread that is at the same task all the while, for which nobody waits, has nothing to turn away. */
    private static boolean mayServe(Station pool, Evidence evidence) {
        return evidence.structure().isEntry(pool)
                || Poisson.recurs(Math.round(pool.completed().orElse(0)))
                || evidence.saturation(pool).saturated()
                || evidence.observation().threadsOn(pool.name()) >= Saturation.FEWEST_WAITING;
    }

    private static Hypothesis turning(Station resource, Evidence evidence) {
        return FullResources.hypothesis(resource, evidence)
                .told(finding -> finding.lifted(FullResources.turningAway(resource, evidence)));
    }

    /**
     * Who does not wait leaves places empty until the next comes: of what turns half away, a sixth may be free on average. How many find nothing free
     * follows from how many are taken ({@link ErlangLoss}), and is no less than were turned away, but for chance and arrivals in batches. Of a load that is not ours the errors are any, a client's own
     * mistakes among them: who finds no connection of a pool waits for one, so none of them is told by it.
     */
    private static Optional<Hypothesis> mostlyTaken(Rejections rejections, Evidence evidence) {
        return evidence.observation().resources().stream()
                .filter(resource -> resource.kind() != StationKind.LOCK
                        && resource.kind() != StationKind.RATE_LIMITER
                        && resource.queued() < Saturation.FEWEST_WAITING
                        && (resource.kind() != StationKind.CONNECTION_POOL || !evidence.isObserved())
                        && lost(resource) >= Fallbacks.LEAST * rejections.share())
                .filter(resource -> !FullAlone.is(resource.id(), evidence))
                .max(Comparator.comparingDouble(TurnedAway::lost))
                .map(resource -> turning(resource, evidence)
                        .told(finding -> finding.saying(LimitSentences.mostlyTaken(resource, lost(resource)))));
    }

    private static double lost(Station resource) {
        return resource.maximum().isPresent()
                ? ErlangLoss.shareOf(resource.maximum().getAsInt(), resource.active())
                : 0;
    }

    /**
     * What is all taken while nobody waits for it. It may be that who finds nothing free is turned away, and that of the answers that are counted many say
     * no more than that. One that never changes hands, such as a leader's lease, says nothing.
     */
    public static Optional<Station> allTaken(Evidence evidence) {
        return fullest(evidence, resource -> changesHands(resource) && !isAwaited(resource));
    }

    private static Optional<Station> fullest(Evidence evidence, Predicate<Station> which) {
        return evidence.observation().resources().stream()
                .filter(resource -> resource.kind() != StationKind.LOCK && used(resource, evidence) >= Saturation.FULL)
                .filter(which)
                .max(Comparator.comparingDouble(resource -> used(resource, evidence)));
    }

    /** Whether somebody waits for it: then who finds nothing free is not sent on. */
    public static boolean isAwaited(Station resource) {
        return resource.queued() >= Saturation.FEWEST_WAITING;
    }

    /** Where nobody counts how often it is taken, one that was free at some look. */
    public static boolean changesHands(Station resource) {
        int maximum = resource.maximum().orElse(0);
        return resource.completed().isPresent()
                ? resource.completed().getAsDouble() > maximum
                : resource.active() < maximum;
    }

    private static double used(Station resource, Evidence evidence) {
        if (resource.maximum().isEmpty()) {
            return 0;
        }
        double used = resource.kind() == StationKind.RATE_LIMITER
                ? resource.completed().orElse(0) / evidence.window()
                : resource.active();
        return used / resource.maximum().getAsInt();
    }
}
