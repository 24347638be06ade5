package dev.headroom.probe.watch;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.look.Snapshot;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * S of a servlet container's workers by its own clock: the time from a request's first byte to its answer, which the
 * container adds up, over the requests that it counts, both of the window. It knows nothing of samples, nor of the load
 * generator's count. A request that is answered later, by another thread, is timed until then: such times add up to more
 * workers than are busy, and are no worker's holding time.
 */
final class ContainerClock {

    /** Requests in service may be more than busy workers by this share, by the errors of both. */
    private static final double SAME = 0.15;

    private static final double FEWEST = 5;

    /** 95 % of requests under way at the window's two edges, each cut at a point spread evenly from 0 to 1. */
    private static final double EDGES = 0.8;

    private ContainerClock() {}

    /** @param active mean number of busy workers */
    static Optional<Measure> holding(String pool, List<Snapshot> looks, Window window, double active) {
        double seconds = grown(pool, looks, window, Snapshot.Connector::seconds);
        double requests = grown(pool, looks, window, Snapshot.Connector::requests);
        double inService = seconds / window.seconds();
        if (requests < FEWEST || seconds <= 0 || inService > (1 + SAME) * active) {
            return Optional.empty();
        }
        double holding = seconds / requests;
        return Optional.of(new Measure(
                holding,
                holding * EDGES * Math.sqrt(inService) / requests,
                String.format(Locale.ROOT, "%.0f requests timed by the container itself", requests)));
    }

    private static double grown(
            String pool, List<Snapshot> looks, Window window, ToDoubleFunction<Snapshot.Connector> counter) {
        List<Snapshot> counted =
                looks.stream().filter(look -> connector(look, pool).isPresent()).toList();
        return OverTime.grown(
                counted,
                window,
                look -> counter.applyAsDouble(connector(look, pool).orElseThrow()));
    }

    private static Optional<Snapshot.Connector> connector(Snapshot look, String pool) {
        return look.connectors().stream()
                .filter(connector -> connector.pool().equals(pool))
                .findFirst();
    }
}
