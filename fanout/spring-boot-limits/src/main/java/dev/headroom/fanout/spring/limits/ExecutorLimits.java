package dev.headroom.fanout.spring.limits;

import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Task executors. Threads beyond the core come when the queue is full: with one that never is, the core is all there is.
 * Schedulers are left out: what is in their queue may be due later.
 */
final class ExecutorLimits implements LimitSource {
    private static final String ROOM = "executor.queue.remaining";

    private final Set<String> schedulers;

    ExecutorLimits(Set<String> schedulers) {
        this.schedulers = schedulers;
    }

    @Override
    public List<LimitReading> read(Meters meters) {
        return names(meters).stream().map(name -> read(name, meters)).toList();
    }

    private static LimitReading read(String name, Meters meters) {
        Tags tags = Tags.of("name", name);
        Integer room = meters.gauge(ROOM, tags);
        Integer queued = meters.gauge("executor.queued", tags);
        return new LimitReading(
                "executor." + name,
                Kind.EXECUTOR,
                meters.gauge(endless(room) ? "executor.pool.core" : "executor.pool.max", tags),
                meters.gauge("executor.active", tags),
                // Without a queue nobody waits, and nobody counts who is turned away
                Objects.equals(room, 0) && Objects.equals(queued, 0) ? null : queued,
                meters.count("executor.completed", tags),
                null,
                null);
    }

    /** Names of those whose queue never fills. */
    List<String> endless(Meters meters) {
        return names(meters).stream()
                .filter(name -> endless(meters.gauge(ROOM, Tags.of("name", name))))
                .toList();
    }

    private List<String> names(Meters meters) {
        return meters.tagged(ROOM, "name").stream()
                .filter(name -> !schedulers.contains(name))
                .toList();
    }

    private static boolean endless(@Nullable Integer room) {
        return room != null && room > Integer.MAX_VALUE / 2;
    }
}
