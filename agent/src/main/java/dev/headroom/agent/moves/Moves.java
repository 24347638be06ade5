package dev.headroom.agent.moves;

import dev.headroom.agent.jvm.Bridge;
import dev.headroom.agent.jvm.Log;
import dev.headroom.agent.jvm.Threads;
import dev.headroom.agent.wire.Replies;
import dev.headroom.agent.wire.Reply;
import dev.headroom.agent.wire.Wire;
import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Moves and occupies limits on Headroom's word, on a thread of its own since some setters wait, and puts each back to the settings that it had: when
 * Headroom says so, when it leaves, and when the {@link Lease} has run out. A setter of the application may hang; no lock is held while one is at
 * work, and none of the others waits for it for long.
 */
public final class Moves {

    private static final int LAST_TRIES = 20;
    private static final long LAST_TRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Lease lease;
    private final boolean joined;
    private final Replies replies;
    private final ExecutorService mover =
            Executors.newSingleThreadExecutor(task -> Threads.daemon(task, "headroom-mover"));

    /** What is not as it was, by its setting, in the order in which it was moved. */
    private final Map<Object, Moved> moved = new LinkedHashMap<>();

    private final Touched touched = new Touched();

    private final Others others = new Others(this);
    private final Occupations occupations;
    private String announced = "";

    /** What is not as it was though it was put back unasked: said when Headroom asks. */
    private String left = "";

    /**
     * @param bounds of what is occupied
     * @param replies to Headroom
     */
    public Moves(Lease lease, Turns.Bounds bounds, Replies replies) {
        this.lease = lease;
        this.joined = bounds.equals(Turns.Bounds.JOINED);
        this.replies = replies;
        occupations = new Occupations(lease, object -> Bridge.claim(object, this), bounds);
    }

    /** @param limit asked for on the mover's thread: its owner may be at work */
    public void move(MoveOrder order, Supplier<@Nullable Movable> limit) {
        mover.execute(() -> replies.add(move(order, limit.get())));
    }

    /** @param limit what of it can be kept busy, asked for on the mover's thread */
    public void occupy(int request, Occupations.Order order, Supplier<List<Occupiable>> limit) {
        mover.execute(() -> replies.add(occupied(request, order, limit)));
    }

    private Reply occupied(int request, Occupations.Order order, Supplier<List<Occupiable>> limit) {
        try {
            String refusal = occupations.obey(order, limit);
            release();
            return lease.lost().isEmpty()
                    ? new Reply(request, Movable.UNKNOWN, refusal)
                    : new Reply(request, Wire.LOST, lost());
        } catch (Throwable e) { // no thread is to be had
            return new Reply(request, Movable.UNKNOWN, e.toString());
        }
    }

    /** For how long that was occupied. */
    public void count(int request, String name) {
        replies.add(new Reply(request, occupations.seconds(name), occupations.problem(name)));
    }

    private Reply move(MoveOrder order, @Nullable Movable limit) {
        if (limit == null || limit.object() == null) {
            return refused(order, "it is gone");
        }
        Moved one = null;
        try {
            if (!limit.isThere()) {
                return refused(order, "it is gone just now");
            }
            if (!limit.movable() || order.to() < 1) {
                return refused(order, "it cannot be moved to " + order.to());
            }
            List<Number> now = limit.settings();
            if (now.isEmpty()) {
                return refused(order, "its settings cannot be read, so that it could not be put back");
            }
            Object setting = limit.setting();
            String harm = joined && !touched.has(setting) ? limit.harm() : "";
            if (!harm.isEmpty()) {
                return refused(order, harm);
            }
            synchronized (this) {
                Moved known = known(setting);
                String refusal = taken(limit, known, order, now);
                if (!refusal.isEmpty()) {
                    return new Reply(order.request(), lease.lost().isEmpty() ? Movable.UNKNOWN : lostCode(), refusal);
                }
                one = known == null ? new Moved(limit, setting, order.name(), now) : known;
                moved.put(setting, one);
                touched.add(one);
                one.begin();
            }
            Reply reply = move(order, limit, one, now);
            return end(one) ? new Reply(order.request(), lostCode(), lost()) : reply;
        } catch (InvocationTargetException e) {
            return failed(order, one, String.valueOf(e.getCause()));
        } catch (Throwable e) { // a pool that is raised may be one for which no thread is left
            return failed(order, one, e.toString());
        }
    }

    /** @param asked for, of which that setting may be as well as of what was moved first */
    private Reply move(MoveOrder order, Movable asked, Moved one, List<Number> now)
            throws ReflectiveOperationException, InterruptedException {
        Movable limit = one.limit();
        int from = asked.capacity();
        String changed = one.changed(order, from);
        if (!changed.isEmpty()) {
            return refused(order, changed);
        }
        one.was(from);
        if (one.isSo(order.to(), from)) {
            return new Reply(order.request(), from, "");
        }
        if (order.to() == one.capacity()) {
            one.home(now); // what is told in whole ones may be set in others
        } else {
            limit.move(from, order.to());
        }
        String more = limit.settle();
        int is = asked.capacity();
        one.came(order.to(), is);
        if (is != from) {
            Log.say(order.words(limit, from, is, one.capacity(), lease.leftNanos()));
        }
        if (!more.isEmpty()) {
            return refused(order, more);
        }
        // a rate is granted in whole permits, so that it may not be what was asked for to the last
        return is == order.to() || is != from
                ? new Reply(order.request(), is, "")
                : refused(order, "it was set to " + order.to() + " and is " + is);
    }

