package dev.headroom.agent.moves;

import dev.headroom.agent.catalogue.Catalogue.Entry;
import dev.headroom.agent.jvm.Log;
import dev.headroom.agent.jvm.Threads;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What a pool has beyond its maximum after we have lowered that. What it had beyond it before we came is no work of ours, and stays. */
public final class Excess {

    /** Whoever moves a limit waits so long for what it has to be what it says; the rest goes on behind it. */
    private static final long AWAITED_MILLIS = 3_000;

    private static final Object WHOLE = new Object();

    private final Entry entry;

    /** What each part had beyond its maximum; empty for nearly all. */
    private Map<Object, Long> theirs = Map.of();

    /** What it had before, where that can be told from what comes. */
    private List<WeakReference<Object>> own = List.of();

    /** Of all its sheddings: those of one that was refused may wait for a while yet. */
    private final List<Shedding.Taker> takers = new ArrayList<>();

    private boolean noted;
    private @Nullable Shedding atWork;

    /** The newest, also once it has ended: it tells why. */
    private @Nullable Shedding last;

    public Excess(Entry entry) {
        this.entry = entry;
    }

    /** Nothing of ours is in it any more, unless we are still at work. */
    public synchronized void forget() {
        noted = atWork != null;
        last = atWork;
    }

    /** Before it is moved. */
    public synchronized void note(Object of, boolean grows) {
        if (isKnown() && (!noted || grows)) {
            Map<Object, Long> now = new HashMap<>();
            for (Object key : keys(of)) {
                long most = noted ? theirs.getOrDefault(key, 0L) : Long.MAX_VALUE;
                long many = Math.min(most, tooMany(of, key));
                if (many > 0) {
                    now.put(key, many);
                }
            }
            theirs = Map.copyOf(now);
            own = noted ? own : objects(of);
            noted = true;
        }
    }

    private List<WeakReference<Object>> objects(Object of) {
        return entry.has("objects") && entry.chain("objects").value(of, null) instanceof Collection<?> all
                ? Arrays.stream(all.toArray())
                        .map(one -> new WeakReference<>(object(one)))
                        .toList()
                : List.of();
    }

    /** What a pool keeps, and what it hands out, come to the same. */
    private Object object(Object one) {
        Object inside = entry.chain("object").value(one, null);
        return inside == null ? one : inside;
    }

    synchronized boolean tellsItsOwn() {
        return !own.isEmpty();
    }

    /** Whether it had that before we came. */
    synchronized boolean isOwn(Object taken) {
        Object object = own.isEmpty() ? taken : object(taken);
        return own.stream().anyMatch(one -> one.get() == object);
    }

    /** It was lowered. Does not wait. */
    public synchronized void shed(Object of) {
        if (!isKnown()) {
            return;
        }
        if (atWork != null) {
            atWork.goOn();
            return;
        }
        Shedding shedding = new Shedding(this, entry, of, takers);
        last = shedding;
        try {
            Threads.daemon(shedding, "headroom-shed").start();
            atWork = shedding;
        } catch (OutOfMemoryError e) { // no thread is to be had
            Log.say(kept(beyond(of), e.toString()));
        }
    }

    /** Says whether it may end: it may have been told to go on meanwhile. */
    synchronized boolean ends(Shedding shedding) {
        boolean over = shedding.isOver();
        atWork = over ? null : shedding;
        return over;
    }

    private synchronized @Nullable Shedding atWork() {
        return atWork;
    }

    private synchronized String problem() {
        return last == null ? "" : last.problem();
    }

    /** Until nothing is too many, for a few seconds at the most. Says what is; empty where nothing is. */
    public String await(Object of) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(AWAITED_MILLIS);
        Parts parts = parts(of, key -> beyond(of, key));
        long left = isKnown() ? parts.ask() : 0;
        while (left > 0 && atWork() != null && System.nanoTime() - end < 0) {
            TimeUnit.NANOSECONDS.sleep(parts.restNanos());
            left = parts.ask(); // asked once: another may be on its way, which goes as well
            if (left == 0 && entry.has("each")) { // those that had none may have some by now
                TimeUnit.NANOSECONDS.sleep(parts.restNanos());
                left = parts.ask();
            }
        }
        return left > 0 ? kept(left, problem()) : "";
    }

    /** By this thread. */
    Parts parts(Object of, ToLongFunction<Object> tooMany) {
        return new Parts(
                System::nanoTime,
                ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
                () -> keys(of),
                tooMany);
    }

    String kept(long left, String why) {
        return entry.get("title") + " keeps " + left + " more than its maximum for now: "
                + (why.isEmpty() ? "it gave none of them back" : why);
    }

    /** Whether to take one may cost another part of the pool its own. */
    public boolean harms(Object of) {
        return entry.has("take-unless") && entry.chain("take-unless").number(of, null) >= 0;
    }

    private boolean isKnown() {
        return entry.has("total");
    }

    long beyond(Object of) {
        return keys(of).stream().mapToLong(key -> beyond(of, key)).sum();
    }

    long beyond(Object of, Object key) {
        return Math.max(0, tooMany(of, key) - before(key));
    }

    private synchronized long before(Object key) {
        return theirs.getOrDefault(key, 0L);
    }

    private long tooMany(Object of, Object key) {
        long most = entry.chain("capacity").number(of, part(key));
        return most < 0 ? 0 : Math.max(0, entry.chain("total").number(of, part(key)) - most);
    }

    /** Its parts, all of which have the same maximum. */
    Collection<?> keys(Object of) {
        return entry.has("each") && entry.chain("each").value(of, null) instanceof Collection<?> keys
                ? List.of(keys.toArray())
                : List.of(WHOLE);
    }

    static @Nullable Object part(Object key) {
        return key == WHOLE ? null : key;
    }
}
