package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.Saturation;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Network.InUse;
import dev.headroom.core.model.observation.Network.Outbound;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Groups;
import dev.headroom.core.statistics.Mechanism;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Connections to a downstream of which nobody waits on a thread: their client does not block, and who waits for one of them lies in a queue of its own. The kernel tells that all are open all the while and have
 * a call in flight. That is no proof: calls of somebody else may go over them. So two figures have to agree that are counted apart: X and m / D, where D is what one user's request takes of them (utilisation
 * law, Lazowska 1984, chapter 3), or, where nobody saw one user, what goes out on them and one or two times the answers (forced flow law, Denning and Buzen 1978). Where two downstreams fit, neither is named.
 */
final class BusyConnections {

    /** 1 is everywhere and carries many calls at a time, 2 nearly so. */
    private static final double FEWEST_CONNECTIONS = Thresholds.FEWEST;

    /** Looks at the connections. */
    static final double FEWEST_LOOKS = Thresholds.LOOKS;

    /** Of the connections (0 to 1), those that have a call in flight on average: between two calls one has none for a moment. */
    private static final double BUSY = Thresholds.NEARLY_ALL;

    /** Of the looks (0 to 1), those at which all have one. Where each carries several calls, what went over it last was an answer in half of the looks. */
    private static final double FULL = Thresholds.HALF;

    /** Segments that come in for each that goes out, a call having two at most: with fewer, answers to several calls come together. */
    private static final double ANSWERED = Thresholds.HALF * Thresholds.NEARLY_ALL;

    private BusyConnections() {}

    /**
     * @param ceiling m / D; empty where nobody saw one user
     * @param words why it is they for which the others wait
     */
    private record Claim(Outbound to, int m, OptionalDouble ceiling, String words) {}

    static Stream<Hypothesis> in(Evidence evidence) {
        return Groups.only(evidence.observation().network().outbound().stream()
                        .filter(one -> Mechanism.BUSY_CONNECTIONS.works())
                        .flatMap(one -> claim(one, evidence).stream()))
                .map(claim -> hypothesis(claim, evidence))
                .stream();
    }

    private static Optional<Claim> claim(Outbound to, Evidence evidence) {
        return to.inUse()
                .filter(use -> SlowDownstream.atItsLimit(to).isEmpty()) // of which some lie unread there
                .filter(BusyConnections::isFull)
                .filter(use -> !areOfThreads(to, use, evidence) && !mayBeMore(use, evidence))
                // of requests that are known to be at that downstream each holds a connection
                .filter(use -> waiting(evidence)
                                + evidence.requests(place ->
                                        place.atDownstream() && place.name().equals(to.target()))
                        >= use.connections() + Thresholds.ONE)
                .filter(use -> mayBeDemanded(to, use, evidence))
                .flatMap(use -> byDemand(to, use, evidence).or(() -> byCount(to, use, evidence)));
    }

    /** Nearly all of them, on average. Where answers lie there unread, what keeps them is whoever does not read. */
    static boolean areBusy(InUse use) {
        return use.unanswered() >= BUSY * use.connections();
    }

    private static boolean isFull(InUse use) {
        return use.connections() >= FEWEST_CONNECTIONS
                && use.looks() >= FEWEST_LOOKS
                && areBusy(use)
                && use.full() >= FULL
                && use.received() >= ANSWERED * use.sent();
    }

    /** Whether clients that have as many in use may open more, and nobody waits for one of theirs: no more are asked for. */
    static boolean mayBeMore(InUse use, Evidence evidence) {
        List<Station> pools = evidence.observation().resources().stream()
                .filter(pool -> pool.kind() == StationKind.CONNECTION_POOL
                        && Math.abs(pool.active() - use.busy()) <= (1 - BUSY) * use.connections())
                .toList();
        return !pools.isEmpty()
                && pools.stream()
                        .allMatch(pool -> pool.maximum().isPresent()
                                && !Saturation.isAllTaken(pool)
                                && pool.queued() < Saturation.FEWEST_WAITING);
    }

