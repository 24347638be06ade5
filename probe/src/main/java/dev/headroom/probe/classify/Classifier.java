package dev.headroom.probe.classify;

import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.model.observation.Activity;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads a stack by {@link Rules}. Where no frame tells, the state of the thread does. */
final class Classifier {

    private static final List<String> PARKED = List.of(
            "jdk.internal.misc.Unsafe.park",
            "java.lang.VirtualThread.park",
            "jdk.internal.vm.Continuation.yield",
            "java.lang.Object.wait");

    private static final Pattern QUEUE =
            Pattern.compile("java\\.util\\.concurrent\\.\\w*(?:Queue|Deque)\\.(?:take|poll)\\w*");

    private static final List<String> WORKERS = Libraries.packed().words("worker");

    private static final int SHALLOW = 12;

    private static final String VIRTUAL = "java.lang.VirtualThread.";

    /** Frames below the queue that a thread takes its work from: its loop, and what started it. A request's handler lies deeper below what serves it. */
    private static final int LOOP = 8;

    /** Waits that park their thread: one that runs below such a frame tries, spins, releases or helps. */
    private static final Set<Activity> WITH_PARK = EnumSet.of(Activity.AWAITING_LOCK, Activity.AWAITING_POOL);

    /** That of a virtual thread does not tell its class. */
    static final String MONITOR = "monitor";

    private Classifier() {}

    /** @param ofLibraries whether no frame is the application's */
    static StackReading read(Thread.State state, String waitsOn, List<String> frames, boolean ofLibraries) {
        if (frames.isEmpty()) {
            return new StackReading(Activity.IDLE, "", "", 0); // a thread of the JVM itself
        }
        StackReading between = first(Rules.BETWEEN_REQUESTS, frames);
        if (between != NOTHING) {
            return between;
        }
        if (Rules.waitsInLoop(frames)) {
            return idle(frames);
        }
        StackReading idle = first(Rules.IDLE_FRAMES, frames);
        StackReading wait = topmost(state, frames);
        boolean stands = wait != NOTHING || state != Thread.State.RUNNABLE;
        StackReading client =
                state != Thread.State.BLOCKED && (stands || idle != NOTHING) ? first(Rules.CLIENTS, frames) : NOTHING;
        if (client != NOTHING || idle != NOTHING) {
            return client == NOTHING ? idle : client;
        }
        StackReading place = atTheEntry(first(Rules.PLACES, frames), frames);
        if (state == Thread.State.BLOCKED) {
            return place == NOTHING
                    ? new StackReading(
                            Activity.AWAITING_LOCK,
                            waitsOn.isEmpty() ? MONITOR : MONITOR + " of " + waitsOn,
                            frames.get(0),
                            0)
                    : place;
        }
        StackReading limit = first(Rules.LIMITS, frames);
        StackReading named = limit == NOTHING ? first(Rules.NAMED_WAITS, frames) : limit;
        if (named != NOTHING && stands) {
            return named;
        }
        boolean alone = ofLibraries && isOwnAndWhole(frames);
        if (alone && (wait.activity() == Activity.SLEEPING || isSignal(wait))) {
            return idle(frames);
        }
        if (wait.activity() == Activity.SLEEPING && isBackground(frames)) {
            return idle(frames);
        }
        if (wait != NOTHING) {
            return wait.activity() == Activity.AWAITING_LOCK && place != NOTHING ? place : wait;
        }
        StackReading call = state == Thread.State.RUNNABLE ? NOTHING : first(Rules.SYSTEM_CALLS, frames);
        if (call != NOTHING) {
            return call;
        }
        boolean parked = state != Thread.State.RUNNABLE || PARKED.stream().anyMatch(frames.get(0)::startsWith);
        if (waitsForWork(frames) || parked && alone) {
            return idle(frames);
        }
        return new StackReading(parked ? Activity.AWAITING_OTHER : Activity.RUNNING, waitsOn, frames.get(0), 0);
    }

    /** The same of a thread that the application keeps to work for others: it gets its work from its queue, and what it does may be to sleep. */
    static StackReading ofCrew(Thread.State state, List<String> frames, StackReading read) {
        List<String> own =
                frames.stream().filter(frame -> !frame.startsWith(VIRTUAL)).toList();
        if (waitsForWork(own)) {
            return idle(frames);
        }
        StackReading wait = topmost(state, frames);
        return read.activity() == Activity.IDLE && wait.activity() == Activity.SLEEPING ? wait : read;
    }

    private static StackReading idle(List<String> frames) {
        return new StackReading(Activity.IDLE, "", frames.get(0), 0);
    }

    private static final StackReading NOTHING = new StackReading(Activity.RUNNING, "", "", -1);

    /** A thread of its own, no pool's, that takes from a queue: taking is how it gets its work. */
    static boolean waitsForWork(List<String> frames) {
        return IntStream.range(Math.max(0, frames.size() - LOOP - 1), Math.min(SHALLOW, frames.size()))
                        .mapToObj(frames::get)
                        .anyMatch(QUEUE.asMatchPredicate())
                && isOwn(frames);
    }

    /** Semaphores wake threads as well: one that has none of a request's frames waits for its next task. */
    private static boolean isSignal(StackReading wait) {
        return wait.frame().startsWith("java.util.concurrent.Semaphore.");
    }

    /** A thread that nobody's pool runs, all of whose frames are seen. One of a library's own, as of a timer wheel, a reserve or a ring buffer, that waits has nothing to do: nothing of the application's called it. */
    private static boolean isOwnAndWhole(List<String> frames) {
        return frames.size() <= SHALLOW && frames.getLast().endsWith(".run") && isOwn(frames);
    }

    /**
     * A virtual thread that the application started and gave nobody's task: between the JDK's frames at either end there are the application's alone. Of a request's, or of a
     * task that somebody waits for, there are those of the server, executor or future that took it.
     */
    private static boolean isBackground(List<String> frames) {
        List<String> called = frames.stream().dropWhile(Application::isLibrary).toList();
        List<String> base = called.stream()
                .dropWhile(frame -> !Application.isLibrary(frame))
                .toList();
        return !base.isEmpty()
                && base.size() < called.size()
                && base.stream().allMatch(frame -> frame.startsWith(VIRTUAL));
    }

    private static boolean isOwn(List<String> frames) {
        return frames.stream().noneMatch(frame -> WORKERS.stream().anyMatch(frame::startsWith));
    }

    private static StackReading first(List<FrameRule> rules, List<String> frames) {
        for (FrameRule rule : rules) {
            int depth = rule.depth(frames);
            if (depth >= 0) {
                return new StackReading(rule.activity(), rule.on(), rule.type(), frames.get(depth), depth);
            }
        }
        return NOTHING;
    }

    /** Who has been let in and waits in the application's code that is called from there waits for something else. */
    private static StackReading atTheEntry(StackReading place, List<String> frames) {
        return place != NOTHING && frames.subList(0, place.depth()).stream().allMatch(Application::isLibrary)
                ? place
                : NOTHING;
    }

    private static StackReading topmost(Thread.State state, List<String> frames) {
        StackReading best = NOTHING;
        for (FrameRule rule :
                Stream.concat(Rules.WAITS.stream(), Rules.LOCKS.stream()).toList()) {
            int depth = rule.depth(frames);
            boolean runs = WITH_PARK.contains(rule.activity()) && state == Thread.State.RUNNABLE;
            if (depth >= 0 && !runs && (best == NOTHING || depth < best.depth())) {
                best = new StackReading(rule.activity(), rule.on(), rule.type(), frames.get(depth), depth);
            }
        }
        return best;
    }
}
