package dev.headroom.core.rules;

import dev.headroom.core.evidence.AsyncDispatch;
import dev.headroom.core.evidence.BackgroundWork;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.structure.Link;
import dev.headroom.core.structure.Structure;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Pools that no request is seen to pass, and that compute: then what the service uses of the processor may not be what its requests take. Only of a load that is not
 * ours: of ours, one user shows what others use.
 */
final class OtherProcessorWork {

    /** Of the threads that compute (0 to 1), those of such pools from which they matter. */
    private static final double MATTERS = Thresholds.FIFTH;

    private OtherProcessorWork() {}

    /** Their names, for the reader; empty where they use little, nobody knows where requests enter, or these go on to a pool that nobody waits for, as then any may be such. */
    static Optional<String> in(Evidence evidence) {
        Optional<Station> entry = evidence.structure().entry();
        if (!evidence.isObserved() || entry.isEmpty() || handsOver(entry.get(), evidence)) {
            return Optional.empty();
        }
        Set<String> way = way(entry.get(), evidence);
        // with those that were left out of what was seen, as they work for no request
        List<Station> all = evidence.measured().observation().pools().stream()
                .map(pool -> evidence.structure().pool(pool.name()).orElse(pool))
                .toList();
        List<Station> others = all.stream()
                .filter(pool -> !way.contains(pool.name()) && isOfItsOwn(pool, entry.get()))
                .filter(pool -> pool.doing(Activity.RUNNING) > 0)
                .toList();
        double computing = computing(others);
        return computing > 0 && computing >= MATTERS * computing(all)
                ? Optional.of(others.stream().map(Station::name).sorted().collect(Collectors.joining(", ")))
                : Optional.empty();
    }

    private static boolean handsOver(Station entry, Evidence evidence) {
        return AsyncDispatch.from(entry, evidence.structure(), evidence.workload())
                .isPresent();
    }

    /** Not of another connector, nor what reads, writes or computes for all, for which nobody may wait: whoever forks a task runs it as well. */
    private static boolean isOfItsOwn(Station pool, Station entry) {
        return pool.kind() != entry.kind() && BackgroundWork.OF_THEIR_OWN.contains(pool.kind());
    }

    private static double computing(List<Station> pools) {
        return pools.stream().mapToDouble(pool -> pool.doing(Activity.RUNNING)).sum();
    }

    /** Names of all that requests pass, and of their parts. */
    private static Set<String> way(Station entry, Evidence evidence) {
        Structure structure = evidence.structure();
        Set<String> way = new HashSet<>();
        Deque<Station> next = new ArrayDeque<>(evidence.chain().pools());
        next.add(entry);
        while (!next.isEmpty()) {
            Station pool = next.remove();
            if (way.add(pool.name())) {
                structure.links(pool).stream().map(Link::callee).forEach(next::add);
            }
        }
        evidence.parts().forEach((whole, parts) -> {
            if (way.contains(whole)) {
                way.addAll(parts);
            }
        });
        return way;
    }
}