    /** As many threads are seen to wait for the answers: each call is one's, and what bounds the threads bounds the connections. What the process serves itself has a name of its own. */
    private static boolean areOfThreads(Outbound to, InUse use, Evidence evidence) {
        return Stream.of(to.target(), Peers.itself(to.target()))
                .anyMatch(called -> evidence.observation().threadsOn(called) >= BUSY * use.busy());
    }

    /** With one user; empty where nobody saw him, or too seldom. */
    static Optional<InUse> alone(Outbound to, Evidence evidence) {
        return evidence.unloaded().stream()
                .flatMap(alone -> alone.observation().network().outbound().stream())
                .filter(one -> one.target().equals(to.target()))
                .flatMap(one -> one.inUse().stream())
                .filter(one -> one.looks() >= FEWEST_LOOKS && one.busy() > 0)
                .findFirst();
    }

    private static boolean mayBeDemanded(Outbound to, InUse use, Evidence evidence) {
        return alone(to, evidence)
                .filter(one ->
                        demand(use, one, evidence).contradicts(evidence.served().value()))
                .isEmpty();
    }

    private static UserDemand demand(InUse use, InUse alone, Evidence evidence) {
        return new UserDemand(
                use.connections(),
                alone.connections(),
                alone.looks(),
                alone.busy(),
                evidence.unloaded().orElseThrow().served().value());
    }

    private static Optional<Claim> byDemand(Outbound to, InUse use, Evidence evidence) {
        double x = evidence.served().value();
        return alone(to, evidence)
                .map(one -> demand(use, one, evidence).ceiling())
                .filter(ceiling -> UserDemand.agrees(x, ceiling))
                .map(ceiling -> new Claim(
                        to,
                        use.connections(),
                        OptionalDouble.of(ceiling),
                        UserDemand.agreement(use.connections(), ceiling, x)));
    }

    private static Optional<Claim> byCount(Outbound to, InUse use, Evidence evidence) {
        double x = evidence.served().value();
        double times = Math.rint(use.sent() / x);
        return times >= 1
                        && times <= TurnsTaken.MOST
                        && Math.abs(use.sent() - times * x) <= TurnsTaken.tolerance(evidence) * x
                ? Optional.of(new Claim(
                        to,
                        use.connections(),
                        OptionalDouble.empty(),
                        Numbers.of(use.sent()) + " segments/s go out on them, by a count of their own, and "
                                + Numbers.of(x) + " requests/s were answered, so each takes its turn there."))
                : Optional.empty();
    }

    private static double waiting(Evidence evidence) {
        return evidence.requests(BusyConnections::mayWait);
    }

    private static boolean mayWait(Place place) {
        return (UnknownWaits.isUnknown(place) || place.kind() == Place.Kind.QUEUED) && UnknownWaits.hasGrown(place);
    }

    private static Hypothesis hypothesis(Claim claim, Evidence evidence) {
        String name = "connections to " + claim.to().target();
        String all = claim.m() + " connections to " + claim.to().target();
        Finding finding = Finding.of(
                new Limit(LimitKind.CONNECTION_POOL, name, OptionalInt.of(claim.m())),
                Remedy.of(
                        "Let the client open more than " + claim.m() + " connections to "
                                + claim.to().target() + ", or get its answers sooner.",
                        "Its " + claim.m() + " connections have a call in flight all the while."),
                "All " + all + " have a call in flight all the while, where on average "
                        + Numbers.waiting(waiting(evidence)) + " and no queue is seen: " + claim.words()
                        + " If each carries one call at a time, all for these requests, the downstream can take more, and nothing before them lets only so many call, their number is the limit.");
        return Hypothesis.of(name, finding, BusyConnections::mayWait)
                .heldBy(claim.m(), List.of())
                .predicted(claim.ceiling());
    }
}
