package dev.headroom.probe.watch;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.os.requests.Requests;
import dev.headroom.probe.os.requests.Requests.Count;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The requests of a window by the best counters that there are. A servlet container counts its requests without an error and for HTTP/2 as well, but begins their
 * clock when a worker takes them; the kernel sees those that wait for a worker, so N is its where it tells.
 */
final class ServedRequests {

    private ServedRequests() {}

    /** @param kernel what the kernel counted, by port */
    static Map<Integer, Requests> byPort(List<Snapshot> looks, Window window, Map<Integer, Requests> kernel) {
        List<Snapshot> within = OverTime.within(looks, window).stream()
                .filter(look -> !look.connectors().isEmpty())
                .toList();
        Map<Integer, Requests> best = new TreeMap<>(kernel);
        if (within.size() >= 2) {
            Snapshot first = within.getFirst();
            Snapshot last = within.getLast();
            double seconds = Times.seconds(Duration.between(first.at(), last.at()));
            for (Snapshot.Connector from : first.connectors()) {
                last.connectors().stream()
                        .filter(to -> to.port() == from.port() && to.requests() >= from.requests() && seconds > 0)
                        .forEach(to -> best.put(
                                to.port(),
                                counted(from, to, seconds, kernel.getOrDefault(to.port(), Requests.unknown("")))));
            }
        }
        return best;
    }

    private static Requests counted(Snapshot.Connector from, Snapshot.Connector to, double seconds, Requests kernel) {
        double requests = to.requests() - from.requests();
        double inContainer = (to.seconds() - from.seconds()) / seconds;
        Optional<Count> seen = kernel.inFlight();
        String held = requests == 0
                ? ""
                : String.format(Locale.ROOT, ", each %.3f s with a worker", inContainer * seconds / requests);
        return new Requests(
                Optional.of(new Count(requests / seconds, 0)),
                seen.or(() -> Optional.of(new Count(
                        inContainer, Math.sqrt(Math.max(0, inContainer)) / Math.max(1, Math.sqrt(requests))))),
                kernel.growth(),
                "requests by the container's own count" + held + "; in flight "
                        + (seen.isPresent()
                                ? "by the kernel's counters of connections"
                                : "by the container's clock, without those that wait for a worker"),
                new Requests.Told(
                        (to.errors() - from.errors()) / seconds,
                        kernel.told().written(),
                        kernel.told().closed()),
                kernel.answered(),
                kernel.oldest());
    }
}
