package dev.headroom.probe.watch;

import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.PoolLook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Gives looks between two dumps of virtual threads those of the dump that is nearest in time, as each look counts for the time that it is nearest to
 * ({@link OverTime}). The earlier one alone would make a first dump, at which a service had just begun, last until the second.
 */
final class NearestDump {

    private NearestDump() {}

    /** @param looks in order of time */
    static List<Snapshot> at(List<Snapshot> looks) {
        if (looks.stream().noneMatch(Snapshot::repeats)) {
            return looks;
        }
        NavigableMap<Instant, Snapshot> dumps = new TreeMap<>();
        looks.stream().filter(look -> !look.repeats()).forEach(look -> dumps.put(look.at(), look));
        return looks.stream()
                .map(look -> look.repeats() ? nearest(look, dumps) : look)
                .toList();
    }

    /** Its own pools are those of the dump before. */
    private static Snapshot nearest(Snapshot look, NavigableMap<Instant, Snapshot> dumps) {
        Optional<Instant> before = Optional.ofNullable(dumps.lowerKey(look.at()));
        return Optional.ofNullable(dumps.ceilingEntry(look.at()))
                .filter(next -> before.map(last -> isNearer(next.getKey(), last, look.at()))
                        .orElse(true))
                .map(next -> with(look, next.getValue()))
                .orElse(look);
    }

    private static boolean isNearer(Instant next, Instant last, Instant at) {
        return Duration.between(at, next).compareTo(Duration.between(last, at)) < 0;
    }

    private static Snapshot with(Snapshot look, Snapshot dumped) {
        return look.with(Stream.concat(
                        look.pools().stream().filter(pool -> !pool.dumped()),
                        dumped.pools().stream().filter(PoolLook::dumped))
                .toList());
    }
}
