package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.Stranger;
import dev.headroom.agent.moves.Movable;
import dev.headroom.agent.moves.Occupiable;
import dev.headroom.agent.wire.Wire;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pools that have had a live worker, numbered. */
public final class Pools {

    public static final int NONE = -1;

    /** Carriers of virtual threads, and the agent's own threads: no pool of the application. */
    public static final int NOT_THEIRS = -2;

    private record Numbered(int number, Gauge gauge) {}

    /** While we watch: the other end gives up at twice as many, and a service may make one for each request. */
    private static final int MOST = 50_000;

    /** By identity; a pool that has workers is kept by these anyway. */
    private final Map<Object, Numbered> known = new IdentityHashMap<>();

    private int next;

    /** The number of {@code pool}, which is sent to the probe the first time; {@link #NONE} for what is no pool. */
    public synchronized int number(Object pool, Thread worker, DataOutputStream out) throws IOException {
        Numbered before = known.get(pool);
        if (before != null) {
            return before.number();
        }
        if (next > MOST) {
            return NONE;
        }
        if (next == MOST) {
            next++;
            Wire.note(
                    out,
                    "the service has made more than " + MOST
                            + " pools meanwhile: workers of further ones belong to none");
            return NONE;
        }
        Optional<Gauge> gauge = Owners.gauge(pool);
        if (gauge.isEmpty()) {
            return NONE;
        }
        int number = next++;
        known.put(pool, new Numbered(number, gauge.get()));
        out.writeByte(Wire.POOL);
        out.writeInt(number);
        Wire.text(out, pool.getClass().getName());
        Wire.text(out, worker.getName().isEmpty() ? "virtual-pool-" + number + "-1" : worker.getName());
        out.writeBoolean(gauge.get().common());
        boolean busy = Stranger.ask(() -> !occupiable(gauge.get()).isEmpty(), false);
        Movable.lever(out, gauge.get(), busy ? "tasks that wait" : "");
        return number;
    }

    /** The pool of that number, to be moved; null where it is gone. */
    public @Nullable Movable get(int number) {
        return gauge(number).orElse(null);
    }

    /** Of the pool of that number, if no setter moves it there and back. */
    public List<Occupiable> occupiable(int number) {
        return gauge(number).map(Pools::occupiable).orElse(List.of());
    }

    private synchronized Optional<Gauge> gauge(int number) {
        return known.values().stream()
                .filter(one -> one.number() == number)
                .map(Numbered::gauge)
                .findFirst();
    }

    private static List<Occupiable> occupiable(Gauge gauge) {
        return gauge.movable() && gauge.comesBack()
                ? List.of()
                : Occupiable.pool(
                                gauge.pool(),
                                pool -> Owners.gauge(pool).map(Gauge::maximum).orElse(0),
                                pool -> new Parents(pool, () -> false).back(Owners.workers(pool)))
                        .stream()
                        .toList();
    }

    private record Figures(int size, int maximum, int active, int queue, long completed) {

        /** Whatever the service's own class does when it is asked, it is no trouble of ours: empty where it throws. */
        static Optional<Figures> of(Gauge gauge) {
            return Stranger.ask(
                    () -> Optional.of(new Figures(
                            gauge.size(), gauge.maximum(), gauge.active(), gauge.queue(), gauge.completed())),
                    Optional.empty());
        }
    }

    /** A pool without workers may be garbage by now: it is forgotten once that is said, and numbered anew if it comes back. One that does not tell may do so at the next look. */
    public synchronized void write(DataOutputStream out) throws IOException {
        Map<Numbered, Figures> told = new LinkedHashMap<>();
        known.values().removeIf(one -> {
            Optional<Figures> figures = Figures.of(one.gauge());
            figures.ifPresent(known -> told.put(one, known));
            return figures.filter(known -> known.size() == 0).isPresent();
        });
        out.writeInt(told.size());
        for (Map.Entry<Numbered, Figures> one : told.entrySet()) {
            Figures figures = one.getValue();
            out.writeInt(one.getKey().number());
            out.writeInt(figures.size());
            out.writeInt(figures.maximum());
            out.writeInt(figures.active());
            out.writeInt(figures.queue());
            out.writeLong(figures.completed());
        }
    }
}
