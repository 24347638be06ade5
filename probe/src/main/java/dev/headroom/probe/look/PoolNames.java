package dev.headroom.probe.look;

import dev.headroom.core.model.observation.PoolKind;
import dev.headroom.probe.classify.Stack;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Names pools as a reader knows them, from the names of their threads. */
public final class PoolNames {

    public static final String COMMON_POOL = "common-pool";
    public static final String VIRTUAL_THREADS = "virtual-threads";
    /** Of executors whose virtual threads have no name. */
    private static final String VIRTUAL_WORKERS = "virtual-workers";

    private static final String EVENT_LOOPS = "netty-event-loops";

    /** {@code http-nio-8888-exec-12}, {@code https-jsse-nio-127.0.0.1-8443-exec-3}, {@code http-nio-auto-1-40123-exec-1}. */
    private static final Pattern TOMCAT = Pattern.compile("(?:https?|ajp)-.*?(\\d+)-exec-\\d+");

    /** {@code reactor-http-epoll-3}: told by name, since a stack that is cut no longer shows the loop at its base. */
    private static final Pattern REACTOR_LOOP = Pattern.compile("reactor-[a-z]+-(?:nio|epoll|kqueue|io_?uring)-\\d+");

    /** {@code XNIO-1 task-12}. */
    private static final Pattern UNDERTOW = Pattern.compile("XNIO-\\d+ task-\\d+");

    private static final String TOMCATS = "tomcat-";

    /** What stands between the name of a pool and the number of a thread. */
    private static final String SEPARATORS = "-_#@ /.:";

    /** {@code qtp1513945926-32-acceptor-0@1f7b-ServerConnector@2e0f{HTTP/1.1}{0.0.0.0:8080}}: what Jetty calls a worker while it accepts. */
    private static final Pattern ACCEPTING = Pattern.compile("-acceptor-\\d+@.*$");

    private static final Pattern COMMON = Pattern.compile("ForkJoinPool\\.commonPool-worker-\\d+");
    private static final List<String> SERVLET_EXECUTORS =
            List.of("org.apache.tomcat.", "org.apache.catalina.", "org.eclipse.jetty.util.thread.QueuedThreadPool");

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
            "main");

    private static final List<String> JVM_PREFIXES = List.of(
            "C1 CompilerThread",
            "C2 CompilerThread",
            "JVMCI",
            "JFR ",
            "RMI ",
            "JMX ",
            "GC ",
            "G1 ",
            "headroom-",
            "process reaper",
            "VirtualThread-",
            "Read-Poller",
            "Write-Poller",
            "SubPoller-",
            "MasterPoller",
            "Master-Poller",
            "ForkJoinPool.commonPool-delayScheduler",
            "ForkJoinPool-delayScheduler");

    private PoolNames() {}

    public record Named(String name, PoolKind kind) {}

    /**
     * @param type class of the executor
     * @param thread name of one of its threads
     */
    public static Named executor(String type, String thread, boolean common) {
        if (common || COMMON.matcher(thread).matches()) {
            return new Named(COMMON_POOL, PoolKind.FORK_JOIN);
        }
        Matcher tomcat = TOMCAT.matcher(thread);
        if (tomcat.matches()) {
            return new Named(TOMCATS + tomcat.group(1), PoolKind.SERVLET_WORKERS);
        }
        if (thread.startsWith("OkHttp ")) {
            return new Named("okhttp", PoolKind.EXECUTOR); // which renames its threads for each task
        }
        boolean servlet = SERVLET_EXECUTORS.stream().anyMatch(type::contains)
                || UNDERTOW.matcher(thread).matches();
        if (type.endsWith("ForkJoinPool")) {
            return new Named(base(thread), PoolKind.FORK_JOIN);
        }
        return new Named(base(thread), servlet ? PoolKind.SERVLET_WORKERS : PoolKind.EXECUTOR);
    }

    /** Whether a thread of that name is of a pool that is known by it, whatever its stack shows: one that is cut has no end. */
    public static boolean isTold(String thread) {
        return Stream.of(COMMON, TOMCAT, UNDERTOW)
                .anyMatch(known -> known.matcher(thread).matches());
    }

    /** A virtual thread serves one task, unless it is a worker of an executor. */
    public static Named virtual(String thread, boolean worker) {
        return worker
                ? new Named(thread.isEmpty() ? VIRTUAL_WORKERS : base(thread), PoolKind.EXECUTOR)
                : new Named(VIRTUAL_THREADS, PoolKind.VIRTUAL_THREADS);
    }

    /** The workers of the Tomcat connector of that name, such as {@code http-nio-8080}. */
    public static String connector(String name) {
        return executor("", name + "-exec-1", false).name();
    }

    /** A thread that no known executor owns, told by its stack and its name. */
    public static Named unowned(String thread, Stack stack) {
        if (REACTOR_LOOP.matcher(thread).matches()) {
            return new Named(EVENT_LOOPS, PoolKind.EVENT_LOOPS);
        }
        if (stack.has(
                "io.netty.util.concurrent.SingleThreadEventExecutor",
                "io.netty.channel.SingleThreadIoEventLoop",
                "io.netty.channel.nio.NioEventLoop",
                "io.netty.channel.epoll.EpollEventLoop",
                "org.xnio.nio.WorkerThread.run",
                "org.glassfish.grizzly.nio.SelectorRunner.run")) {
            return new Named(base(thread), PoolKind.EVENT_LOOPS);
        }
        if (isOfCoroutines(stack)) {
            return new Named(base(thread), PoolKind.EXECUTOR);
        }
        return new Named(base(thread), PoolKind.OTHER);
    }

    /** Whether a worker of Kotlin's scheduler stands so, which keeps more threads than it lets work. */
    public static boolean isOfCoroutines(Stack stack) {
        return stack.has("kotlinx.coroutines.scheduling.CoroutineScheduler$Worker");
    }

    /** Threads that the JVM or the probe itself needs: no pool of the application. */
    public static boolean isJvmThread(String thread) {
        return JVM_THREADS.contains(thread) || JVM_PREFIXES.stream().anyMatch(thread::startsWith);
    }

    /** {@code pool-2-thread-7} is of {@code pool-2}, {@code own-pool-12} of {@code own-pool}. */
    static String base(String thread) {
        String own = ACCEPTING.matcher(thread).replaceFirst("");
        String bare = withoutNumber(own);
        for (String suffix : List.of("-thread", "-worker")) {
            if (bare.endsWith(suffix) && bare.length() > suffix.length()) {
                bare = bare.substring(0, bare.length() - suffix.length());
            }
        }
        return bare.isEmpty() ? thread : bare;
    }

    /** No regular expression: a name may be long, and that would take the square of it. */
    private static String withoutNumber(String name) {
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) >= '0' && name.charAt(end - 1) <= '9') {
            end--;
        }
        if (end < name.length()) {
            while (end > 0 && SEPARATORS.indexOf(name.charAt(end - 1)) >= 0) {
                end--;
            }
        }
        return name.substring(0, end);
    }
}
