package dev.headroom.agent.limits;

import dev.headroom.agent.catalogue.Catalogue.Entry;
import dev.headroom.agent.catalogue.Chain;
import dev.headroom.agent.catalogue.Setter;
import dev.headroom.agent.jvm.Bridge;
import dev.headroom.agent.jvm.ContextLoader;
import dev.headroom.agent.jvm.Stranger;
import dev.headroom.agent.moves.Excess;
import dev.headroom.agent.moves.Movable;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One object that the catalogue knows, or one part of it (the route of a pool of connections), read by what its entry says.
 */
public final class Limit implements Movable {

    private static final double NANOS = 1e9;

    private final WeakReference<Object> object;

    /** Null where it is no part of anything. */
    private final @Nullable WeakReference<Object> key;

    private final Entry entry;

    private final Permits permits;

    /** The key of a part that was moved: what was moved may be the setting of all, and has to be put back though the part has gone. */
    @SuppressWarnings("unused")
    private volatile @Nullable Object kept;

    /** Whether what it is a part of had it when that was looked at last. */
    private volatile boolean there = true;

    private final Settings settings;

    private final Excess excess;

    /** Outermost classes that were seen to wait for it. */
    private final Set<String> callers = ConcurrentHashMap.newKeySet();

    int number = UNKNOWN;

    public Limit(Object object, @Nullable Object key, Entry entry, int made) {
        this.object = new WeakReference<>(object);
        this.key = key == null ? null : new WeakReference<>(key);
        this.entry = entry;
        settings = new Settings(entry);
        excess = new Excess(entry);
        permits = new Permits(made);
    }

    @Override
    public @Nullable Object object() {
        return key == null || key.get() != null ? object.get() : null;
    }

    private @Nullable Object key() {
        return key == null ? null : key.get();
    }

    boolean isGone() {
        return object() == null;
    }

    void isThere(boolean now) {
        there = now;
    }

    @Override
    public boolean isThere() {
        return there;
    }

    Entry entry() {
        return entry;
    }

    /** The objects on which threads block that wait for it. */
    List<Object> blockers() {
        Object of = object();
        List<Object> found = new ArrayList<>();
        if (of != null) {
            found.add(of);
            for (String blocker : entry.list("blocker")) {
                Object value = Chain.of(blocker).value(of, key());
                if (value != null) {
                    found.add(value);
                }
            }
        }
        return found;
    }

    String name() {
        Object of = object();
        Object name =
                of == null || !entry.has("name") ? null : entry.chain("name").value(of, key());
        return name == null ? "" : Stranger.ask(() -> String.valueOf(name), "");
    }

    /** The kind of limit it is: of some it depends on who made it. */
    String kind() {
        Object of = object();
        List<String> owned = entry.list("connections-if");
        if (of != null && !owned.isEmpty()) {
            String maker =
                    Stranger.ask(() -> String.valueOf(Chain.of(owned.get(0)).value(of, key())), "");
            if (owned.stream().skip(1).anyMatch(maker::startsWith)) {
                return "connection-pool";
            }
        }
        return entry.get("kind");
    }

    synchronized Figures look() {
        Object of = object();
        if (of == null || !there) {
            return new Figures(UNKNOWN, 0, 0, UNKNOWN, null);
        }
        long free = ask(of, "free");
        permits.areFree(free - Bridge.shift(of));
        long capacity = capacity(of);
        long waiting = ask(of, "waiting");
        long inUse = entry.has("free") ? (capacity < 0 || free < 0 ? 0 : capacity - free) : ask(of, "in-use");
        if (isOfWorkers() && !entry.has("in-use")) {
            inUse = waiting > 0 ? capacity : 0; // a task waits only where all workers are at work
        }
        Object owner = entry.has("owner") ? entry.chain("owner").value(of, key()) : null;
        return new Figures(
                bounded(capacity),
                bounded(Math.max(0, inUse)),
                bounded(waiting),
                ask(of, "taken"),
                owner instanceof Thread thread ? thread : null);
    }

    /** Whether its servers are threads that take tasks from a queue of the library's own. */
    private boolean isOfWorkers() {
        return entry.get("kind").equals("worker-pool");
    }

    private static int bounded(long value) {
        return value >= Integer.MAX_VALUE ? UNKNOWN : (int) value;
    }

    private long ask(Object of, String what) {
        return entry.has(what) ? entry.chain(what).number(of, key()) : UNKNOWN;
    }

    private long capacity(Object of) {
        if (!entry.has("capacity")) {
            long all = permits.all();
            return all > 0 ? all + Bridge.shift(of) : UNKNOWN;
        }
        return capacity(of, ask(of, "capacity"));
    }

    private long capacity(Object of, long each) {
        long atMost = ask(of, "at-most");
        long capacity = atMost > 0 ? Math.min(each, atMost) : each;
        if (capacity <= 0 || capacity == Integer.MAX_VALUE) {
            return UNKNOWN;
        }
        long rate = Chain.whole(capacity / period(of));
        return rate == UNKNOWN ? UNKNOWN : rate + Bridge.shift(of);
    }

