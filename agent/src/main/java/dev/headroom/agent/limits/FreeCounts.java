package dev.headroom.agent.limits;

import dev.headroom.agent.jvm.ClassFiles;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether those who wait for permits reckon with how many there are, by the names in their class files. One who gives back as many as are missing ({@code release(MAX - availablePermits())}), or takes all
 * that are free, finds more while more are let in, and fewer for good after these were taken back. One who takes as many as there are, to be alone, is not alone with more.
 */
final class FreeCounts {

    private static final List<String> ASKS = List.of("availablePermits", "drainPermits");

    /** By their first parameter. */
    private static final List<String> SEVERAL = List.of("acquire(I", "acquireUninterruptibly(I", "tryAcquire(I");

    private static final Set<String> OVERRIDDEN = Set.of("release", "acquire", "acquireUninterruptibly", "tryAcquire");

    /** Of the service's own nearest to the wait: who takes a permit, and who calls that. */
    private static final int CALLERS = 3;

    private FreeCounts() {}

    /** Names of the outermost classes that wait there. */
    static Stream<String> callers(StackTraceElement[] frames) {
        return ClassFiles.own(Arrays.stream(frames), CALLERS);
    }

    /** Why permits must not come and go; empty where nothing is known against it. */
    static String harm(Semaphore permits, Set<String> callers) {
        if (counts(permits.getClass())) {
            return "its class (" + permits.getClass().getName()
                    + ") has calls of its own to take and give permits, and may count what comes and goes";
        }
        Set<String> types = Stream.<Class<?>>iterate(
                        permits.getClass(), type -> type != Object.class, Class::getSuperclass)
                .map(Class::getName)
                .collect(Collectors.toSet());
        return harm(types, ClassFiles.loaded(callers));
    }

    /** Whether what is given or taken passes through code of its own. */
    private static boolean counts(Class<?> type) {
        for (Class<?> its = type; its != null && its != Semaphore.class; its = its.getSuperclass()) {
            if (Arrays.stream(its.getDeclaredMethods()).anyMatch(method -> OVERRIDDEN.contains(method.getName()))) {
                return true;
            }
        }
        return false;
    }

    /** @param types of the permits, one of which the files of who takes them name */
    static String harm(Set<String> types, List<Class<?>> classes) {
        ClassFiles.Found asks = ClassFiles.find(classes, types, ASKS);
        return !asks.read()
                ? "who takes its permits was not seen, and may reckon with how many are free"
                : asks.name()
                        .map(name -> "who takes its permits asks how many are free (" + name
                                + "), and may give or take by that: they are not the same while more are let in")
                        .or(() -> ClassFiles.find(classes, types, SEVERAL)
                                .name()
                                .map(name -> "who takes its permits takes several at once (" + name.replace("(I", "(n)")
                                        + "), and with all of them may keep everybody out: it does not where more are let in,"
                                        + " and never gets as many where fewer are"))
                        .orElse("");
    }
}
