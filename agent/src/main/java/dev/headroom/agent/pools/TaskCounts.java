package dev.headroom.agent.pools;

import dev.headroom.agent.jvm.ClassFiles;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether those whose tasks an executor runs reckon with how many it has done, by the names in their class files. What {@link Takers} have done it does not count: who admits as many as are not
 * done yet would admit fewer for good.
 */
final class TaskCounts {

    private static final List<String> ASKS = List.of("getCompletedTaskCount", "getTaskCount");

    private static final String EXECUTOR = "java/util/concurrent/ThreadPoolExecutor";

    /** Of the service's own nearest to the worker: the task, and what it calls. */
    private static final int CALLERS = 3;

    private TaskCounts() {}

    /** The call by which they ask; empty where none is known. */
    static Optional<String> asked(Collection<Thread> threads) {
        return askedBy(ClassFiles.loaded(threads.stream()
                .flatMap(thread -> ClassFiles.own(fromBelow(thread.getStackTrace()), CALLERS))
                .collect(Collectors.toSet())));
    }

    static Optional<String> askedBy(List<Class<?>> classes) {
        return ClassFiles.named(ClassFiles.texts(classes), EXECUTOR, ASKS);
    }

    private static Stream<StackTraceElement> fromBelow(StackTraceElement[] frames) {
        List<StackTraceElement> all = Arrays.asList(frames);
        Collections.reverse(all);
        return all.stream();
    }
}
