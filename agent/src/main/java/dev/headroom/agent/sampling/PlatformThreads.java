package dev.headroom.agent.sampling;

import com.sun.management.ThreadMXBean;
import dev.headroom.agent.jvm.Threads;
import dev.headroom.agent.limits.Limits;
import dev.headroom.agent.pools.Owners;
import dev.headroom.agent.pools.Pools;
import dev.headroom.agent.wire.Wire;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the platform threads. A stack walk stops the JVM, so a stack is taken only of a thread that has used
 * processor time since its last one: a thread that has not run stands where it stood. Of 400 blocked threads only those
 * that moved are walked, and the rest costs one reading of a clock each.
 *
 * <p>Where more moved than may be walked, a random choice of them is, pool by pool (a stratified sample without
 * replacement: Cochran, "Sampling Techniques", chapter 5). The others are told to have moved, and are candidates at the
 * next look, moved or not, until they are chosen. So the candidates of a pool are those whose place is not known, each as
 * likely to be walked as any other, and the walked ones stand for all of them without bias.
 */
public final class PlatformThreads {

    /** Names of one thread that are told after its first. */
    private static final int MOST_NAMES = 3;

    /** One thread and its last known place. */
    private static final class Seen {
        final Thread thread;
        final long id;
        final int pool;
        long cpu = -1;
        boolean known;
        boolean ran;
        long round;

        /** The monitor that it waits to enter; {@link Limits#NONE} where it waits for none. */
        int monitor = Limits.NONE;

        private String name;
        private int renamed;
        private boolean loop;

        Seen(Thread thread, long id, int pool) {
            this.thread = thread;
            this.id = id;
            this.pool = pool;
            name = thread.getName();
        }

        /** Whether a thread that no pool owns has another name than it was told to have. Some rename it for each task: a few tell what stays of it. */
        boolean isRenamed() {
            String now = thread.getName();
            if (pool != Pools.NONE || renamed == MOST_NAMES || now.equals(name)) {
                return false;
            }
            name = now;
            renamed++;
            return true;
        }
    }

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final ThreadGroup root = Threads.root();
    private final Map<Thread, Seen> seen = new IdentityHashMap<>(); // a thread class may have its own hashCode
    private final Map<Long, Thread> byId = new HashMap<>();
    private final Loops loops;
    private final Pools pools;
    private final Connectors connectors;
    private final Stacks stacks;
    private final Limits limits;
    private Thread[] live = new Thread[256];
    private long round;
    private final WalkCost cost;
    private final WalkCost costOfHolders;

    /**
     * @param cost of the stacks that are chosen
     * @param costOfHolders of those that are looked at beside them, since they hold what others wait for
     */
    PlatformThreads(
            Pools pools,
            Loops loops,
            Connectors connectors,
            Stacks stacks,
            Limits limits,
            WalkCost cost,
            WalkCost costOfHolders) {
        this.loops = loops;
        this.cost = cost;
        this.costOfHolders = costOfHolders;
        this.limits = limits;
        this.pools = pools;
        this.connectors = connectors;
        this.stacks = stacks;
    }

    /**
     * @param moved threads that ran since the last look, where they stand, and how often they have waited; {@link Wire#NOT_WALKED} where that
     *     was not looked at
     * @param found the same of those that did not, but were not looked at before
     */
    record Change(List<long[]> moved, List<long[]> found, List<Long> ended) {}

