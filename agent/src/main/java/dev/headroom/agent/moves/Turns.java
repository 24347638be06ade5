package dev.headroom.agent.moves;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * When turns begin to wait, and for how long each keeps what it gets. Turns wait all the time, also where nothing is to be kept, so that a share
 * that is asked for is there with the next of them, however long the queue. Their waits tell how many of them it takes, and spread them over the
 * queue. Calls nobody but the clock.
 */
public final class Turns {

    /**
     * How far it goes. Behind others who take T for one round of the queue, k turns of d each have k d / (T + k d) of the time.
     *
     * @param most that wait or hold at once: each may take a thread
     * @param longestNanos that one holds, where the queue is long
     */
    public record Bounds(int most, long longestNanos) {

        /** In a JVM that was started for Headroom. */
        public static final Bounds LAUNCHED = new Bounds(64, TimeUnit.MILLISECONDS.toNanos(50));

        /** In somebody else's. */
        public static final Bounds JOINED = new Bounds(32, TimeUnit.MILLISECONDS.toNanos(20));
    }

    /** Less is lost in the noise of a scheduler: it is left to the next turn. */
    static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Where hardly anybody waits, a turn is no longer. */
    static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** A turn is longer only where it is short beside the time for which it waited. */
    private static final int SHORT_BESIDE = 16;

    /** Between the beginnings of two turns at the least: what nobody uses is not hammered. */
    static final long GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** The same where turns are dear. So many still reach the largest share. */
    private static final long DEAR_GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

    /** What a turn costs that keeps nothing, and the time in which a thread wakes to take it, may be the gap to the next one over this. */
    private static final int CHEAP = 100;

    /** An event loop that serves all its connections first gives all turns at once: they may make good what fell due in their wait, up to so many of them. */
    private static final int BURST = 10;

    /** Before turns have come through, and where nobody has said how long they are likely to wait, the gap is the time since the first began over this, so that short queues hold some soon. */
    private static final int FIRST = 4;

    /** So many times the mean wait, one does not wait that came in its order: others went past it, and the mean says nothing of the queue. */
    private static final int IN_ORDER = 4;

    /** And no longer than if the queue went round in so long. Those of the first moments come on top, so that not all wait before some 9 s are over. */
    private static final double LONGEST_ROUND_NANOS = TimeUnit.SECONDS.toNanos(12);

    /** Of a mean over past turns, the weight of the newest. */
    private static final double NEWEST = 1.0 / 16;

    /** What is kept for longer than it may be, since a busy machine wakes its holder late, is made good up to this. */
    private static final long MOST_OVER_NANOS = 10 * LONG_NANOS;

    private final LongSupplier clock;
    private final Bounds bounds;
    private final long gap;
    private final long wait;
    private double rate;

    /** What is to be kept busy, in units times nanoseconds. */
    private double due;

    private long at;
    private long lastBegun;
    private int open;
    /** When those that wait have begun, the first of them first. */
    private final Queue<Long> waiting = new ArrayDeque<>();

    private boolean granted;
    private double meanWait;
    private double meanCost;
    private double meanLate;
    private boolean full;
    private int holding;
    /** Of those that hold, when they began, added up. */
    private long began;

    private long total;

    /**
     * @param clock as {@link System#nanoTime}
     * @param parts that are occupied side by side, each with turns of its own
     * @param wait nanoseconds for which a turn is likely to wait, until the first has come through; 0 where that is not known
     */
    Turns(LongSupplier clock, Bounds bounds, int parts, long wait) {
        this.clock = clock;
        this.bounds = bounds;
        this.wait = wait;
        gap = Math.min(DEAR_GAP_NANOS, parts * GAP_NANOS);
        at = clock.getAsLong();
        lastBegun = at - gap;
    }

    /** @param units that are to be kept busy by turns on average, less than one; 0 where turns only wait */
    synchronized void rate(double units) {
        pass();
        rate = units;
        if (units == 0) {
            due = 0;
        }
    }

    /** The time until the next turn is to begin; zero where it is now. */
    synchronized long untilDue() {
        full = open >= bounds.most();
        long now = clock.getAsLong();
        return full ? LONG_NANOS : Math.max(0, gap(now) - (now - lastBegun));
    }

    private long gap(long now) {
        Long first = waiting.peek();
        long oldest = first == null ? 0 : now - first;
        double unknown = granted || wait == 0 ? (double) bounds.most() / FIRST * oldest : wait;
        double round = granted && oldest <= IN_ORDER * meanWait ? meanWait : Math.min(LONGEST_ROUND_NANOS, unknown);
        double spread = round / bounds.most();
        double dear = Math.min(DEAR_GAP_NANOS, CHEAP * (meanCost + meanLate));
        return (long) Math.max(gap, Math.max(dear, spread));
    }

    /** A turn waits from now on. Returns the time, which {@link #grant} wants back. */
    synchronized long begin() {
        long now = clock.getAsLong();
        if (!full) { // nothing but the clock was waited for
            meanLate += NEWEST * (Math.max(0, now - lastBegun - gap(now)) - meanLate);
        }
        open++;
        waiting.add(now);
        lastBegun = now;
        return now;
    }

    /** Turns that wait or hold. */
    synchronized int open() {
        return open;
    }

    /** It has what it waited for: for how long it may keep it. */
    synchronized long grant(long begun) {
        pass();
        came(begun);
        long length = (long) Math.min(due, longest());
        if (length < SHORTEST_NANOS) {
            return 0;
        }
        due -= length;
        return length;
    }

    /** It has what it waited for, and is no turn any more: it stays. */
    synchronized void leave(long begun) {
        pass();
        came(begun);
        open--;
    }

    private void came(long begun) {
        waiting.remove(begun);
        double wait = at - begun;
        meanWait = granted ? meanWait + NEWEST * (wait - meanWait) : wait;
        granted = true;
    }

    private double longest() {
        return Math.min(bounds.longestNanos(), Math.max(LONG_NANOS, meanWait / SHORT_BESIDE));
    }

    /** A unit is kept busy from now on. Returns the time, which {@link #letGo} wants back. */
    synchronized long take() {
        long now = clock.getAsLong();
        holding++;
        began += now;
        return now;
    }

    /** Returns for how long it was kept. */
    synchronized long letGo(long from) {
        long now = clock.getAsLong();
        holding--;
        began -= from;
        total += now - from;
        return now - from;
    }

    /** A turn is over: of what it might have kept, it has kept so much. */
    synchronized void end(long begun, long length, long kept) {
        open--;
        waiting.remove(begun);
        if (length == 0) {
            meanCost += NEWEST * (kept - meanCost);
        } else if (rate > 0) {
            due = Math.max(-MOST_OVER_NANOS, due + length - kept);
        }
    }

    /** Units times nanoseconds that it was kept busy until now. */
    synchronized long busyNanos() {
        return total + holding * clock.getAsLong() - began;
    }

    synchronized boolean isHeld() {
        return holding > 0;
    }

    /** What was missed for long is not made good. */
    private void pass() {
        long now = clock.getAsLong();
        double burst = Math.min(BURST * (double) bounds.longestNanos(), rate * meanWait);
        due = Math.min(Math.max(2 * longest(), burst), due + rate * (now - at));
        at = now;
    }
}
