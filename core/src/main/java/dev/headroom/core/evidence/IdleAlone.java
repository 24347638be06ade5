package dev.headroom.core.evidence;

import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where a worker waits for its next task, of a library that nobody knows, is told by comparison: requests wait under load wherever one user's does, and longer. A line at which workers of a pool stand with one
 * user, and none of them under load, is none of a request's: they had nothing to do.
 */
final class IdleAlone {

    private IdleAlone() {}

    /** One user's observation with such workers idle. */
    static Observation read(Observation alone, Observation loaded) {
        return alone.withPools(alone.pools().stream()
                .map(pool -> loaded.station(pool.id())
                        .filter(busy -> busy.active() > 0)
                        .map(busy -> read(pool, busy))
                        .orElse(pool))
                .toList());
    }

    private static Station read(Station alone, Station loaded) {
        Set<String> lines = Stream.concat(
                        loaded.waits().stream().map(Wait::site),
                        loaded.holders().stream().map(CallSite::frame))
                .collect(Collectors.toSet());
        return IdleThere.read(alone, line -> !lines.contains(line));
    }
}