    /** Seconds for which a rate grants its permits; 1 for what is no rate. */
    private double period(Object of) {
        long nanos = ask(of, "per");
        return nanos > 0 ? nanos / NANOS : 1;
    }

    @Override
    public int capacity() {
        return look().capacity();
    }

    void waitedFor(StackTraceElement[] frames) {
        FreeCounts.callers(frames).forEach(callers::add);
    }

    /** Of permits that come and go one by one, for there is no setting: who reckons with how many are free is led astray. */
    @Override
    public String harm() {
        return object() instanceof Semaphore permits
                ? FreeCounts.harm(permits, callers)
                : settings.harm(settings(), capacity());
    }

    @Override
    public boolean movable() {
        return entry.has("set");
    }

    @Override
    public boolean comesBack() {
        Object of = object();
        return !entry.get("comes-back").equals("no") && (of == null || !excess.harms(of));
    }

    @Override
    public String how() {
        return setter().name();
    }

    @Override
    public Object setting() {
        Object of = object();
        return of == null ? this : settings.setting(of, this);
    }

    @Override
    public List<Number> settings() {
        Object of = object();
        if (of == null) {
            return List.of();
        }
        return setter().isRelative() ? List.of(Bridge.shift(of)) : settings.read(of, key(), there);
    }

    @Override
    public void set(List<Number> to) throws ReflectiveOperationException {
        Object of = present();
        List<Number> read = settings();
        List<Number> now = read.isEmpty() ? to : read; // of a part that is gone just now
        try (ContextLoader its = ContextLoader.of(of)) {
            change(of, now.get(0).doubleValue(), to.get(0).doubleValue());
            if (to.size() > 1) {
                new Setter(entry.get("raise"))
                        .set(of, key(), now.get(1).doubleValue(), to.get(1).doubleValue());
            }
            wake(of);
        }
        settings.are(to);
    }

    @Override
    public String settle() throws InterruptedException {
        Object of = object();
        return of == null ? "" : excess.await(of);
    }

    @Override
    public void begin() {
        excess.forget();
    }

    @Override
    public void shed() {
        Object of = object();
        if (of != null) {
            excess.shed(of);
        }
    }

    @Override
    public void move(int from, int to) throws ReflectiveOperationException, InterruptedException {
        Object of = present();
        kept = key();
        if (to == from) {
            return;
        }
        long below = to > from && entry.has("below") ? ask(of, "below") : Long.MAX_VALUE;
        if (to >= below) {
            throw new IllegalStateException("what begins meanwhile is not limited unless it stays below " + below);
        }
        excess.note(of, to > from);
        try (ContextLoader its = ContextLoader.of(of)) {
            change(of, from, to);
        }
    }

    private void change(Object of, int from, int to) throws ReflectiveOperationException {
        double now = settings().get(0).doubleValue();
        if (setter().isRelative()) {
            synchronized (this) { // one that is put back meanwhile is not raised from what it was
                isStill(from, capacity(of));
                now = Bridge.shift(of);
                change(of, now, now + to - from);
            }
        } else if (entry.has("raw")) {
            long each = ask(of, "capacity"); // once: it may depend on what is under way
            isStill(from, capacity(of, each));
            if (to > ask(of, "at-most")) {
                new Setter(entry.get("raise")).set(of, key(), from, to);
            }
            double share = Math.ceil(to * now / each); // of all that there are; fewer may be busy than were counted
            change(of, now, to > from ? Math.max(now, share) : share);
        } else {
            change(of, now, entry.get("kind").equals("rate-limiter") ? now * to / from : to);
        }
        wake(of);
    }

    private static void isStill(int from, long now) {
        if (now != from) {
            throw new IllegalStateException("it changes by itself, and is " + from + " no more");
        }
    }

    private Object present() throws NoSuchFieldException {
        Object of = object();
        if (of == null) {
            throw new NoSuchFieldException("it is gone");
        }
        return of;
    }

    private Setter setter() {
        return new Setter(entry.get("set"));
    }

    private void change(Object of, double from, double to) throws ReflectiveOperationException {
        settings.change();
        if (setter().isRelative()) {
            synchronized (this) { // who looks in between would take what was added for what it had
                AtomicLong noted = Bridge.noted(of);
                if (noted.get() != to) { // two may put it back at once
                    setter().set(of, key(), noted.get(), to);
                    noted.set(Math.round(to));
                }
            }
        } else {
            setter().set(of, key(), from, to);
        }
        if (to < from) {
            excess.shed(of);
        }
    }

    private void wake(Object of) {
        if (entry.has("wake") && entry.chain("wake").value(of, key()) instanceof Collection<?> waiting) {
            waiting.forEach(thread -> LockSupport.unpark((Thread) thread));
        }
    }
}
