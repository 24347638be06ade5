package dev.headroom.agent;

import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Moves limits on Headroom's word, on a thread of its own since some setters wait, and puts each back to what it was when Headroom
 * leaves or is gone.
 */
final class Moves {

    /** For a setter that waits. */
    private static final int LONGEST_SECONDS = 5;

    private final ExecutorService mover = Executors.newSingleThreadExecutor(Moves::thread);
    private final Map<Movable, Integer> before = new LinkedHashMap<>();
    private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();

    private record Reply(int request, int capacity, String refusal) {}

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(null, task, "headroom-mover");
        thread.setDaemon(true);
        return thread;
    }

    /** @param told run when there is a reply to be sent */
    void move(int request, @Nullable Movable limit, int to, Runnable told) {
        mover.execute(() -> {
            replies.add(moved(request, limit, to));
            told.run();
        });
    }

    private synchronized Reply moved(int request, @Nullable Movable limit, int to) {
        Object object = limit == null ? null : limit.object();
        if (limit == null || object == null) {
            return new Reply(request, Gauge.UNKNOWN, "it is gone");
        }
        try {
            if (!limit.movable() || to < 1) {
                return new Reply(request, Gauge.UNKNOWN, "it cannot be moved to " + to);
            }
            if (!Bridge.claim(object, this)) {
                return new Reply(request, Gauge.UNKNOWN, "another Headroom has moved it, and has to put it back first");
            }
            int now = limit.capacity();
            limit.move(to);
            before.putIfAbsent(limit, now);
            int moved = limit.capacity();
            if (moved != now) {
                Agent.say("moved by " + limit.how() + " from " + now + " to " + moved);
            }
            // a rate is granted in whole permits, so that it may not be what was asked for to the last
            return moved == to || moved != now
                    ? new Reply(request, moved, "")
                    : new Reply(request, Gauge.UNKNOWN, "it was set to " + to + " and is " + moved);
        } catch (InvocationTargetException e) {
            return new Reply(request, Gauge.UNKNOWN, String.valueOf(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Reply(request, Gauge.UNKNOWN, "the agent is leaving");
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return new Reply(request, Gauge.UNKNOWN, e.toString());
        }
    }

    /** What was moved by now stays. */
    void keep() {
        mover.execute(() -> {
            synchronized (this) {
                before.clear();
                Bridge.release(this);
            }
        });
    }

    /** Everything as it was, the last moved first. Waits until it is. */
    void putBack() {
        mover.shutdown();
        try {
            mover.awaitTermination(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            List<Movable> moved = new ArrayList<>(before.keySet());
            Collections.reverse(moved);
            for (Movable limit : moved) {
                int capacity = before.getOrDefault(limit, Gauge.UNKNOWN);
                try {
                    if (limit.capacity() != capacity) {
                        limit.move(capacity);
                        Agent.say("put back by " + limit.how() + " to " + capacity);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                    Agent.say("could not put " + limit.how() + " back to " + capacity + ": " + e);
                }
            }
            before.clear();
            Bridge.release(this);
        }
    }

    void write(DataOutputStream out) throws IOException {
        for (Reply reply = replies.poll(); reply != null; reply = replies.poll()) {
            out.writeByte(Wire.MOVED);
            out.writeInt(reply.request());
            out.writeInt(reply.capacity());
            Wire.text(out, reply.refusal());
        }
    }
}
