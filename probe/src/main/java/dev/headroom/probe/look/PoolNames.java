package dev.headroom.probe.look;

import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.text.Ids;
import dev.headroom.core.text.Numbered;
import dev.headroom.probe.classify.Stack;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Names pools as a reader knows them, from the names of their threads. */
public final class PoolNames {

    public static final String COMMON_POOL = "common-pool";
    public static final String VIRTUAL_THREADS = "virtual-threads";

    /** At the base of the stack of each worker of an executor. */
    public static final String WORKER = "java.util.concurrent.ThreadPoolExecutor$Worker.run";

    private static final String[] WORKERS = Stream.concat(Stream.of(WORKER), Libraries.packed().words("base").stream())
            .toArray(String[]::new);
    private static final String FORK_JOIN = "java.util.concurrent.ForkJoinWorkerThread.run";

    /** Of executors whose virtual threads have no name. */
    private static final String VIRTUAL_WORKERS = "virtual-workers";

    /** Threads that a library gives names by which they are told: a stack that is cut shows no base. */
    private static final List<Known> KNOWN = Libraries.packed()
            .with("threads")
            .map(section -> new Known(
                    Pattern.compile(section.text("threads")),
                    section.text("called"),
                    Ids.find(StationKind.class, section.text("workers")).orElse(StationKind.OTHER)))
            .toList();

    private static final String[] LOOPS = Libraries.packed().words("loops").toArray(String[]::new);
    private static final String[] SCHEDULERS =
            Libraries.packed().words("scheduler").toArray(String[]::new);
    private static final String CONNECTOR = Libraries.packed().text("connector");

    /** What may stand behind the number: {@code worker(7)}. */
    private static final String CLOSING = ")]}>";

    /** What the JVM calls a thread that has no name, with a number. */
    private static final String NAMELESS = "Thread";

    /** What is added to the names of threads for a while. */
    private static final List<Pattern> RENAMED =
            Libraries.packed().words("renamed").stream().map(Pattern::compile).toList();

    private static final Pattern COMMON = Pattern.compile("ForkJoinPool\\.commonPool-worker-\\d+");
    private static final List<String> SERVLET_EXECUTORS = Libraries.packed().words("executors");

    private static final Set<String> JVM_THREADS = Set.of(
            "Reference Handler",
            "Finalizer",
            "Signal Dispatcher",
            "Service Thread",
            "Monitor Deflation Thread",
            "Notification Thread",
            "Common-Cleaner",
            "Cleaner",
            "Attach Listener",
            "DestroyJavaVM",
            "GC Daemon",
            "G1 Main Marker",
            "G1 Service",
            "idle-timeout-task", // timers of the JDK's HttpServer: they close connections that are idle, and serve no
            // request
            "req-rsp-timeout-task");

    /** Runs the application's main method, which mostly waits for the JVM's end once all is started. */
    private static final String MAIN = "main";

    /** RMI calls its workers so, whomever they serve. */
    private static final String RMI_CONNECTION = "RMI TCP Connection";

    private static final String JMX = "javax.management.remote.";

    private static final List<String> JVM_PREFIXES = List.of(
            "C1 CompilerThread",
            "C2 CompilerThread",
            "JVMCI",
            "JFR ",
            RMI_CONNECTION,
            "RMI TCP Accept-",
            "RMI TCPChannel Accept-",
            "RMI Reaper",
            "RMI Scheduler(",
            "RMI RenewClean-",
            "RMI GC Daemon",
            "JMX server connection timeout ",
            "JMX client heartbeat ",
            "JMX Monitor ",
            "GC Thread#",
            "GC task thread#", // of Java 8, as the next
            "G1 Concurrent Refinement Thread#",
            "G1 Conc#",
            "G1 Refine#",
            "headroom-",
            "process reaper",
            "VirtualThread-",
            "Read-Poller",
            "Write-Poller",
            "SubPoller-",
            "MasterPoller",
            "Master-Poller");

    private PoolNames() {}

    public record Named(String name, StationKind kind) {

        /** The second, third and so on of one name: {@code orders#2}. */
        public Named nth(int nth) {
            return new Named(name + "#" + nth, kind);
        }
    }

    /** @param called what their pool is called; empty: by what their names have in common */
    private record Known(Pattern threads, String called, StationKind kind) {

        Optional<Named> name(String thread) {
            Matcher matcher = threads.matcher(thread);
            return matcher.matches()
                    ? Optional.of(new Named(
                            called.isEmpty()
                                    ? base(thread)
                                    : matcher.groupCount() > 0 ? called.replace("$1", matcher.group(1)) : called,
                            kind))
                    : Optional.empty();
        }
    }

    private static Optional<Named> known(String thread, Predicate<Known> which) {
        return KNOWN.stream()
                .filter(which)
                .flatMap(one -> one.name(thread).stream())
                .findFirst();
    }

    /**
     * @param type class of the executor
     * @param thread name of one of its threads
     */
    public static Named executor(String type, String thread, boolean common) {
        if (common || COMMON.matcher(thread).matches()) {
            return new Named(COMMON_POOL, StationKind.FORK_JOIN);
        }
        boolean servlet = SERVLET_EXECUTORS.stream().anyMatch(type::contains);
        StationKind kind = type.endsWith("ForkJoinPool")
                ? StationKind.FORK_JOIN
                : servlet ? StationKind.SERVLET_WORKERS : StationKind.EXECUTOR;
        return known(thread, one -> one.kind() != StationKind.EVENT_LOOPS)
                .orElseGet(() -> new Named(base(thread), kind));
    }

