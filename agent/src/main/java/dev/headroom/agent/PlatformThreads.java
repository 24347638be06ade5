package dev.headroom.agent;

import com.sun.management.ThreadMXBean;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the platform threads. A stack walk stops the JVM, so a stack is taken only of a thread that has used
 * processor time since its last one: a thread that has not run stands where it stood. Of 400 blocked threads only those
 * that moved are walked, and the rest costs one reading of a clock each.
 */
final class PlatformThreads {

    /** One thread and its last known place. */
    private static final class Seen {
        final long id;
        long cpu = -1;
        int stack = -1;
        long round;

        Seen(long id) {
            this.id = id;
        }
    }

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final ThreadGroup root = rootGroup();
    private final Map<Thread, Seen> seen = new HashMap<>();
    private final Owners owners = new Owners();
    private final Pools pools;
    private final Stacks stacks;
    private Thread[] live = new Thread[256];
    private long round;
    private final double[] prices = new double[16];
    private long walking;
    private long flightCpu;

    PlatformThreads(Pools pools, Stacks stacks) {
        this.pools = pools;
        this.stacks = stacks;
    }

    /** Which threads ran since the last look, and where they stand now; those that ended. */
    record Change(List<long[]> moved, List<Long> ended) {}

    Change look(DataOutputStream out) throws IOException {
        round++;
        int count = enumerate();
        long[] ids = new long[count];
        Seen[] places = new Seen[count];
        for (int i = 0; i < count; i++) {
            places[i] = place(live[i], out);
            ids[i] = places[i].id;
        }
        long[] cpu = threads.getThreadCpuTime(ids);
        flightCpu = 0;
        List<Seen> ran = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (live[i].getName().startsWith("JFR ")) {
                flightCpu += Math.max(0, cpu[i]);
            }
            boolean moved = cpu[i] < 0 || cpu[i] != places[i].cpu || places[i].stack < 0;
            // the clock is read before the walk: time used in between shows as a change at the next look
            places[i].cpu = cpu[i];
            if (moved) {
                ran.add(places[i]);
            }
        }
        return new Change(walk(ran, out), ended());
    }

    /** Processor time that the flight recorder's own threads have used, ns. */
    long flightCpu() {
        return flightCpu;
    }

    /**
     * Nanoseconds that the last walk cost. The VM's own thread walks, and its clock cannot be read; the wall's can, but it
     * runs on while others have the core. So the price of one thread is the least seen lately, times the threads walked.
     */
    long lastWalk() {
        return walking;
    }

    private long priced(int threads, long wallNanos) {
        if (threads == 0) {
            return 0;
        }
        prices[(int) (round % prices.length)] = (double) wallNanos / threads;
        return (long) (threads
                * Arrays.stream(prices).filter(price -> price > 0).min().orElse(0));
    }

    private Seen place(Thread thread, DataOutputStream out) throws IOException {
        Seen known = seen.get(thread);
        if (known == null) {
            known = new Seen(id(thread));
            seen.put(thread, known);
            int number = Pools.NOT_THEIRS;
            if (!isOurs(thread)) {
                Optional<Object> pool = owners.owner(thread);
                number = pool.isPresent() ? pools.number(pool.get(), thread, out) : Pools.NONE;
            }
            out.writeByte(Wire.THREAD);
            out.writeLong(known.id);
            out.writeInt(number);
            out.writeUTF(thread.getName());
        }
        known.round = round;
        return known;
    }

    private static boolean isOurs(Thread thread) {
        return thread.getName().startsWith("headroom-")
                || thread.getClass().getName().equals("jdk.internal.misc.CarrierThread");
    }

    private List<long[]> walk(List<Seen> ran, DataOutputStream out) throws IOException {
        long[] ids = ran.stream().mapToLong(place -> place.id).toArray();
        long begin = System.nanoTime();
        @Nullable ThreadInfo[] infos = ids.length == 0 ? new ThreadInfo[0] : threads.getThreadInfo(ids, Stacks.DEPTH);
        walking = priced(ids.length, System.nanoTime() - begin);
        List<long[]> moved = new ArrayList<>();
        for (int i = 0; i < infos.length; i++) {
            ThreadInfo info = infos[i];
            if (info == null) {
                continue; // ended meanwhile
            }
            LockInfo lock = info.getLockInfo();
            int stack = stacks.number(
                    info.getThreadState(), lock == null ? "" : lock.getClassName(), info.getStackTrace(), out);
            ran.get(i).stack = stack;
            moved.add(new long[] {ran.get(i).id, stack});
        }
        return moved;
    }

    private List<Long> ended() {
        List<Long> ended = new ArrayList<>();
        for (Iterator<Seen> all = seen.values().iterator(); all.hasNext(); ) {
            Seen one = all.next();
            if (one.round != round) {
                ended.add(one.id);
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

    /** All that live now. */
    static List<Thread> all() {
        ThreadGroup root = rootGroup();
        Thread[] live = new Thread[root.activeCount() + 64]; // an estimate; what does not fit is left out
        int count = root.enumerate(live, true);
        return Arrays.asList(live).subList(0, count);
    }

    private static ThreadGroup rootGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }
}
