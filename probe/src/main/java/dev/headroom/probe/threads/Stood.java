package dev.headroom.probe.threads;

import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Since when each thread stands where it stands: it has used no processor time that a look shows. */
public final class Stood {

    private record Place(Object cpu, Instant since) {}

    private final Grouping grouping;
    private Map<Long, Place> places = new HashMap<>();

    /** @param grouping tells whose threads they are */
    public Stood(Grouping grouping) {
        this.grouping = grouping;
    }

    /** @param cpu processor time that each thread has used, as one and the same source tells it; only of those of which it does */
    public void see(Map<Long, ?> cpu, Instant at) {
        Map<Long, Place> now = new HashMap<>();
        cpu.forEach((id, used) -> {
            Place before = places.get(id);
            now.put(id, before != null && before.cpu().equals(used) ? before : new Place(used, at));
        });
        places = now;
    }

    /** Nothing where that is not known. */
    public Duration standsFor(long id, Instant at) {
        Place place = places.get(id);
        return place == null ? Duration.ZERO : Duration.between(place.since(), at);
    }

    /** Who may be stuck. */
    public List<Snapshot.Standing> of(List<SeenThread> threads, Instant at) {
        List<Snapshot.Standing> found = new ArrayList<>();
        for (SeenThread thread : threads) {
            Duration standsFor = standsFor(thread.id(), at);
            if (!thread.isOfTheApplication()) {
                continue;
            }
            PoolNames.Named pool = grouping.name(thread);
            if (Snapshot.Standing.isNoted(pool, thread.stack(), standsFor)) {
                found.add(new Snapshot.Standing(pool.name(), thread.stack(), at.minus(standsFor)));
            }
        }
        return found;
    }
}
