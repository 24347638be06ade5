package dev.headroom.agent.moves;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a share of one thing busy: whole units by tasks that stay, the rest of a unit by turns. Which of both it is, a task asks when it has got
 * a unit. One that need not stay any more does its worker's own work until it has to again, where that can be done: to give a worker back would mean
 * to queue for it anew. Each looks at the lease by itself, so that it ends with it whoever else hangs.
 */
final class Busy {

    /** How often one that stays looks whether it still may. */
    private static final long LOOKS_MILLIS = 100;

    private static final double ROUNDING = 1e-9;

    private final Occupiable what;
    private final Lease lease;
    private final CountDownLatch ended;
    private final Executor holders;
    private final Turns turns;
    private int whole;
    private int ready;
    /** Those that keep one, or do their own work until they have to. */
    private final Set<Thread> inHand = new HashSet<>();

    private int staying;
    private volatile String problem = "";

    /**
     * @param ended when nothing is to be kept busy any more
     * @param holders of what has to be kept on the thread that took it
     */
    Busy(Occupiable what, Lease lease, CountDownLatch ended, Executor holders, Turns turns) {
        this.what = what;
        this.lease = lease;
        this.ended = ended;
        this.holders = holders;
        this.turns = turns;
    }

    /** @param ready units that are to be in hand, whether they are kept busy or not; only of what can do its own work meanwhile */
    synchronized void share(double share, int ready) {
        this.ready = what.lends() ? ready : 0;
        double units = share * what.units();
        whole = (int) (units + ROUNDING);
        turns.rate(Math.max(0, units - whole));
    }

    /** Begins what is due; returns the time until more is. */
    long fill() {
        try {
            for (int i = missing(); i > 0; i--) {
                begin(new Task(turns.begin()));
            }
            if (turns.untilDue() == 0) {
                begin(new Task(turns.begin()));
            }
            return turns.untilDue();
        } catch (InterruptedException | Error | RuntimeException e) {
            // no thread is to be had, or a pool takes no more tasks
            problem = e.toString();
            return Turns.LONG_NANOS;
        }
    }

    /** Tasks that are to stay and for which none waits: they do not come in turns. */
    private synchronized int missing() {
        return whole - inHand.size() - turns.open();
    }

    /** Whether a unit that was just got is one of those that are to be in hand. */
    private synchronized boolean comesInHand() {
        return inHand.size() < Math.max(whole, ready) && inHand.add(Thread.currentThread());
    }

    private synchronized boolean isInHand() {
        return inHand.contains(Thread.currentThread());
    }

    private synchronized void goes() {
        inHand.remove(Thread.currentThread());
    }

    private synchronized boolean mayStay() {
        if (staying < whole && mayGoOn()) {
            staying++;
            return true;
        }
        return false;
    }

    private synchronized boolean mayGoOnStaying() {
        return staying <= whole && mayGoOn();
    }

    private synchronized void stayed() {
        staying--;
    }

    private void begin(Task task) throws InterruptedException {
        boolean given = false;
        try {
            if (what.blocks()) {
                holders.execute(task::take);
            } else {
                what.take(task);
            }
            given = true;
        } finally {
            if (!given) {
                task.over(0);
            }
        }
    }

    double seconds() {
        return turns.busyNanos() / (double) TimeUnit.SECONDS.toNanos(1);
    }

    boolean isHeld() {
        return turns.isHeld();
    }

    /** What last kept it from being busy; empty where nothing did. */
    String problem() {
        return problem;
    }

    boolean isEnding() {
        return what.isEnding();
    }

    Thread giver(Runnable giving, String name) {
        return what.giver(giving, name);
    }

    @Nullable
    Object object() {
        return what.object();
    }

    private boolean mayGoOn() {
        return ended.getCount() > 0 && lease.lost().isEmpty();
    }

    /** Runs where a unit is taken, for as long as it runs. */
    private final class Task implements Runnable {

        private final long begun;
        private long length;
        /** Whether it is no turn any more. */
        private boolean left;

        Task(long begun) {
            this.begun = begun;
        }

        /** On a thread of ours. */
        void take() {
            try {
                what.take(this);
            } catch (InterruptedException e) {
                return; // it is ended
            } catch (Error | RuntimeException e) { // of the lock
                problem = e.toString();
            } finally {
                over(0);
            }
        }

        @Override
        public void run() {
            if (!what.isTakenBy(Thread.currentThread())) {
                problem = "what it is given runs on " + Thread.currentThread().getName();
                over(0);
            } else if (mayGoOn() && !isInHand() && what.isAtTop()) { // who does its own work finds our tasks as well
                problem = "";
                try {
                    keep();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt(); // the application's thread, and meant for what it does next
                } catch (OutOfMemoryError e) { // no node of a queue is to be had: it is no fault of the thread's
                    problem = e.toString();
                } finally {
                    over(0); // where it is not yet
                }
            } else {
                over(0);
            }
        }

        private void keep() throws InterruptedException {
            if (comesInHand()) {
                try {
                    left();
                    do {
                        while (mayStay()) {
                            stay();
                        }
                    } while (mayGoOn() && what.work());
                } finally {
                    goes();
                }
            } else {
                turn();
            }
        }

        private void turn() throws InterruptedException {
            length = turns.grant(begun);
            long from = turns.take();
            try {
                if (length > 0) {
                    ended.await(length, TimeUnit.NANOSECONDS);
                }
            } finally {
                over(turns.letGo(from));
            }
        }

        private void stay() throws InterruptedException {
            long from = turns.take();
            try {
                while (mayGoOnStaying()) {
                    ended.await(LOOKS_MILLIS, TimeUnit.MILLISECONDS);
                }
            } finally {
                turns.letGo(from);
                stayed();
            }
        }

        private synchronized void left() {
            turns.leave(begun);
            left = true;
        }

        /** The first that says so counts; one that has stayed is no turn any more. */
        synchronized void over(long kept) {
            if (!left) {
                left = true;
                turns.end(begun, length, kept);
            }
        }
    }
}
