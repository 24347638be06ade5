package dev.headroom.agent.limits;

import dev.headroom.agent.catalogue.Catalogue;
import dev.headroom.agent.catalogue.Catalogue.Entry;
import dev.headroom.agent.moves.Movable;
import dev.headroom.agent.moves.Occupiable;
import dev.headroom.agent.wire.Wire;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.LockInfo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.jspecify.annotations.Nullable;

/** Bounded resources other than thread pools, numbered, with who uses and holds each when it is looked at. */
public final class Limits {

    public static final int NONE = -1;

    /** Of those that nobody was seen to use, so many are read at one look, in turn: some servers make two for each connection. */
    private static final int MOST = 64;

    private static final int MOST_OWNERS = 32;

    /** Numbered while we watch, monitors among them: the other end gives up at twice as many, and a service may lock by the key of each request. */
    private static final int MOST_NUMBERED = 50_000;

    private boolean told;

    private final Catalogue catalogue;
    private final KnownLimits known;
    private final Hook hook;
    private final Map<Integer, Limit> numbered = new HashMap<>();
    private final Map<Object, Integer> alone = new IdentityHashMap<>();
    /** A map puts a new one into a bin for each value that it computes: whoever holds one keeps nobody from the next. */
    private static final String PLACEHOLDER = "java.util.concurrent.ConcurrentHashMap$ReservationNode";

    /** Numbers that they share, by their hash codes: two at one moment hardly ever have the same, and all of them use up no more. */
    private static final int PLACEHOLDERS = 4096;

    private final Map<String, Integer> monitors = new HashMap<>();
    private final Monitors objects = new Monitors();
    private final Set<String> lonely = new HashSet<>();
    private final Map<Integer, @Nullable Thread> held = new HashMap<>();
    private boolean stranger;
    private int next;
    private int turn;

    public Limits(Catalogue catalogue, Hook hook) {
        this.catalogue = catalogue;
        this.hook = hook;
        known = new KnownLimits(catalogue, hook);
    }

    /** The limit of that number, to be moved. */
    @Nullable
    public Limit get(int number) {
        synchronized (numbered) {
            return numbered.get(number);
        }
    }

    /** The lock or the monitor of that number, to be held; empty where it is none, or not found. */
    public List<Occupiable> occupiable(int number) {
        Limit limit = get(number);
        return (limit == null ? objects.get(number) : lock(limit)).stream().toList();
    }

    private static Optional<Occupiable> lock(Limit limit) {
        Object object = limit.object();
        return object == null || !limit.kind().equals("lock") ? Optional.empty() : Occupiable.lock(object);
    }

    /** Before threads are looked at. */
    public void begin() {
        known.begin();
        synchronized (numbered) {
            numbered.values().removeIf(Limit::isGone);
        }
        alone.clear();
        lonely.clear();
        held.clear();
    }

    /** What is known to be blocked on, by what a thread that was blocked on it tells; null where it is not. */
    @Nullable
    public Object known(LockInfo lock) {
        return known.blocker(lock.getIdentityHashCode(), lock.getClassName());
    }

    /** From where: seen once for each stack. */
    public void waitedFor(int number, StackTraceElement[] frames) {
        Limit limit = get(number);
        if (limit != null) {
            limit.waitedFor(frames);
        }
    }

    /** The number of what a thread is parked for; {@link #NONE} where that limits nobody but this thread. */
    public int parkedFor(@Nullable Object blocker, DataOutputStream out) throws IOException {
        if (blocker == null) {
            return NONE;
        }
        Limit limit = known.blocking(blocker);
        if (limit == null) {
            List<Entry> entries = catalogue.of(blocker.getClass());
            boolean synchronizer = blocker instanceof AbstractQueuedSynchronizer
                    || blocker instanceof AbstractQueuedSynchronizer.ConditionObject;
            if (entries.isEmpty() && !synchronizer && alone.merge(blocker, 1, Integer::sum) < 2) {
                return NONE;
            }
            Entry entry = entries.isEmpty()
                    ? new Entry(blocker.getClass().getName(), Map.of("kind", "unknown"))
                    : entries.get(0);
            if (entry.get("kind").equals("none")) {
                return NONE;
            }
            if (!known.hasRoom()) {
                return NONE;
            }
            limit = known.add(new Limit(blocker, null, entry, hook.unreported()));
            stranger = true;
        }
        return number(limit, out);
    }

    /** Whether since it was last asked somebody was met who waits for an object that is part of nothing known. */
    public boolean metStranger() {
        boolean met = stranger;
        stranger = false;
        return met;
    }

