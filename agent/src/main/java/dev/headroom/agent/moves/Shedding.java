package dev.headroom.agent.moves;

import dev.headroom.agent.catalogue.Call;
import dev.headroom.agent.catalogue.Catalogue.Entry;
import dev.headroom.agent.jvm.Log;
import dev.headroom.agent.jvm.Threads;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Takes the {@link Excess} of a pool out as any user takes it, by the pool's own calls, and discards it by them, on threads of the agent: only as many wait for one as
 * there are too many, or for 2 s 32 where a pool tells what it had before, so that what came is met soon. What was taken and need not or cannot be discarded is given back. It looks again until its time is over, since a connection may have
 * been on its way when the pool was lowered; goes on though Headroom has gone; and holds no lock while it takes or discards.
 */
final class Shedding implements Runnable {

    /** A pool that gives none in that time keeps what it has. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** In which nothing is discarded that it had before it was raised, if that can be told: of a pool that is idle the same one may be taken again and again. */
    private static final long ITS_OWN_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Between two that one of us takes. */
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** That wait at once: a queue goes round once for all of them. */
    private static final int MOST = 32;

    /** A call that discards for longer may hang, and what it discards may be counted no more. */
    private static final long DISCARDS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int MOST_TRIES = 20;
    private static final long TRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Excess excess;
    private final Entry entry;
    private final Object of;
    private final List<Taker> takers;
    private volatile long begin = System.nanoTime();
    private volatile boolean refused;
    private volatile String problem = "";

    /** @param takers of this and of others before it, which it holds as a lock */
    Shedding(Excess excess, Entry entry, Object of, List<Taker> takers) {
        this.excess = excess;
        this.entry = entry;
        this.of = of;
        this.takers = takers;
    }

    /** It was lowered again. */
    void goOn() {
        begin = System.nanoTime();
    }

    /** What last kept it from taking one; empty where nothing did. */
    String problem() {
        return problem;
    }

    @Override
    public void run() {
        try {
            Parts parts = excess.parts(of, this::fill);
            while (!excess.ends(this)) {
                parts.ask();
                LockSupport.parkNanos(parts.restNanos());
            }
        } catch (Throwable e) { // no memory is left
            failed(e.toString());
            excess.ends(this);
        }
        long left = excess.beyond(of);
        if (left > 0) {
            Log.say(excess.kept(left, problem));
        }
    }

    boolean isOver() {
        return refused || leftNanos() <= 0;
    }

    private long leftNanos() {
        return begin + LONGEST_NANOS - System.nanoTime();
    }

    private boolean sparesItsOwn() {
        return excess.tellsItsOwn() && System.nanoTime() - begin < ITS_OWN_NANOS;
    }

    /** Whoever is refused asks no more: some pools throw others away until they find one that they can give. */
    private void failed(String why) {
        problem = why;
        refused = true;
    }

    /** Says how many this part has too many. */
    private long fill(Object key) {
        long many = excess.beyond(of, key);
        if (many > 0 && entry.has("take") && !excess.harms(of)) {
            long now = System.nanoTime();
            synchronized (takers) {
                takers.removeIf(taker -> !taker.isAtWork(now));
                long its =
                        takers.stream().filter(taker -> taker.key.equals(key)).count();
                long wanted = sparesItsOwn() ? MOST : excess.beyond(of, key); // one of ours may have gone since
                for (long more = Math.min(wanted - its, MOST - takers.size()); more > 0; more--) {
                    Taker taker = new Taker(key);
                    takers.add(taker);
                    start(taker);
                }
            }
        }
        return many;
    }

    private void start(Taker taker) {
        try {
            Threads.daemon(taker, "headroom-shed").start();
        } catch (Throwable e) { // no thread is to be had
            takers.remove(taker);
            throw e;
        }
    }

    final class Taker implements Runnable {

        private final Object key;
        private volatile long discards;

        Taker(Object key) {
            this.key = key;
        }

        boolean isAtWork(long now) {
            return discards == 0 || now - discards < DISCARDS_NANOS;
        }

        @Override
        public void run() {
            try {
                boolean again = !isOver(); // another may have been refused since
                while (again) {
                    double left = Math.max(0, TimeUnit.NANOSECONDS.toMillis(leftNanos())); // less may wait without end
                    Object taken = call("take", Map.of("ms", left));
                    again = taken != null && settle(taken);
                    if (again) {
                        LockSupport.parkNanos(AGAIN_NANOS);
                        again = excess.beyond(of, key) > 0 && !isOver();
                    }
                }
            } catch (InvocationTargetException e) { // closed, or has given none in time
                failed(String.valueOf(e.getCause()));
            } catch (Throwable e) {
                failed(e.toString());
            } finally {
                synchronized (takers) {
                    takers.remove(this);
                }
            }
        }

        /**
         * The pool may have been raised meanwhile, or stood still until it is too late: then it has it back.
         *
         * @return whether it was one that it had before, so that another is to be taken
         */
        private boolean settle(Object taken) throws ReflectiveOperationException {
            boolean discarded = false;
            boolean stays = false;
            try {
                stays = sparesItsOwn() && excess.isOwn(own(taken));
                if (!stays && discards()) {
                    call("discard", Map.of("o", own(taken)));
                    discarded = true;
                }
            } finally {
                if (!discarded) {
                    giveBack(taken);
                }
            }
            return stays;
        }

        /** A wrapper that a pool hands out is not known to it: Lettuce gives one that goes back when it is closed. */
        private Object own(Object taken) {
            Object own = entry.has("own") ? entry.chain("own").value(taken, null) : null;
            return own == null ? taken : own;
        }

        /** Whether it is one too many, beside those that are being discarded. */
        private boolean discards() {
            long now = System.nanoTime();
            synchronized (takers) {
                long others = takers.stream()
                        .filter(taker ->
                                taker != this && taker.key.equals(key) && taker.discards != 0 && taker.isAtWork(now))
                        .count();
                boolean tooMany = !isOver() && others < excess.beyond(of, key);
                discards = tooMany ? now | 1 : 0;
                return tooMany;
            }
        }

        /** A service that has no memory left may have some a moment later, and would miss it for good. */
        private void giveBack(Object taken) throws ReflectiveOperationException {
            for (int tries = 1; true; tries++) {
                try {
                    call("give-back", Map.of("o", taken));
                    return;
                } catch (OutOfMemoryError | InvocationTargetException e) {
                    Throwable why = e instanceof InvocationTargetException ? e.getCause() : e;
                    if (!(why instanceof OutOfMemoryError) || tries == MOST_TRIES) {
                        throw e;
                    }
                    LockSupport.parkNanos(TRY_NANOS);
                }
            }
        }

        private @Nullable Object call(String what, Map<String, ?> values) throws ReflectiveOperationException {
            return new Call(entry.get(what))
                    .on(of, Excess.part(key), values)
                    .orElseThrow(
                            () -> new NoSuchMethodException(of.getClass().getName() + " has no " + entry.get(what)))
                    .make();
        }
    }
}
