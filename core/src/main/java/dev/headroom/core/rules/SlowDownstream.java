package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.Saturation;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Network.Callee;
import dev.headroom.core.model.observation.Network.Outbound;
import dev.headroom.core.model.observation.Observation.Call;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A downstream whose responses take longer under load than for one user, or in which calls lie unread while it serves the same number of others: requests queue there. S of whatever waits for it contains that
 * queue, so pools in front of it are full because of it, and more workers would only make its queue longer.
 */
public final class SlowDownstream {

    /** Time at the downstream over its time with one user from which it is not the same any more. */
    private static final double GROWN = 1 + Thresholds.THIRD;

    /**
     * Share of R - R0 (0 to 1) below which its growth is nothing. Small, for most of the wait is in front of whatever is full because of it.
     */
    static final double MATTERS = Thresholds.FEW;

    /** The same where what is in front of it was raised in vain: that its responses take longer at all then tells. */
    private static final double LONGER = 1 + Thresholds.TENTH;

    /** Holders of what was raised (0 to 1) that wait for it. */
    private static final double MOST_HOLDERS = Thresholds.HALF;

    /** Looks at its end of the connections, from which they tell anything. */
    private static final double FEWEST_LOOKS = Thresholds.LOOKS;

    /** Share of looks (0 to 1) with a call that nobody has read, and with the same number of others that it serves: where calls are read at a pace, as many are served as come in their time, one more or less. */
    private static final double MOSTLY = Thresholds.MOST;

    private SlowDownstream() {}

    static Stream<Hypothesis> in(Evidence evidence) {
        double unloaded = evidence.baseline().map(one -> one.value()).orElse(Double.NaN);
        double longer = evidence.response() - unloaded;
        return evidence.places().stream()
                .filter(Place::atDownstream)
                .filter(place -> evidence.unloaded().isEmpty()
                        ? atItsLimit(place.name(), evidence).isPresent()
                        : longer > 0
                                && perCall(place, unloadedAtMost(place, evidence), evidence) >= GROWN
                                && place.added() >= MATTERS * longer)
                .map(place -> hypothesis(place, evidence));
    }

    /** What a downstream on this machine serves at once while further calls lie there unread: that is its capacity, whatever bounds it. */
    private static Optional<Callee> atItsLimit(String target, Evidence evidence) {
        return evidence.observation().network().outbound().stream()
                .filter(to -> to.target().equals(target))
                .flatMap(to -> atItsLimit(to).stream())
                .findFirst();
    }

    static Optional<Callee> atItsLimit(Outbound to) {
        return to.callee()
                .filter(callee -> callee.looks() >= FEWEST_LOOKS
                        && callee.unread() >= Saturation.FEWEST_WAITING
                        && callee.same() >= MOSTLY
                        && callee.served() > 0);
    }

    /**
     * Behind a limit that is full and was raised in vain: most of its holders wait for one downstream, which answers them later than one user, so that is what
     * gives no more.
     */
    public static Optional<Hypothesis> behind(Hypothesis raised, Evidence evidence) {
        Map<String, Double> holders = raised.downstreams();
        return evidence.unloaded().isEmpty()
                ? Optional.empty()
                : evidence.places().stream()
                        .filter(place -> place.kind() == Place.Kind.AWAITING_DOWNSTREAM
                                && holders.getOrDefault(place.name(), 0.0) > MOST_HOLDERS * raised.busy()
                                && perCall(place, place.unloaded(), evidence) >= LONGER)
                        .findFirst()
                        .map(place -> hypothesis(place, evidence));
    }

    /** By the clock of single calls where both states have it, else by the time of a request there. */
    private static double perCall(Place place, double unloaded, Evidence evidence) {
        Optional<Call> loaded = evidence.structure().call(place.name());
        Optional<Call> alone =
                evidence.unloaded().flatMap(one -> one.structure().call(place.name()));
        if (loaded.isPresent() && alone.isPresent()) {
            return loaded.get().holdingTime().value()
                    / alone.get().holdingTime().value();
        }
        return unloaded > 0 ? place.seconds() / unloaded : Double.POSITIVE_INFINITY;
    }

    /** Seconds there with one user: with what of his response was seen nowhere else, and as far as R0 may be off. */
    private static double unloadedAtMost(Place place, Evidence evidence) {
        double elsewhere = evidence.places().stream()
                .filter(one -> one.kind() == Place.Kind.AWAITING_OTHER || one.kind() == Place.Kind.NOT_FOUND)
                .mapToDouble(Place::unloaded)
                .sum();
        double off =
                evidence.baseline().map(one -> one.knownError() / one.value()).orElse(0.0);
        return (place.unloaded() + elsewhere) * (1 + off);
    }

    private static Hypothesis hypothesis(Place place, Evidence evidence) {
        String target = place.name();
        Optional<Callee> atItsLimit = atItsLimit(target, evidence);
        String queue = atItsLimit
                .map(callee -> "It has " + callee.served() + " calls at work at once, and on average "
                        + Numbers.count(callee.unread()) + " more lie there unread.")
                .orElse("");
        Finding finding = Finding.of(
                new Limit(
                        LimitKind.DOWNSTREAM,
                        target,
                        atItsLimit.stream().mapToInt(Callee::served).findFirst()),
                Remedy.of(
                        "Give " + target
                                + " more capacity, call it less, or cache its answers; more workers here only make its queue"
                                + " longer.",
                        place.unloaded() > 0
                                ? "A request spends " + Numbers.seconds(place.seconds()) + " there under load and "
                                        + Numbers.seconds(place.unloaded())
                                        + " with one user: the difference is its queue."
                                : queue),
                "The downstream " + target + " is the limit: a request spends "
                        + Numbers.seconds(place.seconds()) + " there"
                        + withOneUser(place, evidence) + ", at "
                        + Numbers.rate(evidence.served().value()) + "." + (queue.isEmpty() ? "" : " " + queue));
        List<Wait> waits = Processors.fullByRun(evidence)
                ? List.of(new Wait(Activity.RUNNING, Hypothesis.CPU, 1, "the machine has no core left"))
                : List.of();
        return Hypothesis.of(
                        target,
                        finding,
                        at -> at.kind() == Place.Kind.AWAITING_DOWNSTREAM
                                && at.name().equals(target))
                .waiting(waits)
                .awaitedAt(evidence.waiters(target));
    }

    private static String withOneUser(Place place, Evidence evidence) {
        if (evidence.unloaded().isEmpty()) {
            return "";
        }
        return place.unloaded() > 0
                ? ", and " + Numbers.seconds(place.unloaded()) + " with one user"
                : ", where one user was not seen";
    }
}
