package dev.headroom.agent;

import dev.headroom.agent.Catalogue.Entry;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.LockInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.jspecify.annotations.Nullable;

/**
 * Everything besides workers that only so many may hold at once, numbered: objects that reported themselves when they were made
 * ({@link Hook}), and those on which threads were seen to block. Two objects of one class are two.
 */
final class Limits {

    static final int NONE = -1;

    /** Of those that nobody was seen to use, so many are read at one look, in turn: some servers make two for each connection. */
    private static final int MOST = 64;

    /** Looks after which what is gone is forgotten. */
    private static final int SELDOM = 32;

    private static final int MOST_KNOWN = 5_000;

    private static final int MOST_OWNERS = 32;

    private final Catalogue catalogue;
    private final List<Limit> known = new ArrayList<>();
    private final Map<Integer, Limit> numbered = new HashMap<>();
    private final Map<Identity, Limit> blockers = new HashMap<>();
    private final Set<Class<?>> blocking = new HashSet<>();
    private boolean mapped;
    private final Map<Object, Integer> alone = new IdentityHashMap<>();
    private final Map<String, Integer> monitors = new HashMap<>();
    private final Set<String> lonely = new HashSet<>();
    private final Map<Integer, @Nullable Thread> held = new HashMap<>();
    private int next;
    private int turn;
    private int looks;

    Limits(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** The limit of that number, to be moved. */
    @Nullable
    Limit get(int number) {
        synchronized (numbered) {
            return numbered.get(number);
        }
    }

    /** Before threads are looked at: meets what was made since the last look, and forgets what is gone. */
    void begin() {
        drain();
        parts();
        if (looks++ % SELDOM == 0) {
            forget();
        }
        mapped = false;
        alone.clear();
        lonely.clear();
        held.clear();
    }

    private boolean drain() {
        boolean met = false;
        Object before = null; // a constructor that calls another one reports its object twice
        for (Hook.Created made = Hook.next(); made != null; made = Hook.next()) {
            Object object = made.get();
            if (object != null && object != before && known.size() < MOST_KNOWN) {
                meet(object, made.permits());
                before = object;
                met = true;
            }
        }
        return met;
    }

    private void forget() {
        known.removeIf(limit -> limit.object() == null);
        synchronized (numbered) {
            numbered.values().removeIf(limit -> limit.object() == null);
        }
        blockers.keySet().removeIf(blocker -> blocker.get() == null);
    }

    /** The limit whose waiters block on that object: what it blocks on may be newer than the limit. */
    private @Nullable Limit blocking(Object blocker) {
        Identity key = new Identity(blocker);
        Limit limit = blockers.get(key);
        if (limit == null && drain()) {
            limit = blockers.get(key);
        }
        if (limit == null && !mapped && blocking.contains(blocker.getClass())) {
            mapped = true; // once a look
            known.forEach(one -> one.blockers().forEach(other -> blockers.putIfAbsent(new Identity(other), one)));
            limit = blockers.get(key);
        }
        return limit;
    }

    private void block(Object blocker, Limit limit) {
        blockers.put(new Identity(blocker), limit);
        blocking.add(blocker.getClass());
    }

    private void meet(Object object, int permits) {
        for (Entry entry : catalogue.of(object.getClass())) {
            Limit limit = new Limit(object, null, entry, permits);
            known.add(limit);
            // who owns others was made after them: they are then known as its own
            limit.blockers().forEach(blocker -> block(blocker, limit));
        }
    }

    /** Routes and the like appear as they are used. */
    private void parts() {
        for (Limit whole : List.copyOf(known)) {
            Object object = whole.object();
            if (object == null || !whole.entry().has("each") || whole.isPart()) {
                continue;
            }
            if (whole.entry().chain("each").value(object, null) instanceof Collection<?> keys) {
                for (Object key : keys.toArray()) {
                    if (known.stream().noneMatch(limit -> limit.is(object, key, whole.entry()))) {
                        Limit part = new Limit(object, key, whole.entry(), Gauge.UNKNOWN);
                        known.add(part);
                        part.blockers().forEach(blocker -> block(blocker, part));
                    }
                }
            }
        }
    }

    /** The number of what a thread is parked for; {@link #NONE} where that limits nobody but this thread. */
    int parkedFor(@Nullable Object blocker, DataOutputStream out) throws IOException {
        if (blocker == null) {
            return NONE;
        }
        Limit limit = blocking(blocker);
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
            limit = new Limit(blocker, null, entry, Gauge.UNKNOWN);
            known.add(limit);
            block(blocker, limit);
        }
        return number(limit, out);
    }