    /** The pool of a thread that is of one for good, by the base of its stack or by its name alone; empty where neither tells. */
    public static Optional<Named> told(String thread, Stack stack) {
        if (stack.has(WORKERS)) {
            return Optional.of(executor("java.util.concurrent.ThreadPoolExecutor", thread, false));
        }
        if (isTold(thread)) {
            return Optional.of(executor("", thread, false));
        }
        return stack.has(FORK_JOIN)
                ? Optional.of(executor("java.util.concurrent.ForkJoinPool", thread, false))
                : Optional.empty();
    }

    /** Whether a thread of that name is of a pool that is known by it, whatever its stack shows: one that is cut has no end. */
    private static boolean isTold(String thread) {
        return COMMON.matcher(thread).matches()
                || known(thread, one -> one.kind() == StationKind.SERVLET_WORKERS)
                        .isPresent();
    }

    /** A virtual thread serves one task, unless it is a worker of an executor. */
    public static Named virtual(String thread, boolean worker) {
        return worker
                ? new Named(thread.isEmpty() ? VIRTUAL_WORKERS : base(thread), StationKind.EXECUTOR)
                : new Named(VIRTUAL_THREADS, StationKind.VIRTUAL_THREADS);
    }

    /** The workers of the connector of that name, such as {@code http-nio-8080}. */
    public static String connector(String name) {
        return executor("", CONNECTOR.replace("*", name), false).name();
    }

    /** A thread that no known executor owns, told by its stack and its name. */
    public static Named unowned(String thread, Stack stack) {
        return known(thread, one -> one.kind() == StationKind.EVENT_LOOPS)
                .orElseGet(() -> new Named(base(thread), kind(stack)));
    }

    private static StationKind kind(Stack stack) {
        return stack.has(LOOPS)
                ? StationKind.EVENT_LOOPS
                : isOfCoroutines(stack) ? StationKind.EXECUTOR : StationKind.OTHER;
    }

    /** Whether a worker of a scheduler stands so that keeps more threads than it lets work. */
    public static boolean isOfCoroutines(Stack stack) {
        return SCHEDULERS.length > 0 && stack.has(SCHEDULERS);
    }

    /** Threads that the JVM or the probe itself needs, as far as their name tells: no pool of the application. */
    public static boolean isJvmThread(String thread) {
        return JVM_THREADS.contains(thread) || JVM_PREFIXES.stream().anyMatch(thread::startsWith);
    }

    /**
     * The same of one whose stack is seen: a worker of RMI is the application's while that is called, unless by JMX, as we may do. So is the main thread where it works, or waits for work.
     */
    public static boolean isJvmThread(String thread, Stack stack) {
        if (thread.equals(MAIN)) {
            return !servesTheApplication(stack) || !works(stack);
        }
        return isJvmThread(thread) && !(thread.startsWith(RMI_CONNECTION) && servesTheApplication(stack));
    }

    private static boolean works(Stack stack) {
        return switch (stack.reading().activity()) {
            case RUNNING -> !stack.isInSystemCall();
            case IDLE -> stack.takesWork();
            case AWAITING_DOWNSTREAM, AWAITING_CONNECTION, AWAITING_LOCK -> true;
            case AWAITING_POOL, AWAITING_OTHER, SLEEPING -> false;
        };
    }

    private static boolean servesTheApplication(Stack stack) {
        return IntStream.range(0, stack.frames().size()).anyMatch(stack::isApplication) && !stack.has(JMX);
    }

    /** {@code pool-2-thread-7} is of {@code pool-2}, {@code own-pool-12} of {@code own-pool}, {@code Thread-3} of {@code Thread-N}. */
    static String base(String thread) {
        String own = thread;
        for (Pattern renamed : RENAMED) {
            own = renamed.matcher(own).replaceFirst("");
        }
        String bare = withoutNumber(own);
        for (String suffix : List.of("-thread", "-worker")) {
            if (bare.endsWith(suffix) && bare.length() > suffix.length()) {
                bare = bare.substring(0, bare.length() - suffix.length());
            }
        }
        if (bare.equals(NAMELESS) && !own.equals(NAMELESS)) {
            return NAMELESS + "-N";
        }
        return bare.isEmpty() ? thread : bare;
    }

    /** No regular expression: a name may be long, and that would take the square of it. */
    private static String withoutNumber(String name) {
        int digits = name.length();
        while (digits > 0 && CLOSING.indexOf(name.charAt(digits - 1)) >= 0) {
            digits--;
        }
        int end = digits;
        while (end > 0 && name.charAt(end - 1) >= '0' && name.charAt(end - 1) <= '9') {
            end--;
        }
        if (end == digits) {
            return name;
        }
        while (end > 0 && Numbered.SEPARATORS.indexOf(name.charAt(end - 1)) >= 0) {
            end--;
        }
        return name.substring(0, end);
    }
}