    /**
     * The number of the object whose monitor a thread waits to enter, or on which it waits to be notified.
     *
     * @param entering that waits for the monitor itself; null where it waits to be notified
     */
    public int monitor(LockInfo lock, @Nullable Thread entering, DataOutputStream out) throws IOException {
        boolean enters = entering != null;
        boolean lasts = !lock.getClassName().equals(PLACEHOLDER);
        int hash = lasts ? lock.getIdentityHashCode() : lock.getIdentityHashCode() % PLACEHOLDERS;
        String name = lock.getClassName() + "@" + Integer.toHexString(hash);
        Integer number = monitors.get(name);
        if (number == null) {
            if (!enters && lonely.add(name)) {
                return NONE; // the only one that waits on it, so far
            }
            if (next >= MOST_NUMBERED) {
                return NONE;
            }
            number = next++;
            monitors.put(name, number);
            define(
                    out,
                    number,
                    enters ? "monitor" : lock.getClassName(),
                    lock.getClassName(),
                    enters ? "lock" : "unknown",
                    null,
                    enters && lasts && Monitors.areSeen() ? "the monitor is held" : "");
        }
        if (entering != null && lasts) {
            objects.meet(number, lock, entering);
        }
        return number;
    }

    /** Who has entered the monitor of that number at this look. */
    public void heldBy(int monitor, @Nullable Thread owner) {
        held.put(monitor, owner);
    }

    private int number(Limit limit, DataOutputStream out) throws IOException {
        if (limit.number == Movable.UNKNOWN && next < MOST_NUMBERED) {
            limit.number = next++;
            synchronized (numbered) {
                numbered.put(limit.number, limit);
            }
            define(
                    out,
                    limit.number,
                    limit.entry().id(),
                    limit.name(),
                    limit.kind(),
                    limit,
                    lock(limit).isPresent() ? "the lock is held" : "");
        }
        return limit.number;
    }

    private static void define(
            DataOutputStream out,
            int number,
            String type,
            String name,
            String kind,
            @Nullable Movable movable,
            String busy)
            throws IOException {
        out.writeByte(Wire.RESOURCE);
        out.writeInt(number);
        Wire.text(out, type);
        Wire.text(out, name);
        Wire.text(out, kind);
        Movable.lever(out, movable, busy);
    }

    /** Takes stacks of threads, all at once, since to take them stops the JVM. */
    public interface Taker {

        /**
         * The numbers of their stacks by those of the limits; {@link Wire#NOT_WALKED} where one has gone on, and waits itself for the limit that it held.
         *
         * @param holders by the numbers of the limits that they hold
         */
        Map<Integer, Integer> take(Map<Integer, Thread> holders, DataOutputStream out) throws IOException;
    }

    /** What is used or waited for, and who holds it. */
    public void write(DataOutputStream out, Taker stacks) throws IOException {
        Map<Integer, Figures> figured = new HashMap<>();
        int unused = 0;
        for (Limit limit : known.all()) {
            if (limit.number == Movable.UNKNOWN) {
                int place = unused++ - turn;
                if (place < 0 || place >= MOST) {
                    continue;
                }
            }
            Object object = limit.object();
            if (object == null || !limit.isThere() || known.isOwned(limit, object)) {
                continue;
            }
            Figures figures = limit.look();
            // a rate has no holders, and not every one counts those that wait for it
            boolean used = limit.entry().get("kind").equals("rate-limiter")
                    || (figures.isUsed() && !limit.entry().has("quiet"));
            if (limit.number != Movable.UNKNOWN || used && number(limit, out) != NONE) {
                figured.put(limit.number, figures);
            }
        }
        if (!told && (known.wasFull() || next >= MOST_NUMBERED)) {
            told = true;
            Wire.note(
                    out,
                    "the service has more than " + KnownLimits.MOST
                            + " objects that limit at a time, or has used more than " + MOST_NUMBERED
                            + " (one for each request or tenant, for example): further ones were not followed");
        }
        turn = turn + MOST < unused ? turn + MOST : 0;
        held.forEach(
                (monitor, owner) -> figured.put(monitor, new Figures(1, 1, Movable.UNKNOWN, Movable.UNKNOWN, owner)));
        Map<Integer, Thread> holders = new HashMap<>();
        for (Map.Entry<Integer, Figures> one : figured.entrySet()) {
            Thread owner = one.getValue().owner();
            if (owner != null && one.getValue().waiting() != 0 && holders.size() < MOST_OWNERS) {
                holders.put(one.getKey(), owner);
            }
        }
        sample = figured;
        sampleHolders = stacks.take(holders, out);
    }

    private Map<Integer, Figures> sample = Map.of();
    private Map<Integer, Integer> sampleHolders = Map.of();

    /** Part of a sample. */
    public void writeFigures(DataOutputStream out) throws IOException {
        out.writeInt(sample.size());
        for (Map.Entry<Integer, Figures> one : sample.entrySet()) {
            Figures figures = one.getValue();
            out.writeInt(one.getKey());
            out.writeInt(figures.capacity());
            out.writeInt(figures.inUse());
            out.writeInt(figures.waiting());
            out.writeLong(figures.taken());
            out.writeInt(sampleHolders.getOrDefault(one.getKey(), NONE));
        }
        sample = Map.of();
        alone.clear();
        held.clear();
    }
}
