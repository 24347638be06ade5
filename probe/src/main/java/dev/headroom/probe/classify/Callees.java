package dev.headroom.probe.classify;

import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.model.observation.Activity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Says who will complete the future that a thread waits for. A future does not name its callee, but code does: a method
 * that waits has usually handed a lambda of its own to the pool, and that lambda stands on the pool's stacks as
 * {@code lambda$method$n}. Failing that, the same class, or the pool whose workers run tasks of the kind waited for.
 */
public final class Callees {

    static final Pattern LAMBDA = Pattern.compile("lambda\\$(.+?)\\$\\d+");
    /** Frames of the application near the wait; further up the call chain a lambda would prove little. */
    private static final int CALLERS = 4;

    private static final List<String> ASYNC = List.of("java.util.concurrent.CompletableFuture$Async");

    private static final List<String> STREAMS = List.of(
            "java.util.stream.AbstractTask.compute",
            "java.util.stream.AbstractShortCircuitTask.compute",
            "java.util.stream.ForEachOps$");

    private static final String TASK = "java.util.concurrent.FutureTask";

    private static final List<String> TASKS = List.of(TASK + ".run", "java.util.concurrent.ForkJoinTask.doExec");

    static final String[] WORKERS = {
        "java.util.concurrent.ThreadPoolExecutor.runWorker", "java.util.concurrent.ForkJoinPool.runWorker"
    };

    /** Busy workers over those that wait (0 to 1), below which a pool with idle workers is not what they wait for: nobody queues for an idle worker. */
    private static final double ACCOUNTS = 0.1;

    /** Busy workers over all (0 to 1), below which one is idle as a rule. */
    private static final double FULL = 0.9;

    /** These are one pool, whoever starts them. */
    static final String VIRTUAL = "java.lang.VirtualThread.";

    /** A full queue, or one without room: who puts into it waits for whoever takes from it. */
    private static final Pattern PUT =
            Pattern.compile("java\\.util\\.concurrent\\.\\w*(?:Queue|Deque)\\.(?:put|offer|transfer)\\w*");

    /** A fan-out's parts, and nothing else, end the wait of its caller. */
    private static final String[] FAN_OUT =
            Libraries.packed().words("awaits-parts").toArray(String[]::new);

    private static final List<String> PARTS = Libraries.packed().words("parts");

    private Callees() {}

    /**
     * @param evidence the frame that told, for the reader
     * @param share of those who wait so, 0 to 1
     */
    public record Callee(String pool, String evidence, double share) {}

    /**
     * Several where more than one pool runs what is waited for.
     *
     * @param pool of the waiting thread; it is named only where no other pool fits, since callers run their own lambdas too, and only
     *     where the waiting thread is at a task itself: nobody waits for a thread that serves another request
     * @param waiting a stack of {@link Activity#AWAITING_POOL}
     * @param stacks of every pool over the window, with how often each was seen
     */
    public static List<Callee> find(String pool, Stack waiting, Map<String, Map<Stack, Double>> stacks) {
        double waiters = stacks.getOrDefault(pool, Map.of()).getOrDefault(waiting, 0.0);
        if (waiting.has(FAN_OUT)) {
            return runners(waiters, stacks, PARTS, "the parts that it waits for");
        }
        Map<String, Map<Stack, Double>> fit = new HashMap<>(stacks);
        fit.entrySet()
                .removeIf(other -> !other.getKey().equals(pool)
                        && hasRoom(other.getValue())
                        && Stack.busy(other.getValue()) < ACCOUNTS * waiters);
        Map<String, Map<Stack, Double>> others = new HashMap<>(fit);
        others.remove(pool);
        return first(
                () -> taker(waiters, waiting, others),
                () -> waiting.has(VIRTUAL) ? parts(pool, waiting, others, stacks) : List.of(),
                () -> find(waiters, waiting, completing(waiting, others)),
                () -> find(waiters, waiting, others),
                () -> isTask(waiting) ? find(waiters, waiting, withoutPeers(pool, waiting, fit)) : List.of(),
                () -> queued(waiting, stacks));
    }

    /** Tasks of its own sort that run lambdas of the very method that waits, where no other pool does: lambdas of a method further out are those of the whole class, such as all of {@code main}. */
    private static List<Callee> parts(
            String pool,
            Stack waiting,
            Map<String, Map<Stack, Double>> others,
            Map<String, Map<Stack, Double>> stacks) {
        List<String> innermost =
                callers(waiting).stream().limit(1).map(Callees::lambdaOf).toList();
        String because = "a lambda of the waiting method";
        Map<Stack, Double> own = withoutPeers(pool, waiting, stacks).getOrDefault(pool, Map.of());
        return runners(0, others, innermost, because).isEmpty()
                ? runners(0, Map.of(pool, own), innermost, because)
                : List.of();
    }

