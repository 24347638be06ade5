package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.ClassFiles;
import dev.headroom.agent.jvm.Stranger;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whether an executor's own class, or those whose tasks it runs, reckon with how many it has done, or has at work, by the names in their class files. What {@link Takers} do it does not count: who admits as many as
 * are not done yet would admit fewer for good, and who waits until none is at work would go on too early.
 */
final class TaskCounts {

    private static final List<String> ASKS = List.of("getCompletedTaskCount", "getTaskCount", "getActiveCount");

    /** Of the service's own nearest to the worker: the task, and what it calls. */
    private static final int CALLERS = 3;

    /** Tasks of one executor are of few classes, and to look at all workers of a large one stops the service for long. */
    static final int MOST_STACKS = 32;

    private TaskCounts() {}

    /** Why threads beside its own must not do its tasks; empty where nothing is known against it. */
    static String harm(Object pool, Collection<Thread> threads) {
        Set<String> types = types(pool.getClass());
        Set<String> classes = new LinkedHashSet<>();
        types.stream().filter(ClassFiles::isOwn).map(ClassFiles::outermost).forEach(classes::add);
        stacks(threads)
                .flatMap(frames -> ClassFiles.own(fromBelow(frames), CALLERS))
                .forEach(classes::add);
        return harmBy(types, ClassFiles.loaded(classes));
    }

    /** Those of platform threads in one safepoint; of one that is virtual, or has ended meanwhile, nothing is told there. */
    static Stream<StackTraceElement[]> stacks(Collection<Thread> threads) {
        List<Thread> some = threads.stream().limit(MOST_STACKS).toList();
        ThreadInfo[] infos = ManagementFactory.getThreadMXBean()
                .getThreadInfo(some.stream().mapToLong(Thread::getId).toArray(), Integer.MAX_VALUE);
        return IntStream.range(0, infos.length)
                .mapToObj(at -> infos[at] == null ? some.get(at).getStackTrace() : infos[at].getStackTrace());
    }

    static String harmBy(Set<String> types, List<Class<?>> classes) {
        List<ClassFiles.Found> found = classes.stream()
                .collect(Collectors.groupingBy(TaskCounts::asks, LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .filter(these -> !these.getKey().isEmpty())
                .map(these -> ClassFiles.find(these.getValue(), types, these.getKey()))
                .toList();
        return found.stream().noneMatch(ClassFiles.Found::read)
                ? "none of its threads was seen at a task of the service's, which may ask how many are done or at work and go by"
                        + " that: what threads beside its own do is not counted"
                : found.stream()
                        .flatMap(these -> these.name().stream())
                        .findFirst()
                        .map(name -> "who gives it its tasks asks how many are done or at work (" + name
                                + "), and may go by that: what threads beside its own do is not counted")
                        .orElse("");
    }

    /** What it would ask another: a pool's own class has such calls itself, and answers them. */
    private static List<String> asks(Class<?> type) {
        List<String> own = Stranger.ask(
                () -> Arrays.stream(type.getDeclaredMethods())
                        .map(Method::getName)
                        .toList(),
                List.of());
        return ASKS.stream().filter(name -> !own.contains(name)).toList();
    }

    /** Its class, those of the service above it and around these, and the JDK's: who calls it, or what has made it its own, names one of them. */
    private static Set<String> types(Class<?> type) {
        Set<String> types = new LinkedHashSet<>(Set.of(ThreadPoolExecutor.class.getName()));
        for (Class<?> its = type; its != null && ClassFiles.isOwn(its.getName()); its = its.getSuperclass()) {
            types.add(its.getName());
            types.add(ClassFiles.outermost(its.getName()));
        }
        return types;
    }

    private static Stream<StackTraceElement> fromBelow(StackTraceElement[] frames) {
        List<StackTraceElement> all = Arrays.asList(frames);
        Collections.reverse(all);
        return all.stream();
    }
}
