package dev.headroom.agent;

import dev.headroom.agent.Catalogue.Entry;
import java.lang.reflect.InvocationTargetException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What a pool has beyond its maximum after we have lowered that: taken out as any user takes it, by the pool's own calls, and discarded by them, on threads of the
 * agent. Each takes one at a time, and only as many wait for one as there are too many. What was taken and need not or cannot be discarded is given back.
 * It goes on though Headroom has gone, and holds no lock while the pool is called.
 */
final class Excess {

    /** From the first that is taken to the last. A pool that gives none in that time keeps what it has. */
    private static final long LONGEST_MILLIS = 10_000;

    /** Whoever moves a limit waits so long for what it has to be what it says; the rest goes on behind it. */
    private static final long AWAITED_MILLIS = 3_000;

    private static final long LOOK_MILLIS = 1;

    /** That wait at once: a queue goes round once for all of them. */
    private static final int MOST = 32;

    private static final int MOST_TRIES = 20;
    private static final long TRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final Object WHOLE = new Object();

    /** For one part of the pool, or for all of it. */
    private static final class Line {
        private final AtomicInteger takers = new AtomicInteger();
        private final AtomicInteger discards = new AtomicInteger();
    }

    private final Entry entry;

    /** Empty while nobody is at work, since a key may be the only thing that keeps something of the application's alive. */
    private final Map<Object, Line> lines = new ConcurrentHashMap<>();

    private int workers;
    private String problem = "";

    /** What it had beyond its maximum before we came. */
    private volatile long theirs = Gauge.UNKNOWN;

    Excess(Entry entry) {
        this.entry = entry;
    }

    /** Before it is moved: what is too many already is no work of ours, and stays. */
    void note(Object of, boolean grows) {
        if (entry.has("take") && (theirs == Gauge.UNKNOWN || grows)) {
            long most = 0;
            for (Object key : keys(of)) {
                most = Math.max(most, tooMany(of, key));
            }
            theirs = theirs == Gauge.UNKNOWN ? most : Math.min(theirs, most);
        }
    }

    /** It was lowered. Does not wait. */
    void shed(Object of) {
        if (!entry.has("take")) {
            return;
        }
        long wanted = Math.min(MOST, beyond(of));
        for (long i = 0; i < wanted && begins(wanted); i++) {
            try {
                Threads.daemon(() -> work(of), "headroom-shed").start();
            } catch (OutOfMemoryError e) { // no thread is to be had
                ends(of, e.toString());
                return;
            }
        }
    }

    /** Until nobody is at work any more, for a few seconds at the most. */
    void await() throws InterruptedException {
        long begin = System.nanoTime();
        while (isAtWork() && System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(AWAITED_MILLIS)) {
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private synchronized boolean begins(long most) {
        boolean begins = workers < most;
        workers += begins ? 1 : 0;
        return begins;
    }

    private synchronized boolean isAtWork() {
        return workers > 0;
    }

    private void ends(Object of, String why) {
        String last;
        synchronized (this) {
            problem = why.isEmpty() ? problem : why;
            last = problem;
            workers--;
            if (workers > 0) {
                return;
            }
            lines.clear();
            problem = "";
        }
        long left = last.isEmpty() ? 0 : beyond(of);
        if (left > 0) {
            Agent.say(entry.get("title") + " keeps " + left + " more than its maximum for now: " + last);
        }
    }

    private void work(Object of) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS);
        String why = "";
        try {
            for (Object key : keys(of)) {
                if (beyond(of, key) > 0) {
                    shed(of, key, lines.computeIfAbsent(key, none -> new Line()), end);
                }
            }
        } catch (InvocationTargetException e) { // closed, or has given none in time
            why = String.valueOf(e.getCause());
        } catch (Throwable e) {
            why = e.toString();
        } finally {
            ends(of, why);
        }
    }

    private void shed(Object of, Object key, Line line, long end) throws ReflectiveOperationException {
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            try {
                if (line.takers.incrementAndGet() > beyond(of, key)) {
                    return;
                }
                Object taken = call("take", of, key, Map.of("ms", (double) TimeUnit.NANOSECONDS.toMillis(left)));
                if (taken == null) {
                    return;
                }
                settle(of, key, line, taken, end);
            } finally {
                line.takers.decrementAndGet();
            }
        }
    }

    /** The pool may have been raised meanwhile, or stood still until it is too late: then it has it back. */
    private void settle(Object of, Object key, Line line, Object taken, long end) throws ReflectiveOperationException {
        boolean discarded = false;
        try {
            // each counts itself before it looks, and ends to count when it is done: so no more discard than there are
            // too many
            if (line.discards.incrementAndGet() <= beyond(of, key) && System.nanoTime() - end < 0) {
                call("discard", of, key, Map.of("o", taken));
                discarded = true;
            }
        } finally {
            line.discards.decrementAndGet();
            if (!discarded) {
                giveBack(of, key, taken);
            }
        }
    }

    /** A service that has no memory left may have some a moment later, and would miss it for good. */
    private void giveBack(Object of, Object key, Object taken) throws ReflectiveOperationException {
        for (int tries = 1; true; tries++) {
            try {
                call("give-back", of, key, Map.of("o", taken));
                return;
            } catch (OutOfMemoryError e) {
                if (tries == MOST_TRIES) {
                    throw e;
                }
                LockSupport.parkNanos(TRY_NANOS);
            }
        }
    }

    private @Nullable Object call(String what, Object of, Object key, Map<String, ?> values)
            throws ReflectiveOperationException {
        return new Call(entry.get(what))
                .on(of, part(key), values)
                .orElseThrow(() -> new NoSuchMethodException(of.getClass().getName() + " has no " + entry.get(what)))
                .make();
    }

    private long beyond(Object of) {
        long all = 0;
        for (Object key : keys(of)) {
            all += beyond(of, key);
        }
        return all;
    }

    private long beyond(Object of, Object key) {
        return Math.max(0, tooMany(of, key) - Math.max(0, theirs));
    }

    private long tooMany(Object of, Object key) {
        long most = entry.chain("capacity").number(of, part(key));
        return most < 0 ? 0 : Math.max(0, entry.chain("total").number(of, part(key)) - most);
    }

    /** Its parts, all of which have the same maximum. */
    private Collection<?> keys(Object of) {
        return entry.has("each") && entry.chain("each").value(of, null) instanceof Collection<?> keys
                ? List.of(keys.toArray())
                : List.of(WHOLE);
    }

    private static @Nullable Object part(Object key) {
        return key == WHOLE ? null : key;
    }
}
