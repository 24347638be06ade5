package dev.headroom.agent;

import dev.headroom.agent.jvm.Threads;
import dev.headroom.agent.limits.Hooks;
import dev.headroom.agent.moves.Lease;
import dev.headroom.agent.wire.Leftovers;
import dev.headroom.agent.wire.Link;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sees that Headroom has fallen silent, or does not read (stopped, frozen, suspended; the end of the connection is seen by {@link Listener}) or that the time of
 * a move is over, and leaves the service as it was: for good where that lasts, or where it is told to. It shares no lock with who reads or writes the socket. It is there
 * before anything is changed, and needs nothing to be told: a service that has no memory left is left when it has some again.
 */
final class Watchdog implements Runnable {

    /** By so much more than the lease a move may last. */
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Where something else than memory is missing, it will be missing. */
    private static final int MOST_TRIES = 20;

    private final Link link;
    private final Thread thread;
    private volatile @Nullable Hooks hooks;
    private volatile @Nullable Watched sampler;
    private @Nullable Housekeeping connection;

    /** Not with the other: a transformer may hang, and then nobody would end the connection. */
    private @Nullable Housekeeping classes;

    /** At the last look; of one thread alone. */
    private boolean silent;

    private volatile boolean leaving;
    private volatile boolean goodbye;

    private Watchdog(Link link) {
        this.link = link;
        thread = Threads.daemon(this, "headroom-lease");
    }

    static Watchdog start(Link link) {
        Watchdog watchdog = new Watchdog(link);
        watchdog.thread.start();
        return watchdog;
    }

    /** To be taken off; not yet put on. */
    void guard(Hooks installed) {
        hooks = installed;
    }

    /** To be ended, what it moved to be put back. */
    void guard(Watched sampling) {
        sampler = sampling;
    }

    /**
     * Everything as it was, soon.
     *
     * @param said whether Headroom lives and has said so: then it deletes its folder
     */
    void leave(boolean said) {
        goodbye = said;
        leaving = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        int tries = 0;
        while (tries < MOST_TRIES) {
            try {
                if (leaving) {
                    leave();
                    return;
                }
                LockSupport.parkNanos(this, STEP_NANOS);
                Thread.interrupted(); // an application may interrupt all threads that it finds, and who is
                // interrupted does not park
                if (!leaving) {
                    look();
                }
            } catch (OutOfMemoryError e) {
                LockSupport.parkNanos(STEP_NANOS); // the next look tries again, for nobody else would
            } catch (Throwable e) {
                tries += leaving ? 1 : 0;
                LockSupport.parkNanos(STEP_NANOS);
            }
        }
    }

    private void look() {
        Watched sampling = sampler;
        Hooks installed = hooks;
        if (sampling != null && installed != null) {
            sampling.moves().check();
            if (connection == null) { // afterwards: no thread may be to be had
                connection = Housekeeping.start("headroom-housekeeping", () -> endWhatHangs(sampling));
            }
            if (classes == null) {
                classes = Housekeeping.start("headroom-classes", () -> restWhileUnheard(sampling, installed));
            }
        }
    }

    /** A JVM that stood still itself is given one look more, to read what Headroom has said meanwhile. */
    private void endWhatHangs(Watched sampling) {
        boolean before = silent;
        silent = link.isStuck(Lease.PATIENCE_NANOS) || sampling.isForsaken();
        if (silent && before) {
            link.abandon();
        }
        sampling.watch();
    }

    /** Classes as they were while nobody listens. */
    private static void restWhileUnheard(Watched sampling, Hooks installed) {
        if (sampling.isUnheard()) {
            installed.rest();
        } else {
            installed.resume();
        }
    }

    private static void end(@Nullable Housekeeping looking) {
        if (looking != null) {
            looking.end();
        }
    }

    private static void remove(@Nullable Hooks installed) {
        if (installed != null) {
            installed.remove();
        }
    }

    private void leave() {
        Watched sampling = sampler;
        Hooks installed = hooks;
        end(connection);
        end(classes);
        if (sampling != null) { // to put back what was moved may take long where memory is gone
            sampling.end();
        }
        try {
            if (sampling != null) {
                sampling.moves().leave(() -> remove(installed));
            }
        } finally {
            try {
                remove(installed);
            } finally {
                try {
                    if (sampling != null) { // a busy JVM may take long to close a recording
                        sampling.stop();
                    }
                } finally {
                    link.close();
                }
            }
        }
        if (goodbye) {
            Leftovers.awaitDeletion(link.socket());
        } else {
            Leftovers.deleteFolder(link.socket());
        }
    }
}
