package dev.headroom.core.conservation;

import dev.headroom.core.conservation.InFlightCensus.At;
import dev.headroom.core.conservation.InFlightCensus.Key;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.Measurement;
import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Station;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Conservation: each request in flight is at exactly one place. The generator counts N, the probe counts the places ({@link InFlightCensus}), and
 * Little's law makes seconds of them: seconds at a place = requests there / X. What N holds and no place does is said as not found.
 */
public final class Places {

    private Places() {}

    /** What one run brought to light, with its requests in flight each at a place. */
    public static Evidence in(Measurement measured) {
        Evidence evidence = Evidence.of(measured);
        return evidence.window() > 0 ? evidence.with(of(evidence)) : evidence;
    }

    /** Places under load, each beside the same place with one user, outermost kind first and largest first among those. */
    static List<Place> of(Evidence evidence) {
        Set<String> gates =
                evidence.observation().resources().stream().map(Station::id).collect(Collectors.toSet());
        Set<String> called = evidence.unloaded()
                .map(CalledByRequests::withOneUser)
                .orElseGet(() -> CalledByRequests.ofLoad(evidence));
        Map<Key, At> loaded = InFlightCensus.of(evidence, gates, called);
        Map<Key, At> alone = evidence.unloaded()
                .map(one -> InFlightCensus.of(one, gates, called))
                .orElse(Map.of());
        double x = evidence.served().value();
        double unloaded = evidence.unloaded().map(one -> one.served().value()).orElse(Double.NaN);
        double least = InFlightCensus.SMALL * evidence.workload().inFlight();
        Set<Key> keys = new HashSet<>(loaded.keySet());
        alone.forEach((key, at) -> keys.add(key));
        List<Place> places = new ArrayList<>();
        for (Key key : keys) {
            At under = loaded.getOrDefault(key, new At(0, ""));
            At before = alone.getOrDefault(key, new At(0, ""));
            double seconds = x > 0 ? LittlesLaw.time(under.requests(), x) : Double.POSITIVE_INFINITY;
            double secondsAlone = before.requests() > 0 ? LittlesLaw.time(before.requests(), unloaded) : 0;
            if (under.requests() > least || secondsAlone > 0) {
                places.add(new Place(
                        key.kind(),
                        key.name(),
                        under.detail().isEmpty() ? before.detail() : under.detail(),
                        under.requests(),
                        seconds,
                        secondsAlone));
            }
        }
        places.sort(Comparator.comparing(Place::kind)
                .thenComparing(Comparator.comparingDouble(Place::requests).reversed())
                .thenComparing(Place::name));
        return List.copyOf(places);
    }

    /** Whether a pool keeps requests there: its queue; of the pool in which requests enter also what lies before it, in sockets that nobody reads meanwhile. */
    public static boolean keeps(Station pool, Place place, boolean entry) {
        return switch (place.kind()) {
            case QUEUED -> place.name().equals(pool.name());
            case NOT_ACCEPTED, UNREAD -> entry;
            case RUNNING, READY, SLEEPING, AWAITING_RESOURCE, AWAITING_DOWNSTREAM, AWAITING_OTHER, NOT_FOUND -> false;
        };
    }
}
