package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Activity;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Pool.Wait;
import dev.headroom.core.model.Resource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What threads wait for and nobody reads, as without an agent: known by the frame of the wait, and of unknown capacity, since a line may
 * take a lock of its own for each key.
 */
final class UnreadResources {

    /** Fewer who wait on average are the ripple of uneven arrivals. */
    private static final double FEWEST_WAITING = 0.5;

    private UnreadResources() {}

    static Stream<Resource> in(Evidence evidence) {
        Set<String> known =
                evidence.observation().resources().stream().map(Resource::id).collect(Collectors.toSet());
        Map<String, List<Wait>> waits = evidence.observation().pools().stream()
                .flatMap(pool -> pool.waits().stream())
                .filter(wait -> !known.contains(wait.target()))
                .collect(Collectors.groupingBy(Wait::target, LinkedHashMap::new, Collectors.toList()));
        return waits.values().stream()
                .filter(group -> group.stream().anyMatch(UnreadResources::counts))
                .map(group -> byFrames(group, evidence));
    }

    private static boolean counts(Wait wait) {
        return (wait.activity() == Activity.AWAITING_LOCK || wait.activity() == Activity.AWAITING_CONNECTION)
                && wait.workers() >= FEWEST_WAITING;
    }

    private static Resource byFrames(List<Wait> waits, Evidence evidence) {
        boolean connection = waits.getFirst().activity() == Activity.AWAITING_CONNECTION;
        String target = waits.getFirst().target();
        return new Resource(
                target,
                connection ? LimitKind.CONNECTION_POOL : LimitKind.LOCK,
                "",
                target,
                OptionalInt.empty(),
                0,
                waits.stream().mapToDouble(Wait::workers).sum(),
                0,
                OptionalDouble.empty(),
                Optional.empty(),
                List.of(),
                evidence.waiters(target),
                List.of(),
                "",
                "");
    }
}
