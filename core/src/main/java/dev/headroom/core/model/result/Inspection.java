package dev.headroom.core.model.result;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Observation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A running JVM under somebody else's load, and what came of watching it.
 *
 * @param service what the JVM runs, as its user knows it
 * @param workload X, N and growth as the service or the kernel counted them
 * @param since how long before the end of the window what binds has been full without a break; empty where nothing binds or it is not known
 * @param room limits that have some left, nearest to theirs first
 */
public record Inspection(
        String service,
        Instant startedAt,
        Workload workload,
        Observation seen,
        Diagnosis found,
        Optional<Duration> since,
        List<Room> room)
        implements Diagnosed {

    public Inspection {
        room = List.copyOf(room);
    }

    /**
     * @param used share of the limit that is in use, 0 to 1
     * @param ceiling throughput at which it would be full if each request went on to need the same of it, per second
     */
    public record Room(Limit limit, double used, double ceiling) {}

    public Inspection with(Diagnosis other) {
        return new Inspection(service, startedAt, workload, seen, other, since, room);
    }

    @Override
    public Optional<Observation> observation() {
        return Optional.of(seen);
    }

    @Override
    public Optional<Diagnosis> diagnosis() {
        return Optional.of(found);
    }
}
