package dev.headroom.agent.moves;

import dev.headroom.agent.jvm.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A limit that was moved: what its settings were at first, and what we made of them. Whatever calls the application holds no lock. */
final class Moved {

    /** Made beforehand. */
    private static final String NO_MEMORY = "a limit could not be put back: no memory is left";

    private final Movable limit;
    private final Object setting;
    private final String name;
    private final List<Number> before;
    /** Of the put-back that is under way. */
    private volatile CountDownLatch back = new CountDownLatch(1);

    /** What the last move has left; null while a setter is at work. */
    private volatile @Nullable List<Number> ours;

    private volatile boolean moving;
    private volatile boolean leaving;
    private volatile boolean home = true;
    private volatile String problem = "";
    private volatile int capacity = Movable.UNKNOWN;

    private volatile int asked = Movable.UNKNOWN;
    private volatile int came = Movable.UNKNOWN;

    /** What it was when the setter began that is at work now. */
    private volatile List<Number> last;

    /** @param setting of {@code limit}, which others may have as well: what is said here is of all of them */
    Moved(Movable limit, Object setting, String name, List<Number> before) {
        this.limit = limit;
        this.setting = setting;
        this.name = name;
        this.before = before;
        last = before;
        ours = before;
    }

    Movable limit() {
        return limit;
    }

    Object setting() {
        return setting;
    }

    String name() {
        return name;
    }

    boolean isOurs(List<Number> now) {
        return now.equals(ours);
    }

    /** Its capacity before a move; that before the first counts. */
    void was(int now) {
        capacity = capacity == Movable.UNKNOWN ? now : capacity;
    }

    int capacity() {
        return capacity;
    }

    /** What the last move asked for came to so much: a rate is granted in whole permits. */
    void came(int to, int is) {
        asked = to;
        came = is;
    }

    /** Whether it was moved there, and is what came of it. */
    boolean isSo(int to, int now) {
        return to == asked && now == came;
    }

    /** Why that order is not for what it is now; empty where it is. What changes by itself while it is raised is not lowered. */
    String changed(MoveOrder order, int now) {
        if (last.equals(before)) {
            return now == order.from()
                    ? ""
                    : "it is " + now + ", and was " + order.from() + " when that was planned: diagnose once more";
        }
        return order.raises() && now > order.to() && now != came
                ? "it has come to " + now + " by itself meanwhile"
                : "";
    }

    /** As it was at first, to the last of its settings. */
    void home(List<Number> now) throws ReflectiveOperationException, InterruptedException {
        if (!now.equals(before)) {
            limit.set(before);
        }
    }

    void begin() {
        if (home) {
            limit.begin();
        }
        home = false;
        List<Number> set = ours;
        last = set == null ? last : set;
        moving = true;
        ours = null;
    }

    /** Says whether it was to be put back meanwhile. */
    boolean ended(List<Number> now) {
        moving = false;
        ours = now;
        home = !leaving && now.equals(before);
        return leaving;
    }

    /** Whether nothing is left to be put back. */
    boolean isHome() {
        return home;
    }

    /** Whether it is put back, or was. */
    boolean isLeaving() {
        return leaving;
    }

    /** Whether it was tried to put it back, in vain. */
    boolean hasFailed() {
        return !leaving && !problem.isEmpty();
    }

    /** True for the first who wants it back: that one does it. */
    synchronized boolean leave() {
        boolean first = !leaving;
        if (first && back.getCount() == 0) {
            back = new CountDownLatch(1);
        }
        leaving = true;
        return first;
    }

    /** What is wrong once it was put back; empty where it is as it was. */
    String await(long millis) {
        try {
            if (back.await(millis, TimeUnit.MILLISECONDS)) {
                return problem;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return name + " is not back yet: a call of its does not return";
    }

    /** Empty where they cannot be read. */
    List<Number> settings() {
        try {
            return limit.settings();
        } catch (Throwable e) {
            return List.of();
        }
    }

    /** As it was before the setter that has failed. */
    String revert() {
        return set(last);
    }

    /** Where its setter fails, whoever asks next tries again. */
    void putBack(String why) {
        String told = problem;
        boolean failed = true; // by whatever is thrown
        try {
            List<Number> now = settings();
            List<Number> set = ours;
            if (limit.object() == null || now.equals(before)) {
                if (!before.equals(set)) {
                    limit.shed();
                }
                problem = "";
                failed = false;
            } else if (set != null && !now.isEmpty() && !now.equals(set)) {
                List<Number> rest = withoutOurs(now, set);
                String failure = rest.equals(now) ? "" : set(rest);
                problem = "somebody else has set " + name + " to " + now + " meanwhile, and it stays so"
                        + (rest.equals(now) ? "" : ", but for what was ours of it: " + rest)
                        + (failure.isEmpty() ? "" : "; " + failure);
                failed = !failure.isEmpty();
                limit.shed();
            } else {
                problem = set(before);
                failed = !problem.isEmpty();
                if (!failed) {
                    Log.say(name + " was put back by " + limit.how() + " to " + capacity + ": " + why);
                }
            }
            if (!problem.isEmpty() && !problem.equals(told)) {
                Log.say(problem);
            }
        } finally {
            home = !moving && !failed;
            leaving = moving || !failed;
            problem = failed && problem.isEmpty() ? NO_MEMORY : problem;
            back.countDown();
        }
    }

    /** Of several settings each that is still as we left it goes back; what others have set stays. */
    private List<Number> withoutOurs(List<Number> now, List<Number> set) {
        List<Number> rest = new ArrayList<>(now);
        for (int i = 0; i < Math.min(now.size(), Math.min(set.size(), before.size())); i++) {
            if (now.get(i).equals(set.get(i))) {
                rest.set(i, before.get(i));
            }
        }
        return rest;
    }

    private String set(List<Number> to) {
        String failure = "";
        try {
            limit.set(to);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            failure = " (" + (e.getCause() == null ? e : e.getCause()) + ")";
        }
        List<Number> is = settings();
        return is.equals(to) ? "" : name + " could not be put back to " + to + " and is " + is + failure;
    }
}