    /** Whether it may be moved now: then it is ours. */
    private String taken(Movable limit, @Nullable Moved before, MoveOrder order, List<Number> now) {
        List<Object> claimed = limit.claimed();
        if (before != null && !before.isOurs(now)) {
            return "somebody else has set it to " + now + " meanwhile";
        }
        if (claimed.isEmpty() || !claimed.stream().allMatch(one -> Bridge.claim(one, this))) {
            release();
            return "another Headroom has moved it, and has to put it back first";
        }
        if (claimed.stream().anyMatch(others::have)) {
            release();
            return "another Headroom had moved it while this one looked: diagnose once more";
        }
        String refusal = lease.take(order.nanos());
        if (!refusal.isEmpty()) {
            release();
            return lease.lost().isEmpty() ? refusal : lost();
        }
        return "";
    }

    private @Nullable Moved known(Object setting) {
        Moved one = moved.get(setting);
        return one == null ? touched.get(setting) : one;
    }

    private int lostCode() {
        return lease.isOver() ? Wire.OVER : Wire.LOST;
    }

    private static String both(String one, String other) {
        return one.isEmpty() || one.equals(other) ? other : other.isEmpty() ? one : one + "; " + other;
    }

    private String lost() {
        return "the lease was lost, and every limit is put back: " + lease.lost();
    }

    private static Reply refused(MoveOrder order, String why) {
        return new Reply(order.request(), Movable.UNKNOWN, why);
    }

    /** Half of its settings may have changed. */
    private Reply failed(MoveOrder order, @Nullable Moved one, String why) {
        if (one == null) {
            return refused(order, why);
        }
        String problem = one.revert();
        end(one);
        return refused(order, problem.isEmpty() ? why : why + "; " + problem);
    }

    /** Its setter has returned: where it was to be put back meanwhile, it is now. Says whether it was. */
    private boolean end(Moved one) {
        List<Number> now = one.settings();
        boolean late;
        synchronized (this) {
            late = one.ended(now);
            forget(one);
        }
        if (late) {
            one.putBack("its setter took long");
            forget(one);
            one.limit().rest();
        }
        return late;
    }

    private synchronized void forget(Moved one) {
        if (one.isHome()) {
            moved.remove(one.setting(), one); // it may have been moved anew meanwhile
        }
        release();
    }

    private synchronized void release() {
        if (moved.isEmpty() && occupations.isEmpty() && touched.isEmpty()) {
            Bridge.release(this);
        }
    }

    /** What was moved by now stays so, if it is still ours; what is occupied does not. */
    public void keep(int request) {
        mover.execute(() -> replies.add(kept(request)));
    }

    private Reply kept(int request) {
        occupations.endAll("Headroom leaves");
        Map<Movable, String> all = new LinkedHashMap<>();
        synchronized (this) {
            String lost = lease.lost();
            if (!lost.isEmpty()) {
                return held(request, lost);
            }
            moved.values().forEach(one -> all.put(one.limit(), one.name()));
            moved.clear();
            touched.clear();
            lease.free();
            release();
        }
        return new Reply(request, Movable.UNKNOWN, Touched.keep(all));
    }

    /** Says whether what was moved is still so. */
    public void answer(int request) {
        replies.add(held(request, lease.lost()));
    }

    private Reply held(int request, String lost) {
        return lost.isEmpty() ? new Reply(request, Movable.UNKNOWN, "") : new Reply(request, lostCode(), lost());
    }

    /** On Headroom's word; it may move again afterwards. Does not wait. */
    public void putBack(int request) {
        Threads.daemon(() -> backOnWord(request), "headroom-back").start();
    }

    private void backOnWord(int request) {
        String now = allBack("Headroom says so", () -> {});
        synchronized (this) {
            String problem = both(left, now);
            left = "";
            announced = "";
            if (moved.isEmpty()) {
                lease.free();
                release();
            }
            replies.add(new Reply(request, Movable.UNKNOWN, problem));
        }
    }

    /** Where the lease was lost, everything as it was; Headroom is told once. */
    public void check() {
        others.meet();
        String lost = lease.lost();
        if (!lost.isEmpty()) {
            String problem = allBack(lost, () -> {});
            synchronized (this) { // Headroom may have taken note of it meanwhile
                left = moved.isEmpty() ? both(left, problem) : left;
                if (!announced.equals(lost) && !lease.lost().isEmpty()) {
                    replies.add(
                            new Reply(Wire.UNASKED, lostCode(), lost() + (problem.isEmpty() ? "" : "; " + problem)));
                    announced = lost;
                }
            }
        }
    }

    /**
     * Everything as it was, and nothing is moved any more. A service that has no memory left may have some a moment later.
     *
     * @param meanwhile done once all have begun
     */
    public void leave(Runnable meanwhile) {
        lease.close();
        mover.shutdown();
        String why = "Headroom has left";
        allBack(why, meanwhile);
        for (int i = 0; i < LAST_TRIES && hasFailed(); i++) {
            LockSupport.parkNanos(LAST_TRY_NANOS);
            allBack(why, () -> {});
        }
        Bridge.release(this); // what could not be put back, no later Headroom has to know
    }

    private synchronized boolean hasFailed() {
        return moved.values().stream().anyMatch(Moved::hasFailed);
    }

    /**
     * @param meanwhile done while setters are at work, since one may hang
     * @return what is not as it was; empty where everything is
     */
    private String allBack(String why, Runnable meanwhile) {
        AllBack back;
        synchronized (this) {
            back = new AllBack(moved.values(), this::forget);
        }
        occupations.tellAll();
        back.begin(why);
        meanwhile.run(); // where that fails the next look does all of this again
        List<String> problems = occupations.endAll(why);
        problems.addAll(back.await());
        if (!hasFailed()) { // what could not be put back needs what it has kept
            touched.rest();
        }
        release();
        return String.join("; ", problems);
    }
}
