package dev.headroom.core.conservation;

import dev.headroom.core.conservation.BoundedObjects.Near;
import dev.headroom.core.statistics.Thresholds;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whoever waits in a heap, by the client whose request it is.
 *
 * @param inFlight clients with a request in flight at that time, by the ports of their connections
 * @param near objects to which others lead, of one class and with a client of its own each; with the clients
 * @param past clients that have an object which refers to such an object, by its class
 * @param chain of futures, of many of them
 */
public record RequestsInHeap(
        Set<Integer> inFlight,
        Map<Near, Set<Integer>> near,
        Map<Near, Map<String, Set<Integer>>> past,
        Optional<FutureChain> chain) {

    /** Of those that wait (0 to 1), who has a request in flight: the kernel was asked a moment before. */
    private static final double IN_FLIGHT = Thresholds.NEARLY_ALL;

    public RequestsInHeap {
        inFlight = Set.copyOf(inFlight);
        near = Map.copyOf(near);
        past = Map.copyOf(past);
    }

    /** How many do not wait there, and have an object of that class that refers to it. */
    int past(Near object, String type) {
        Set<Integer> waiting = clients(object);
        return (int) referring(object).getOrDefault(type, Set.of()).stream()
                .filter(client -> inFlight.contains(client) && !waiting.contains(client))
                .count();
    }

    Map<String, Set<Integer>> referring(Near object) {
        return past.getOrDefault(object, Map.of());
    }

    Set<Integer> clients(Near object) {
        return near.getOrDefault(object, Set.of());
    }

    /** Whether nearly all that wait there have an object of that class that refers to it. */
    boolean haveAll(Near object, String type) {
        return nearlyAll(clients(object), referring(object).getOrDefault(type, Set.of()));
    }

    boolean areRequests(Near object) {
        return areRequests(clients(object));
    }

    /** Whether nearly all of them have a request in flight. */
    boolean areRequests(Set<Integer> clients) {
        return nearlyAll(clients, inFlight);
    }

    private static boolean nearlyAll(Set<Integer> clients, Set<Integer> among) {
        return clients.stream().filter(among::contains).count() >= IN_FLIGHT * clients.size();
    }
}
