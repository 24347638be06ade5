package dev.headroom.agent.sampling;

import dev.headroom.agent.limits.Limits;
import dev.headroom.agent.pools.Owners;
import dev.headroom.agent.pools.Pools;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.Stream;

/**
 * Looks at virtual threads through the containers in which the JDK keeps them (JDK 21 and later; those started with the
 * plain {@code Thread} API, as Tomcat does, are in the root container unless {@code jdk.trackAllThreads} is false). All
 * are counted; the stacks of some are taken, each alone and without stopping the others, so that the cost does
 * not grow with their number: a random choice, and few of those that are parked for the same. The choice is by reservoir (Vitter 1985, algorithm R): every thread is as likely as any
 * other.
 */
final class VirtualThreads {

    /** Standard error of a share at most 1 / (2 sqrt(100)) = 5 % in one sample, less than 1 % over a run. */
    static final int MOST = 100;

    /** Of more a random choice is looked at, as at all else: what each is parked for takes less than a tenth of a microsecond. */
    private static final int CHOSEN = 1_000;

    /** And 12 % with as few as this, which in a hundred samples is 1 %. */
    static final int LEAST = 16;

    /** Where so many times as many are there as were to be chosen, all are, as of platform threads, and looks are as many times rarer: a limit lets a constant number past, which no choice shows. */
    private static final int WHOLE = 4;

    /** Frames at the base of a stack among which those of an executor stand, should one have started the thread. */
    private static final int BASE = 6;

    private final Method threads;
    private final Method children;
    private final Method isVirtual;
    private final Object root;
    private final Stacks stacks;
    private final Limits limits;
    private final Pools pools;

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

    /**
     * What one look saw.
     *
     * @param count how many there are
     * @param walked stacks that were taken
     * @param places how many stand at each, by those that were looked at
     * @param atOnce whether all stood there at one and the same moment
     */
    record Seen(long count, int walked, Map<Place, Double> places, boolean atOnce) {
        static final Seen UNKNOWN = new Seen(-1, 0, Map.of(), true);
    }

    /**
     * They are looked at one after another: of two of which the second takes what the first gives back, both may be seen to have it, or neither. So each is looked at
     * twice if that is not too dear: where it stands both times it stood at the end of the first round.
     *
     * @param most stacks to take, more or less
     */
    Seen look(DataOutputStream out, int most) throws IOException {
        Thread[] chosen = new Thread[CHOSEN];
        long count = choose(root, chosen, 0);
        List<Stand> all =
                Arrays.stream(chosen).filter(Objects::nonNull).map(Stand::of).toList();
        Groups groups = new Groups(all, most);
        boolean whole = count == all.size() && groups.stacks() <= WHOLE * most;
        List<Stand> alone = groups.alone();
        if (!whole) {
            alone = StratifiedSample.some(alone, Math.min(alone.size(), most));
        }
        Look look = new Look(out, all.isEmpty() ? 0 : (double) count / all.size());
        look.at(alone, groups.alone().size());
        for (List<Stand> group : groups.together()) {
            look.together(group);
        }
        boolean again = whole && 2 * groups.stacks() <= StratifiedSample.WHOLE * most;
        boolean atOnce = again && all.stream().allMatch(Stand::lasts) && look.lasts();
        return new Seen(count, (again ? 2 : 1) * look.stacks.size(), look.places, atOnce);
    }

    private final class Look {
        private final DataOutputStream out;
        private final double scale;
        private final Map<Place, Double> places = new HashMap<>();
        private final Map<Stand, StackTraceElement[]> stacks = new IdentityHashMap<>();
        private boolean ofEach = true;

        /** @param scale how many threads each of those that were chosen stands for */
        Look(DataOutputStream out, double scale) {
            this.out = out;
            this.scale = scale;
        }

        /** @param members how many they stand for together */
        void at(List<Stand> some, int members) throws IOException {
            List<Place> found = new ArrayList<>();
            for (Stand stand : some) {
                place(stand).ifPresent(found::add);
            }
            ofEach &= found.size() == some.size() && members == some.size();
            for (Place place : found) {
                places.merge(place, scale * members / found.size(), Double::sum);
            }
        }

        /** Those who are parked for the same, of whom a few stand for all. */
        void together(List<Stand> group) throws IOException {
            List<Place> found = new ArrayList<>();
            List<Boolean> stayed = new ArrayList<>();
            for (Iterator<Stand> some = Groups.candidates(group).iterator();
                    some.hasNext() && !Groups.areEnough(stayed); ) {
                Stand stand = some.next();
                Optional<Place> place = place(stand);
                if (place.isPresent()) {
                    found.add(place.get());
                    stayed.add(stand.lasts());
                }
            }
            ofEach &= !stayed.contains(false) && Set.copyOf(found).size() == 1;
            double[] weights = Groups.weights(group.size(), stayed);
            for (int i = 0; i < weights.length; i++) {
                places.merge(found.get(i), scale * weights[i], Double::sum);
            }
        }

        /** Empty where it has ended meanwhile, or not yet begun. */
        private Optional<Place> place(Stand stand) throws IOException {
            StackTraceElement[] frames = stand.frames();
            if (frames.length == 0) {
                return Optional.empty();
            }
            stacks.put(stand, frames);
            return Optional.of(place(stand.now(), frames));
        }

        private Place place(Stand stand, StackTraceElement[] frames) throws IOException {
            Object blocker = stand.blocker();
            int limit = limits.parkedFor(blocker, out);
            String on = blocker == null ? "" : blocker.getClass().getName();
            return new Place(
                    pool(stand.thread(), frames, out),
                    VirtualThreads.this.stacks.number(stand.state(), on, limit, frames, out));
        }

        /** Whether it is known of each where it stood when the last was looked at. */
        boolean lasts() {
            return ofEach
                    && stacks.entrySet().stream().allMatch(one -> one.getKey().lasts(one.getValue()));
        }
    }

    /** An executor may be given virtual threads, and bounds them as it bounds others. */
    private int pool(Thread thread, StackTraceElement[] frames, DataOutputStream out) throws IOException {
        for (int i = Math.max(0, frames.length - BASE); i < frames.length; i++) {
            if (frames[i].getClassName().startsWith(ThreadPoolExecutor.class.getName())) {
                Optional<Object> pool = Owners.owner(thread);
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