    /** Virtual threads that are in the method of the waiting one, wherever they stand in it, serve other requests in the same way: nobody waits for them. */
    private static Map<String, Map<Stack, Double>> withoutPeers(
            String pool, Stack waiting, Map<String, Map<Stack, Double>> stacks) {
        if (!waiting.has(VIRTUAL)) {
            return stacks;
        }
        List<String> callers = callers(waiting);
        Map<String, Map<Stack, Double>> others = new HashMap<>(stacks);
        others.computeIfPresent(
                pool,
                (name, standing) -> Stack.only(
                        stack ->
                                stack.equals(waiting) || stack.frames().stream().noneMatch(callers::contains),
                        standing));
        return others;
    }

    @SafeVarargs
    private static List<Callee> first(Supplier<List<Callee>>... ways) {
        return Stream.of(ways)
                .map(Supplier::get)
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /**
     * A task that no thread runs lies in a queue, and a pool with an idle worker has none. Where all workers of the only pool
     * that runs tasks wait for tasks as well, it lies there, and no one will come to it.
     */
    private static List<Callee> queued(Stack waiting, Map<String, Map<Stack, Double>> stacks) {
        boolean nobodyRunsIt = waitsForTask(waiting)
                && stacks.values().stream()
                        .flatMap(pool -> pool.keySet().stream()
                                .filter(Stack::isBusy)
                                .filter(stack -> runsTask(stack) || !hasRoom(pool)))
                        .allMatch(stack -> waitsForTask(stack) || waitsForWork(stack));
        List<Map.Entry<String, Map<Stack, Double>>> queues = stacks.entrySet().stream()
                .filter(pool -> pool.getValue().keySet().stream().anyMatch(Callees::runsTask))
                .toList();
        return queues.stream()
                .filter(pool -> nobodyRunsIt && queues.size() == 1 && !hasRoom(pool.getValue()))
                .map(pool -> new Callee(
                        pool.getKey(),
                        "no thread runs the task that it waits for, and no other pool of tasks is without an idle worker",
                        1))
                .toList();
    }

    /** Of busy stacks only those that show a task of the kind waited for; those of deep calls may be cut off above it. */
    private static Map<String, Map<Stack, Double>> completing(Stack waiting, Map<String, Map<Stack, Double>> stacks) {
        Optional<String> task = TASKS.stream()
                .filter(run -> waiting.reading().frame().startsWith(type(run) + "."))
                .findFirst();
        return only(stack -> !stack.isBusy() || task.filter(stack::has).isPresent(), stacks);
    }

    /** The stacks of each pool that are so. */
    static Map<String, Map<Stack, Double>> only(Predicate<Stack> those, Map<String, Map<Stack, Double>> stacks) {
        Map<String, Map<Stack, Double>> left = new HashMap<>();
        stacks.forEach((pool, standing) -> left.put(pool, Stack.only(those, standing)));
        return left;
    }

    /** Who runs such a task completes it, and nobody else does. */
    private static boolean waitsForTask(Stack stack) {
        return stack.waitsOn().equals(TASK) && stack.reading().frame().startsWith(TASK + ".");
    }

    private static boolean runsTask(Stack stack) {
        return stack.frames().contains(TASK + ".run");
    }

    /** As a thread of a library does in its own way that no executor owns. */
    private static boolean waitsForWork(Stack stack) {
        return stack.reading().activity() == Activity.AWAITING_OTHER && !stack.has(WORKERS);
    }

    /** As event loops that pass on what others answer. */
    private static boolean hasRoom(Map<Stack, Double> stacks) {
        return Stack.busy(stacks) < FULL * Stack.weight(stacks);
    }

    private static boolean isTask(Stack stack) {
        return Stream.concat(TASKS.stream(), ASYNC.stream()).anyMatch(stack::has) || stack.has(VIRTUAL);
    }

    /** Of the class that puts into the queue, be it a library's; those first that begin in it, as consumers do, and do not only pass it. */
    private static List<Callee> taker(double waiters, Stack waiting, Map<String, Map<Stack, Double>> stacks) {
        int put = waiting.reading().depth();
        if (put + 1 >= waiting.frames().size()
                || !PUT.matcher(waiting.frames().get(put)).matches()) {
            return List.of();
        }
        String type = outermost(type(waiting.frames().get(put + 1)));
        List<String> its = List.of(type + ".", type + "$");
        String because = "a method of the class that puts into the queue";
        Map<String, Map<Stack, Double>> begun = only(stack -> !stack.isBusy() || begins(stack, its), stacks);
        return first(() -> runners(waiters, begun, its, because), () -> runners(waiters, stacks, its, because));
    }

    /** By its outermost frame that is the application's, and not the object that a lambda is. */
    static boolean begins(Stack stack, List<String> prefixes) {
        return IntStream.iterate(stack.frames().size() - 1, depth -> depth >= 0, depth -> depth - 1)
                .filter(stack::isApplication)
                .filter(depth -> !stack.frames().get(depth).contains("$$Lambda"))
                .limit(1)
                .anyMatch(depth -> prefixes.stream().anyMatch(stack.frames().get(depth)::startsWith));
    }

    private static List<Callee> find(double waiters, Stack waiting, Map<String, Map<Stack, Double>> all) {
        List<String> callers = callers(waiting);
        Map<String, Map<Stack, Double>> stacks = Siblings.of(callers).left(all);
        List<String> lambdas = callers.stream().map(Callees::lambdaOf).toList();
        List<String> classes = callers.stream()
                .flatMap(frame -> Stream.of(type(frame) + ".", outermost(type(frame)) + "."))
                .distinct()
                .toList();
        return first(
                () -> runners(waiters, stacks, lambdas, "a lambda of the waiting method"),
                () -> runners(waiters, stacks, classes, "a method of the waiting class"),
                () -> waiting.has("java.util.stream.")
                        ? runners(waiters, stacks, STREAMS, "parts of a parallel stream")
                        : List.of(),
                () -> waiting.has("java.util.concurrent.CompletableFuture.")
                        ? runners(waiters, stacks, ASYNC, "the only tasks that complete such a future")
                        : List.of(),
                () -> runners(waiters, stacks, TASKS, "tasks of the kind waited for"));
    }

    private static List<String> callers(Stack waiting) {
        return Application.callers(waiting).stream().limit(CALLERS).toList();
    }

    /** The pools whose busy workers have a frame that starts with one of {@code prefixes}, waiters excluded. */
    private static List<Callee> runners(
            double waiters, Map<String, Map<Stack, Double>> stacks, List<String> prefixes, String because) {
        List<Completer> found = new ArrayList<>();
        stacks.forEach((pool, standing) -> {
            Map<Stack, Double> matching = Stack.only(
                    stack -> stack.isBusy()
                            && stack.reading().activity() != Activity.AWAITING_POOL
                            && frame(stack, prefixes).isPresent(),
                    standing);
            matching.keySet().stream()
                    .findFirst()
                    .flatMap(stack -> frame(stack, prefixes))
                    .ifPresent(frame -> found.add(new Completer(
                            pool,
                            frame,
                            Stack.weight(matching),
                            hasRoom(standing) || standing.keySet().stream().anyMatch(stack -> stack.has(VIRTUAL)))));
        });
        return Completer.shares(waiters, found).entrySet().stream()
                .map(share -> new Callee(
                        share.getKey().pool(),
                        "its workers run "
                                + Application.shortened(share.getKey().frame()) + ", " + because,
                        share.getValue()))
                .toList();
    }

    private static Optional<String> frame(Stack stack, List<String> prefixes) {
        return stack.frames().stream()
                // A task that comes again and again completes no future that anyone waits for
                .filter(frame -> !frame.endsWith(".runAndReset"))
                .filter(frame -> prefixes.stream().anyMatch(frame::startsWith))
                .findFirst();
    }

    /** How a lambda in the method of {@code frame} is named; a lambda within a lambda bears the name of the method. */
    static String lambdaOf(String frame) {
        int dot = frame.lastIndexOf('.');
        Matcher nested = LAMBDA.matcher(frame.substring(dot + 1));
        String method = nested.matches() ? nested.group(1) : frame.substring(dot + 1);
        return frame.substring(0, dot) + ".lambda$" + method + "$";
    }

    private static String type(String frame) {
        return frame.substring(0, frame.lastIndexOf('.'));
    }

    static String outermost(String type) {
        int dollar = type.indexOf('$');
        return dollar < 0 ? type : type.substring(0, dollar);
    }
}
