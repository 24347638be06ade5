package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.structure.Fanout;
import dev.headroom.core.structure.Link;
import dev.headroom.core.structure.Structure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The walk from the entry to the saturated pool at the root of the waits. A saturated pool pushes back and fills every
 * pool that waits for it, so of several full pools the one binds whose own servers are not full; a callee that is
 * not saturated hands the limit back to its caller. An entry whose workers wait for no one passes its requests on to the
 * pool that {@link AsyncDispatch} finds.
 *
 * <p>Source: J. E. Neilson, C. M. Woodside, D. C. Petriu, S. Majumdar, "Software Bottlenecking in Client-Server Systems
 * and Rendezvous Networks", IEEE Transactions on Software Engineering 21(9), 1995; G. Franks, D. Petriu, M. Woodside,
 * J. Xu, P. Tregunno, "Layered Bottlenecks and Their Mitigation", QEST 2006.
 *
 * @param pools from the entry to the last that waits for no other pool, along the binding one where there is one
 * @param binding the saturated root; empty where no pool is saturated
 * @param links those between {@code pools}, in order
 * @param reached false where no worker was seen to wait for the binding pool, directly or through others
 */
public record WaitChain(List<Station> pools, Optional<Station> binding, List<Link> links, boolean reached) {

    /** Waits of a smaller share of a pool's busy workers than this (0 to 1) are not what fills it. */
    public static final double FILLS = Thresholds.QUARTER;

    public WaitChain {
        pools = List.copyOf(pools);
        links = List.copyOf(links);
    }

    static WaitChain walk(Structure structure, Workload workload) {
        Optional<Station> entry = structure.entry();
        List<Link> toBinding = new ArrayList<>();
        Optional<Station> binding = entry.flatMap(pool -> root(pool, structure, workload, new HashSet<>(), toBinding));
        boolean reached = binding.isPresent();
        if (!reached) {
            binding = structure.observation().pools().stream()
                    .filter(pool -> Saturation.of(pool, structure, workload).isWaitedFor())
                    .max(Comparator.comparingDouble(Station::queued).thenComparing(Station::name));
        }
        List<Link> links = new ArrayList<>(toBinding);
        List<Station> pools = new ArrayList<>();
        (reached ? entry : binding.or(() -> entry)).ifPresent(pools::add);
        links.forEach(link -> pools.add(link.callee()));
        goOn(pools, links, structure, workload);
        return new WaitChain(pools, binding, links, reached);
    }

    /** Names for the reader, outermost first, and last the downstream that the innermost pool waits for. */
    public List<String> names(Structure structure) {
        List<String> names = new ArrayList<>(pools.stream().map(Station::name).toList());
        if (!pools.isEmpty()) {
            structure
                    .downstream(pools.getLast())
                    .filter(name -> !name.equals(Peers.CLIENTS))
                    .ifPresent(names::add);
        }
        return List.copyOf(names);
    }

    /** Links from the entry to the binding pool, not beyond. */
    public List<Link> toBinding() {
        int index = binding.map(pools::indexOf).orElse(0);
        return links.subList(0, Math.max(0, Math.min(index, links.size())));
    }

    /** Whether those who wait for a pool, which gives each of them so many tasks, give it all of these at once. */
    public boolean areSideBySide(Station pool, double visits) {
        List<Link> to =
                links.stream().filter(link -> link.callee().equals(pool)).toList();
        return !to.isEmpty() && Fanout.of(to, visits).parallel();
    }

    /** Whether frames, or the count of requests in flight, named every step to the binding pool. */
    public boolean seen() {
        return reached && toBinding().stream().allMatch(Link::seen);
    }

    private static Optional<Station> root(
            Station pool, Structure structure, Workload workload, Set<String> visited, List<Link> path) {
        if (!visited.add(pool.name())) {
            return Optional.empty();
        }
        for (Link link : links(pool, structure, workload)) {
            int mark = path.size();
            path.add(link);
            Optional<Station> deeper =
                    link.share() >= FILLS ? root(link.callee(), structure, workload, visited, path) : Optional.empty();
            if (deeper.isPresent()) {
                return deeper;
            }
            path.subList(mark, path.size()).clear();
        }
        return Optional.of(pool)
                .filter(one -> Saturation.of(one, structure, workload).saturated());
    }

    /** On along the largest waits until a pool waits for no other, or for one that is in the chain already. */
    private static void goOn(List<Station> pools, List<Link> links, Structure structure, Workload workload) {
        while (!pools.isEmpty()) {
            Optional<Link> next = links(pools.getLast(), structure, workload).stream()
                    .filter(link -> link.share() >= FILLS && !pools.contains(link.callee()))
                    .findFirst();
            if (next.isEmpty()) {
                return;
            }
            links.add(next.get());
            pools.add(next.get().callee());
        }
    }

    /** The waits of a pool's workers; where the entry's wait for no one, the pool to which it hands its requests. */
    private static List<Link> links(Station pool, Structure structure, Workload workload) {
        List<Link> waits = structure.links(pool);
        boolean waiting = waits.stream().anyMatch(link -> link.share() >= FILLS);
        if (waiting || !structure.isEntry(pool)) {
            return waits;
        }
        return AsyncDispatch.from(pool, structure, workload).map(List::of).orElse(waits);
    }
}