    /**
     * The number of the object whose monitor a thread waits to enter, or on which it waits to be notified.
     *
     * @param enters waits for the monitor itself
     */
    int monitor(LockInfo lock, boolean enters, DataOutputStream out) throws IOException {
        String name = lock.getClassName() + "@" + Integer.toHexString(lock.getIdentityHashCode());
        Integer number = monitors.get(name);
        if (number == null) {
            if (!enters && lonely.add(name)) {
                return NONE; // the only one that waits on it, so far
            }
            number = next++;
            monitors.put(name, number);
            define(
                    out,
                    number,
                    enters ? "monitor" : lock.getClassName(),
                    lock.getClassName(),
                    enters ? "lock" : "unknown",
                    null);
        }
        return number;
    }

    /** Who has entered the monitor of that number at this look. */
    void heldBy(int monitor, @Nullable Thread owner) {
        held.put(monitor, owner);
    }

    private int number(Limit limit, DataOutputStream out) throws IOException {
        if (limit.number == Gauge.UNKNOWN) {
            limit.number = next++;
            synchronized (numbered) {
                numbered.put(limit.number, limit);
            }
            define(out, limit.number, limit.entry().id(), limit.name(), limit.kind(), limit);
        }
        return limit.number;
    }

    private static void define(
            DataOutputStream out, int number, String type, String name, String kind, @Nullable Movable movable)
            throws IOException {
        out.writeByte(Wire.RESOURCE);
        out.writeInt(number);
        Wire.text(out, type);
        Wire.text(out, name);
        Wire.text(out, kind);
        Wire.lever(out, movable);
    }

    /** Takes the stack of a thread. */
    interface Taker {

        /** The number of its stack; {@link Wire#NOT_WALKED} where it has gone on, and waits itself for the limit that it held. */
        int take(Thread thread, int limit, DataOutputStream out) throws IOException;
    }

    /** What is used or waited for, and who holds it. */
    void write(DataOutputStream out, Taker stacks) throws IOException {
        Map<Integer, Limit.Figures> figured = new HashMap<>();
        int unused = 0;
        for (Limit limit : known) {
            if (limit.number == Gauge.UNKNOWN) {
                int place = unused++ - turn;
                if (place < 0 || place >= MOST) {
                    continue;
                }
            }
            Object object = limit.object();
            boolean whole = limit.entry().has("each") && !limit.isPart();
            if (object == null || whole || isOwned(object, limit)) {
                continue;
            }
            Limit.Figures figures = limit.look();
            // a rate has no holders, and not every one counts those that wait for it
            boolean used = limit.entry().get("kind").equals("rate-limiter")
                    || (figures.isUsed() && !limit.entry().has("quiet"));
            if (used || limit.number != Gauge.UNKNOWN) {
                figured.put(number(limit, out), figures);
            }
        }
        turn = turn + MOST < unused ? turn + MOST : 0;
        held.forEach(
                (monitor, owner) -> figured.put(monitor, new Limit.Figures(1, 1, Gauge.UNKNOWN, Gauge.UNKNOWN, owner)));
        Map<Integer, Integer> holders = new HashMap<>();
        for (Map.Entry<Integer, Limit.Figures> one : figured.entrySet()) {
            Thread owner = one.getValue().owner();
            if (owner != null && one.getValue().waiting() != 0 && holders.size() < MOST_OWNERS) {
                holders.put(one.getKey(), stacks.take(owner, one.getKey(), out));
            }
        }
        sample = figured;
        sampleHolders = holders;
    }

    /** A semaphore that a bulkhead is made of is no limit of its own. */
    private boolean isOwned(Object object, Limit limit) {
        Limit owner = blockers.get(new Identity(object));
        return owner != null && owner != limit && owner.object() != object;
    }

    private Map<Integer, Limit.Figures> sample = Map.of();
    private Map<Integer, Integer> sampleHolders = Map.of();

    /** Part of a sample. */
    void writeFigures(DataOutputStream out) throws IOException {
        out.writeInt(sample.size());
        for (Map.Entry<Integer, Limit.Figures> one : sample.entrySet()) {
            Limit.Figures figures = one.getValue();
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
