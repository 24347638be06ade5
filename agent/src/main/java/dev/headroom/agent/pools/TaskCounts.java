package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.ClassFiles;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.Stream;

/**
 * Whether an executor's own class, or those whose tasks it runs, reckon with how many it has done, by the names in their class files. What {@link Takers} have done it does not count: who admits as many as
 * are not done yet would admit fewer for good.
 */
final class TaskCounts {

    private static final List<String> ASKS = List.of("getCompletedTaskCount", "getTaskCount");

    /** Of the service's own nearest to the worker: the task, and what it calls. */
    private static final int CALLERS = 3;

    /** Tasks of one executor are of few classes, and to look at all workers of a large one stops the service for long. */
    static final int MOST_STACKS = 32;

    private TaskCounts() {}

    /** The call by which they ask; empty where none is known. */
    static Optional<String> asked(Object pool, Collection<Thread> threads) {
        Set<String> types = types(pool.getClass());
        Set<String> classes = new LinkedHashSet<>();
        types.stream().filter(ClassFiles::isOwn).map(ClassFiles::outermost).forEach(classes::add);
        stacks(threads)
                .flatMap(frames -> ClassFiles.own(fromBelow(frames), CALLERS))
                .forEach(classes::add);
        return askedBy(types, ClassFiles.loaded(classes));
    }

    /** In one safepoint. */
    static Stream<StackTraceElement[]> stacks(Collection<Thread> threads) {
        long[] some =
                threads.stream().limit(MOST_STACKS).mapToLong(Thread::getId).toArray();
        return Arrays.stream(ManagementFactory.getThreadMXBean().getThreadInfo(some, Integer.MAX_VALUE))
                .filter(Objects::nonNull) // it has ended meanwhile
                .map(ThreadInfo::getStackTrace);
    }

    static Optional<String> askedBy(Set<String> types, List<Class<?>> classes) {
        return ClassFiles.find(classes, types, ASKS).name();
    }

    /** Its class and those of the service above it, and the JDK's: who calls it names one of them. */
    private static Set<String> types(Class<?> type) {
        Set<String> types = new LinkedHashSet<>(Set.of(ThreadPoolExecutor.class.getName()));
        for (Class<?> its = type; its != null && ClassFiles.isOwn(its.getName()); its = its.getSuperclass()) {
            types.add(its.getName());
        }
        return types;
    }

    private static Stream<StackTraceElement> fromBelow(StackTraceElement[] frames) {
        List<StackTraceElement> all = Arrays.asList(frames);
        Collections.reverse(all);
        return all.stream();
    }
}
