package dev.headroom.probe.watch;

import dev.headroom.probe.look.Snapshot;
import dev.headroom.probe.look.Snapshot.PoolLook;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Gives looks between two dumps of virtual threads those of the dump that is nearest in time, as each look counts for the time that it is nearest to
 * ({@link OverTime}). The earlier one alone would make a first dump, at which a service had just begun, last until the second.
 */
final class NearestDump {

    private final List<Snapshot> looks;
    private Optional<Snapshot> before = Optional.empty();
    private int after;

    private NearestDump(List<Snapshot> looks) {
        this.looks = looks;
    }

    /** @param looks in order of time */
    static List<Snapshot> at(List<Snapshot> looks) {
        return looks.stream().anyMatch(Snapshot::repeats) ? new NearestDump(looks).each() : looks;
    }

    private List<Snapshot> each() {
        List<Snapshot> nearest = new ArrayList<>(looks.size());
        for (int i = 0; i < looks.size(); i++) {
            Snapshot look = looks.get(i);
            if (look.repeats()) {
                nearest.add(after(i).filter(next -> isNearer(next, look.at()))
                        .map(next -> with(look, next))
                        .orElse(look));
            } else {
                before = Optional.of(look);
                nearest.add(look);
            }
        }
        return nearest;
    }

    /** The next look at which they were dumped. */
    private Optional<Snapshot> after(int look) {
        after = Math.max(after, look);
        while (after < looks.size() && looks.get(after).repeats()) {
            after++;
        }
        return after < looks.size() ? Optional.of(looks.get(after)) : Optional.empty();
    }

    private boolean isNearer(Snapshot next, Instant at) {
        return before.map(last -> Duration.between(at, next.at()).compareTo(Duration.between(last.at(), at)) < 0)
                .orElse(true);
    }

    private static Snapshot with(Snapshot look, Snapshot dumped) {
        return look.with(Stream.concat(
                        look.pools().stream().filter(pool -> !pool.dumped()),
                        dumped.pools().stream().filter(PoolLook::dumped))
                .toList());
    }
}
