package dev.headroom.probe.dump;

import dev.headroom.core.model.LimitKind;
import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Catalogue;
import dev.headroom.probe.classify.Limited;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.dump.DumpedThread.How;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot.LimitLook;
import dev.headroom.probe.threads.Blocker;
import dev.headroom.probe.threads.Frame;
import dev.headroom.probe.threads.Interner;
import dev.headroom.probe.threads.SeenThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Bounded resources other than thread pools, as one dump shows them: monitors with their owners and those who want to enter, and objects for which
 * threads are parked. Only of locks is it known how many may hold them.
 */
final class DumpedLimits {

    /** So many who wait at one line for a library's limit, each on an object that nobody else waits for, have tickets of one queue. */
    private static final int TICKETS = 3;

    /** Locks that are waited for in one dump; the work grows with the square of them. A service has some tens: whoever shows more means it. */
    private static final int MOST = 2_000;

    private final Interner interner;
    private final Set<String> ticketed = new HashSet<>();
    private final LockIdentity identity = new LockIdentity();
    private final Map<Integer, Limited> limiteds = new HashMap<>();

    DumpedLimits(Interner interner) {
        this.interner = interner;
    }

    /** The threads with what they wait for, and what is waited for. */
    record Seen(List<SeenThread> threads, List<LimitLook> limits) {}

    private record Waiting(DumpedThread thread, Lock lock, Stack stack) {}

    Seen of(ThreadDump dump) {
        List<Waiting> waiting = new ArrayList<>();
        Map<Lock, Integer> waiters = new HashMap<>();
        Map<Long, Stack> stacks = new HashMap<>();
        for (DumpedThread thread : dump.threads()) {
            Stack stack = stack(thread, Optional.empty());
            stacks.put(thread.id(), stack);
            if (thread.waitsFor().isPresent()
                    && Blocker.mayLimit(stack)
                    && !PoolNames.isJvmThread(thread.name(), stack)) {
                Waiting one = new Waiting(thread, thread.waitsFor().get(), stack);
                waiting.add(one);
                waiters.merge(one.lock(), 1, Integer::sum);
            }
        }
        tickets(waiting, waiters);
        waiting.removeIf(one -> !isLimit(one, waiters.getOrDefault(one.lock(), 0)));
        Set<Lock> most =
                waiting.stream().map(Waiting::lock).distinct().limit(MOST).collect(Collectors.toSet());
        waiting.removeIf(one -> !most.contains(one.lock()));
        Map<Lock, Integer> numbers = identity.number(waiting.stream()
                .map(one -> new LockIdentity.Waiter(
                        one.lock(),
                        Application.caller(one.stack()),
                        one.thread().id(),
                        one.thread().cpu()))
                .toList());
        limiteds.keySet().retainAll(identity.numbers());
        Map<Limited, Lock> looked = new LinkedHashMap<>();
        for (Waiting one : waiting) {
            int number = numbers.getOrDefault(one.lock(), 0);
            Limited limited = limiteds.computeIfAbsent(number, none -> limited(number, one));
            looked.putIfAbsent(limited, one.lock());
            stacks.put(one.thread().id(), stack(one.thread(), Optional.of(limited)));
        }
        Map<Lock, Stack> owners = new HashMap<>();
        dump.threads()
                .forEach(thread -> thread.holds().forEach(lock -> owners.putIfAbsent(lock, stackOf(thread, stacks))));
        List<LimitLook> limits = new ArrayList<>();
        looked.forEach(
                (limited, lock) -> limits.add(look(limited, lock, waiters, Optional.ofNullable(owners.get(lock)))));
        return new Seen(
                dump.threads().stream()
                        .map(thread -> new SeenThread(thread.id(), thread.name(), stackOf(thread, stacks)))
                        .toList(),
                limits);
    }

    private static Stack stackOf(DumpedThread thread, Map<Long, Stack> stacks) {
        return Optional.ofNullable(stacks.get(thread.id())).orElseThrow();
    }

    /** Who has a ticket waits for the queue, which no dump shows. */
    private void tickets(List<Waiting> waiting, Map<Lock, Integer> waiters) {
        Map<String, List<Waiting>> queues = waiting.stream()
                .filter(one -> queue(one).isPresent())
                .collect(Collectors.groupingBy(one -> queue(one).orElseThrow()));
        queues.values().removeIf(ones -> ones.stream().anyMatch(one -> waiters.getOrDefault(one.lock(), 0) != 1));
        queues.forEach((queue, ones) -> {
            if (ones.size() >= TICKETS) {
                ticketed.add(queue);
            }
            waiters.put(new Lock(0, queue), ones.size());
        });
        waiting.replaceAll(one -> queue(one)
                .filter(queue -> queues.containsKey(queue) && ticketed.contains(queue))
                .map(queue -> new Waiting(one.thread(), new Lock(0, queue), one.stack()))
                .orElse(one));
    }

    private static Optional<String> queue(Waiting one) {
        return one.thread().how() == How.IS_PARKED
                ? Blocker.library(one.stack()).map(entry -> entry.id() + " at " + Application.caller(one.stack()))
                : Optional.empty();
    }

    /** An object on which one thread alone waits may be its own: only of some is it known that they limit. */
    private static boolean isLimit(Waiting one, int waiters) {
        if (one.thread().how() == How.ENTERS || waiters > 1) {
            return entry(one).map(Catalogue.Entry::limits).orElse(true);
        }
        return one.thread().how() == How.IS_PARKED
                && entry(one)
                        .map(Catalogue.Entry::limits)
                        .orElse(Blocker.isSynchronizer(one.lock().type()));
    }

    private static Optional<Catalogue.Entry> entry(Waiting one) {
        return one.thread().how() == How.ENTERS
                ? Optional.empty()
                : Blocker.entry(one.stack(), one.lock().type());
    }

    private static Limited limited(int number, Waiting one) {
        String type = one.lock().type();
        if (one.thread().how() == How.ENTERS) {
            return new Limited(Blocker.MONITOR + "#" + number, Blocker.MONITOR, type, LimitKind.LOCK);
        }
        Optional<Catalogue.Entry> entry = entry(one);
        String id = entry.map(Catalogue.Entry::id).orElse(type);
        return new Limited(
                id.substring(id.lastIndexOf('.') + 1) + "#" + number,
                id,
                entry.isPresent() || one.thread().how() == How.IS_PARKED ? "" : type,
                entry.map(known -> known.kind(one.stack())).orElse(LimitKind.UNKNOWN));
    }

    private static LimitLook look(Limited limited, Lock lock, Map<Lock, Integer> waiters, Optional<Stack> owner) {
        boolean isLock = limited.kind() == LimitKind.LOCK;
        return new LimitLook(
                limited,
                isLock ? OptionalInt.of(1) : OptionalInt.empty(),
                isLock ? 1 : 0,
                OptionalInt.of(waiters.getOrDefault(lock, 0)),
                OptionalLong.empty(),
                owner);
    }

    /** With lines where the thread stands: where one runs its line changes from dump to dump, and each would be another stack. */
    private Stack stack(DumpedThread thread, Optional<Limited> limited) {
        List<Frame> frames = thread.frames();
        boolean stands = thread.state() != Thread.State.RUNNABLE
                || (!frames.isEmpty() && frames.getFirst().isNative());
        return interner.stack(
                thread.state(),
                thread.waitsFor().map(Lock::type).orElse(""),
                frames.stream().map(Frame::method).toList(),
                frames.stream()
                        .mapToInt(frame -> stands ? frame.line() : Math.min(0, frame.line()))
                        .toArray(),
                limited);
    }
}
