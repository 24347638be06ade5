package dev.headroom.probe.classify;

import static dev.headroom.core.model.observation.Activity.AWAITING_DOWNSTREAM;
import static dev.headroom.core.model.observation.Activity.AWAITING_OTHER;
import static dev.headroom.core.model.observation.Activity.AWAITING_POOL;
import static dev.headroom.core.model.observation.Activity.IDLE;
import static dev.headroom.core.model.observation.Activity.SLEEPING;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.observation.Peers;
import java.util.List;
import java.util.function.Predicate;

/**
 * What frames tell of a thread, and how far from the top of its stack. The frames stand in the files of libraries; those with a recorded stack
 * under {@code src/test/resources/stacks} are tested. By frame and not by thread state: a thread in a socket read is RUNNABLE.
 */
final class Rules {

    /** Threads of a pool that serve it by these wait for no task of its queue. */
    private static final FrameRule SELECTS = FrameRule.of(IDLE, "", 3, "selects");

    /** Nor do those that a server reserves for them. */
    private static final FrameRule RESERVED = FrameRule.of(IDLE, "", 12, "reserved");

    static boolean selects(List<String> frames) {
        return SELECTS.depth(frames) >= 0 || RESERVED.depth(frames) >= 0;
    }

    /** Runs its tasks itself: without one where it waits in its own name. */
    private static final FrameRule LOOPS = FrameRule.of(IDLE, "", 4, "loops");

    static boolean waitsInLoop(List<String> frames) {
        int depth = LOOPS.depth(frames);
        return depth >= 0
                && frames.subList(0, depth).stream().allMatch(frame -> frame.startsWith("java.lang.Object.wait"));
    }

    /** No task, or a thread whose only task is to wait for one. The first rule that matches wins. */
    static final List<FrameRule> IDLE_FRAMES =
            List.of(SELECTS, FrameRule.of(IDLE, "", 2, "scans"), FrameRule.of(IDLE, "", 12, "idle"));

    /**
     * A server's connection thread between two requests reads too, but from a client; a reader of HTTP/2 frames reads for others; a thread that keeps
     * the JVM alive waits for its end.
     */
    static final List<FrameRule> BETWEEN_REQUESTS = List.of(FrameRule.of(IDLE, "", 40, "between"));

    /** Servers that wait for a client to take more of its answer, or to send more of its request; some with a selector of the thread's own. */
    static final List<FrameRule> CLIENTS = List.of(FrameRule.of(AWAITING_DOWNSTREAM, Peers.CLIENTS, 24, "clients"));

    /** Waits that lie below a more general one and name it better. */
    static final List<FrameRule> NAMED_WAITS = List.of(
            FrameRule.of(AWAITING_OTHER, "", 8, "pipes"), // between threads of one process, though read as a socket is
            FrameRule.of(AWAITING_DOWNSTREAM, "", 24, "calls"));

    /**
     * What a thread waits with. Of these the topmost in the stack wins: who joins a fork-join task and helps meanwhile has
     * both a join and the task's own socket read or sleep above it.
     */
    static final List<FrameRule> WAITS = List.of(
            FrameRule.of(SLEEPING, "", 8, "sleeps"),
            FrameRule.of(AWAITING_OTHER, "", 2, "yields"), // who has something to do does not give its core away
            FrameRule.of(AWAITING_DOWNSTREAM, "", 18, "reads"),
            FrameRule.of(AWAITING_POOL, "", 24, "answers"));

    /** Native methods of the JDK that write to a socket, or read and write files: each may run or wait, which no thread state tells. */
    static final List<FrameRule> SYSTEM_CALLS = List.of(
            FrameRule.of(AWAITING_DOWNSTREAM, "", 1, "writes"),
            FrameRule.of(AWAITING_DOWNSTREAM, Peers.FILES, 1, "files"));

    private static final int REACH = 24;

    /** The JDK's own locks and permits, which may lie anywhere below something of a library's. */
    static final List<FrameRule> LOCKS = limits(entry -> !entry.isPlace(), 12);

    /** Waits for limits of libraries. */
    static final List<FrameRule> LIMITS = limits(entry -> entry.isPlace() && entry.kind() != LimitKind.LOCK, REACH);

    /** Code of libraries that many threads want to enter; who has entered runs below the same frames. */
    static final List<FrameRule> PLACES = limits(entry -> entry.isPlace() && entry.kind() == LimitKind.LOCK, REACH);

    private static List<FrameRule> limits(Predicate<Catalogue.Entry> which, int reach) {
        return Catalogue.framed().stream()
                .filter(which)
                .map(entry -> FrameRule.of(entry, reach))
                .toList();
    }

    private Rules() {}
}
