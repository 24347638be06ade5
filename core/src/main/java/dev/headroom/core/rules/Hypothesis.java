package dev.headroom.core.rules;

import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.Station.Wait;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What one rule claims: this limit binds. A ranking holds the claims against each other.
 *
 * @param target by which waits speak of it: a pool's name, a resource's id, {@code host:port}, {@link #CPU}
 * @param finding the claim with its terms and its remedy
 * @param delays the places at which requests are kept by it, and by nothing behind it
 * @param busy mean number of those who hold it
 * @param waits on whom they wait in turn
 * @param unloadedCeiling m / D with the demand D that one request made with one user: a prediction that knows nothing of the load; empty
 *     where that was not seen
 * @param holders the application's lines that hold it
 * @param waiters the application's lines that wait for it
 * @param share of a request's time at a place that it delays (0 to 1), that is its doing where others delay it there as well: of what stops threads for a part of the time that part
 * @param shares ids of the stations of one kind that are this limit together, such as a pool for each shard; empty where it is one
 */
public record Hypothesis(
        String target,
        Finding finding,
        Predicate<Place> delays,
        double busy,
        List<Wait> waits,
        OptionalDouble unloadedCeiling,
        List<CallSite> holders,
        List<CallSite> waiters,
        ToDoubleFunction<Place> share,
        List<String> shares) {

    /** The target of a wait for a core. */
    public static final String CPU = "cpu";

    public Hypothesis {
        waits = List.copyOf(waits);
        holders = List.copyOf(holders);
        waiters = List.copyOf(waiters);
        shares = List.copyOf(shares);
    }

    /** One that nothing but this is known of: it is all that keeps requests where it delays them, and its holders wait for nobody. */
    public static Hypothesis of(String target, Finding finding, Predicate<Place> delays) {
        OptionalDouble unknown = OptionalDouble.empty();
        return new Hypothesis(
                target, finding, delays, 1, List.of(), unknown, List.of(), List.of(), place -> 1, List.of());
    }

    /** Seconds by which a request is longer there than with one user, as far as it may be the reason. */
    public double explains(Place place) {
        return Math.min(Math.max(0, place.added()), share.applyAsDouble(place) * place.seconds());
    }

    /** Whether it keeps who waits there, such as for one of several resources that are this together. */
    public boolean keepsAt(Place.Kind kind, String name) {
        return delays.test(new Place(kind, name, "", 0, 0, 0));
    }

    /** Holders that wait outside of this process, by the downstream that they wait for. */
    Map<String, Double> downstreams() {
        return waits.stream()
                .filter(wait -> wait.activity() == Activity.AWAITING_DOWNSTREAM && Peers.isDownstream(wait.target()))
                .collect(Collectors.groupingBy(Wait::target, Collectors.summingDouble(Wait::workers)));
    }

    /** Holders that sleep: all of a pool's, else those at a line of the application. */
    double asleep() {
        return finding.pool()
                .map(pool -> pool.doing(Activity.SLEEPING))
                .orElseGet(() -> CallSite.workersAt(holders.stream(), site -> site.activity() == Activity.SLEEPING));
    }

    Hypothesis told(UnaryOperator<Finding> otherwise) {
        Finding told = otherwise.apply(finding);
        return new Hypothesis(target, told, delays, busy, waits, unloadedCeiling, holders, waiters, share, shares);
    }

    /** That is several stations together. */
    Hypothesis sharedBy(List<String> each) {
        return new Hypothesis(target, finding, delays, busy, waits, unloadedCeiling, holders, waiters, share, each);
    }

    Hypothesis heldBy(double mean, List<CallSite> at) {
        return new Hypothesis(target, finding, delays, mean, waits, unloadedCeiling, at, waiters, share, shares);
    }

    Hypothesis waiting(List<Wait> of) {
        return new Hypothesis(target, finding, delays, busy, of, unloadedCeiling, holders, waiters, share, shares);
    }

    Hypothesis predicted(OptionalDouble ceiling) {
        return new Hypothesis(target, finding, delays, busy, waits, ceiling, holders, waiters, share, shares);
    }

    Hypothesis awaitedAt(List<CallSite> sites) {
        return new Hypothesis(target, finding, delays, busy, waits, unloadedCeiling, holders, sites, share, shares);
    }

    Hypothesis inPart(ToDoubleFunction<Place> part) {
        return new Hypothesis(target, finding, delays, busy, waits, unloadedCeiling, holders, waiters, part, shares);
    }
}
