package dev.headroom.probe.dump;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Since when each thread stands where it stands: it has used no processor time that a dump shows. */
final class Unmoved {

    private record Place(String cpu, Instant since) {}

    private Map<Long, Place> places = new HashMap<>();

    /** Takes a dump. */
    void see(ThreadDump dump, Instant at) {
        Map<Long, Place> now = new HashMap<>();
        for (DumpedThread thread : dump.threads()) {
            Place before = places.get(thread.id());
            boolean same =
                    before != null && !thread.cpu().isEmpty() && before.cpu().equals(thread.cpu());
            now.put(thread.id(), same ? before : new Place(thread.cpu(), at));
        }
        places = now;
    }

    /** The first dump that showed it there. */
    Instant since(DumpedThread thread, Instant otherwise) {
        Place place = places.get(thread.id());
        return place == null ? otherwise : place.since();
    }
}