    /** @param most stacks that may be taken, more or less: a few of each pool always are. No stop of the JVM is for more than {@link StratifiedSample#WHOLE} times as many */
    Change look(DataOutputStream out, int most) throws IOException {
        round++;
        int count = enumerate();
        byId.clear();
        long[] ids = new long[count];
        Seen[] places = new Seen[count];
        for (int i = 0; i < count; i++) {
            places[i] = place(live[i], out);
            ids[i] = places[i].id;
            byId.put(ids[i], live[i]);
        }
        long[] cpu = threads.getThreadCpuTime(ids);
        List<Seen> candidates = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Seen one = places[i];
            one.ran = cpu[i] < 0 || cpu[i] != one.cpu;
            // the clock is read before the walk: time used in between shows as a change at the next look
            one.cpu = cpu[i];
            one.known &= !one.ran;
            if (!one.known && one.pool != Pools.NOT_THEIRS) {
                candidates.add(one);
            }
        }
        List<long[]> moved = new ArrayList<>();
        List<long[]> found = new ArrayList<>();
        cost.look();
        for (List<Seen> part : StratifiedSample.parts(StratifiedSample.of(candidates, one -> one.pool, most), most)) {
            walk(part, moved, found, out);
        }
        for (Seen one : candidates) {
            if (one.ran && !one.known) {
                moved.add(new long[] {one.id, Wire.NOT_WALKED, Wire.NOT_WALKED});
            }
        }
        List<Long> ended = ended();
        owners();
        return new Change(moved, found, ended);
    }

    private Seen place(Thread thread, DataOutputStream out) throws IOException {
        Seen known = seen.get(thread);
        if (known == null) {
            int number = Pools.NOT_THEIRS;
            if (!Threads.isOurs(thread)) {
                Optional<Object> pool = Owners.owner(thread);
                number = pool.isPresent() ? pools.number(pool.get(), thread, out) : Pools.NONE;
                connectors.meet(thread);
            }
            known = new Seen(thread, id(thread), number);
            seen.put(thread, known);
            known.loop = number == Pools.NONE && loops.meet(known.id, thread);
            tell(known, out);
        } else if (known.isRenamed()) {
            tell(known, out);
        }
        known.round = round;
        return known;
    }

    private static void tell(Seen one, DataOutputStream out) throws IOException {
        out.writeByte(Wire.THREAD);
        out.writeLong(one.id);
        out.writeInt(one.pool);
        Wire.text(out, one.name);
        out.writeBoolean(one.loop);
    }

    private void walk(List<Seen> chosen, List<long[]> moved, List<long[]> found, DataOutputStream out)
            throws IOException {
        long[] ids = chosen.stream().mapToLong(place -> place.id).toArray();
        cost.begin();
        @Nullable ThreadInfo[] infos = infos(ids);
        cost.taken(ids.length);
        for (int i = 0; i < infos.length; i++) {
            ThreadInfo info = infos[i];
            if (info == null) {
                continue; // ended meanwhile
            }
            Seen one = chosen.get(i);
            int stack = number(info, limit(one, info, out), out);
            one.known = true;
            (one.ran ? moved : found).add(new long[] {one.id, stack, info.getWaitedCount()});
        }
        cost.end(ids.length);
    }

    /** Of threads that hold something, platform or virtual; see {@link Limits.Taker}. */
    Map<Integer, Integer> take(Map<Integer, Thread> holders, DataOutputStream out) throws IOException {
        Set<Long> ids = new HashSet<>();
        for (Thread thread : holders.values()) {
            Seen one = seen.get(thread);
            if (one != null) {
                ids.add(one.id);
            }
        }
        costOfHolders.look();
        costOfHolders.begin();
        Map<Long, ThreadInfo> infos = new HashMap<>();
        for (ThreadInfo info : infos(ids.stream().mapToLong(id -> id).toArray())) {
            if (info != null) {
                infos.put(info.getThreadId(), info);
            }
        }
        costOfHolders.taken(ids.size());
        Map<Integer, Integer> stacks = new HashMap<>();
        for (Map.Entry<Integer, Thread> one : holders.entrySet()) {
            stacks.put(one.getKey(), take(one.getValue(), one.getKey(), infos, out));
        }
        costOfHolders.end(ids.size());
        return stacks;
    }

    private int take(Thread thread, int held, Map<Long, ThreadInfo> infos, DataOutputStream out) throws IOException {
        Seen one = seen.get(thread);
        if (one == null) { // virtual: its stack is taken without a stop of the JVM
            int limit = limits.parkedFor(LockSupport.getBlocker(thread), out);
            StackTraceElement[] frames = thread.getStackTrace();
            return limit == held || frames.length == 0
                    ? Wire.NOT_WALKED
                    : stacks.number(thread.getState(), "", limit, frames, out);
        }
        ThreadInfo info = infos.get(one.id);
        if (info == null) {
            return Wire.NOT_WALKED;
        }
        int monitor = one.monitor;
        int limit = limit(one, info, out);
        one.monitor = monitor; // where it stood when it was looked at, which is what is told of it
        return limit == held ? Wire.NOT_WALKED : number(info, limit, out);
    }

    /** All of them at one stop of the JVM; null for one that has ended. */
    private @Nullable ThreadInfo[] infos(long[] ids) {
        return ids.length == 0 ? new ThreadInfo[0] : threads.getThreadInfo(ids, Stacks.DEPTH);
    }

    private int number(ThreadInfo info, int limit, DataOutputStream out) throws IOException {
        LockInfo lock = info.getLockInfo();
        return stacks.number(
                info.getThreadState(), lock == null ? "" : lock.getClassName(), limit, info.getStackTrace(), out);
    }

    /** What the thread stands and waits for, if only so many may hold it. */
    private int limit(Seen one, ThreadInfo info, DataOutputStream out) throws IOException {
        one.monitor = Limits.NONE;
        LockInfo lock = info.getLockInfo();
        if (lock == null) {
            return Limits.NONE;
        }
        if (info.getThreadState() == Thread.State.BLOCKED) {
            one.monitor = limits.monitor(lock, one.thread, out);
            return one.monitor;
        }
        Object blocker = LockSupport.getBlocker(one.thread);
        if (blocker == null || System.identityHashCode(blocker) != lock.getIdentityHashCode()) {
            blocker = limits.known(lock); // it parks no more, or has gone on since
        }
        if (blocker != null) {
            return limits.parkedFor(blocker, out);
        }
        return isParked(info) ? Limits.NONE : limits.monitor(lock, null, out);
    }

    private static boolean isParked(ThreadInfo info) {
        StackTraceElement[] frames = info.getStackTrace();
        return frames.length > 0 && frames[0].getMethodName().equals("park");
    }

    /** Asks one of those that wait for each monitor who has it now. */
    private void owners() {
        Map<Integer, Seen> waiting = new HashMap<>();
        for (Seen one : seen.values()) {
            if (one.known && one.monitor != Limits.NONE) {
                waiting.putIfAbsent(one.monitor, one);
            }
        }
        for (Map.Entry<Integer, Seen> one : waiting.entrySet()) {
            ThreadInfo info = threads.getThreadInfo(one.getValue().id);
            if (info != null && info.getThreadState() == Thread.State.BLOCKED) {
                long owner = info.getLockOwnerId();
                limits.heldBy(one.getKey(), byId.get(owner));
            }
        }
    }

    private List<Long> ended() {
        List<Long> ended = new ArrayList<>();
        for (Iterator<Seen> all = seen.values().iterator(); all.hasNext(); ) {
            Seen one = all.next();
            if (one.round != round) {
                ended.add(one.id);
                loops.ended(one.id);
                all.remove();
            }
        }
        return ended;
    }

    private int enumerate() {
        int count = root.enumerate(live, true);
        while (count == live.length) { // there may be more
            live = new Thread[live.length * 2];
            count = root.enumerate(live, true);
        }
        return count;
    }

    @SuppressWarnings("deprecation") // threadId() came after 17
    private static long id(Thread thread) {
        return thread.getId();
    }
}
