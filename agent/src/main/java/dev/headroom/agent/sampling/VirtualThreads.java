package dev.headroom.agent.sampling;

import dev.headroom.agent.limits.Limits;
import dev.headroom.agent.pools.Owners;
import dev.headroom.agent.pools.Pools;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Looks at virtual threads through the containers in which the JDK keeps them (JDK 21 and later; those started with the
 * plain {@code Thread} API, as Tomcat does, are in the root container unless {@code jdk.trackAllThreads} is false). All
 * are counted; the stacks of a random choice are taken, each alone and without stopping the others, so that the cost does
 * not grow with their number. The choice is by reservoir (Vitter 1985, algorithm R): every thread is as likely as any
 * other.
 */
final class VirtualThreads {

    /** Standard error of a share at most 1 / (2 sqrt(100)) = 5 % in one sample, less than 1 % over a run; fewer are seen whole. */
    static final int MOST = 100;

    /** And 12 % with as few as this, which in a hundred samples is 1 %. */
    static final int LEAST = 16;

    /** Frames at the base of a stack among which those of an executor stand, should one have started the thread. */
    private static final int BASE = 6;

    private final Method threads;
    private final Method children;
    private final Method isVirtual;
    private final Object root;
    private final Stacks stacks;
    private final Limits limits;
    private final Pools pools;
    private final Owners owners = new Owners();

    private VirtualThreads(Stacks stacks, Limits limits, Pools pools) throws ReflectiveOperationException {
        this.stacks = stacks;
        this.limits = limits;
        this.pools = pools;
        Class<?> container = Class.forName("jdk.internal.vm.ThreadContainer");
        threads = container.getMethod("threads");
        children = container.getMethod("children");
        isVirtual = Thread.class.getMethod("isVirtual");
        root = Class.forName("jdk.internal.vm.ThreadContainers")
                .getMethod("root")
                .invoke(null);
    }

    /** Empty where this JVM has no virtual threads or does not show them. */
    static Optional<VirtualThreads> of(Stacks stacks, Limits limits, Pools pools) {
        try {
            return Optional.of(new VirtualThreads(stacks, limits, pools));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** @param pool whose worker it is, {@link Pools#NONE} for most */
    record Place(int pool, int stack) {}

    /** What one look saw: how many there are, how many were looked at, and how many stood at each place. */
    record Seen(long count, int looked, Map<Place, Integer> places) {
        static final Seen UNKNOWN = new Seen(-1, 0, Map.of());
    }

    /** @param most stacks to take */
    Seen look(DataOutputStream out, int most) throws IOException {
        Thread[] chosen = new Thread[most];
        long count = choose(root, chosen, 0);
        Map<Place, Integer> found = new HashMap<>();
        int looked = 0;
        for (Thread thread : chosen) {
            StackTraceElement[] frames = thread == null ? new StackTraceElement[0] : thread.getStackTrace();
            if (frames.length > 0) { // else it has ended meanwhile, or not yet begun
                looked++;
                Object blocker = LockSupport.getBlocker(thread);
                int limit = limits.parkedFor(blocker, out);
                String on = blocker == null ? "" : blocker.getClass().getName();
                int stack = stacks.number(thread.getState(), on, limit, frames, out);
                found.merge(new Place(pool(thread, frames, out), stack), 1, Integer::sum);
            }
        }
        return new Seen(count, looked, found);
    }

    /** An executor may be given virtual threads, and bounds them as it bounds others. */
    private int pool(Thread thread, StackTraceElement[] frames, DataOutputStream out) throws IOException {
        for (int i = Math.max(0, frames.length - BASE); i < frames.length; i++) {
            if (frames[i].getClassName().startsWith(ThreadPoolExecutor.class.getName())) {
                Optional<Object> pool = owners.owner(thread);
                return pool.isPresent() ? pools.number(pool.get(), thread, out) : Pools.NONE;
            }
        }
        return Pools.NONE;
    }

    /** The JDK's own, which wait for sockets on behalf of the others. */
    private static boolean isPoller(Thread thread) {
        return thread.getName().startsWith("SubPoller-");
    }

    private long choose(Object container, Thread[] chosen, long before) {
        long count = before;
        try (Stream<?> own = (Stream<?>) threads.invoke(container);
                Stream<?> below = (Stream<?>) children.invoke(container)) {
            for (Iterator<?> all = own.iterator(); all.hasNext(); ) {
                Thread thread = (Thread) all.next();
                if ((Boolean) isVirtual.invoke(thread) && !isPoller(thread)) {
                    long place = count < chosen.length
                            ? count
                            : ThreadLocalRandom.current().nextLong(count + 1);
                    if (place < chosen.length) {
                        chosen[(int) place] = thread;
                    }
                    count++;
                }
            }
            for (Iterator<?> all = below.iterator(); all.hasNext(); ) {
                count = choose(all.next(), chosen, count);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("thread containers could not be read", e);
        }
        return count;
    }
}
