package dev.headroom.probe.jmx;

import dev.headroom.core.model.PoolKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Look.PoolLook;
import dev.headroom.probe.look.PoolNames;
import java.lang.management.LockInfo;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/**
 * Tells pools apart without asking them: by the name of their threads <em>and</em> the frame at the base of their stacks,
 * since {@code Thread-3} may be anything. Deep stacks are cut and show no base; a thread keeps what it once showed.
 */
final class Grouping {

    private static final String WORKER = "java.util.concurrent.ThreadPoolExecutor$Worker.run";
    private static final String TOMCAT_WORKER = "org.apache.tomcat.util.threads.ThreadPoolExecutor$Worker.run";
    private static final String FORK_JOIN = "java.util.concurrent.ForkJoinWorkerThread.run";

    private final Map<Long, PoolNames.Named> named = new HashMap<>();
    private final Interner interner;
    private final BiConsumer<Long, String> owner;

    /** @param owner told the pool of each new thread */
    Grouping(Interner interner, BiConsumer<Long, String> owner) {
        this.interner = interner;
        this.owner = owner;
    }

    List<PoolLook> group(List<ThreadInfo> threads) {
        Map<PoolNames.Named, Map<Stack, Double>> groups = new LinkedHashMap<>();
        for (ThreadInfo thread : threads) {
            if (PoolNames.isJvmThread(thread.getThreadName()) || carriesVirtualThreads(thread)) {
                continue;
            }
            LockInfo lock = thread.getLockInfo();
            Stack stack = interner.stack(
                    thread.getThreadState(), lock == null ? "" : lock.getClassName(), frames(thread.getStackTrace()));
            groups.computeIfAbsent(name(thread, stack), name -> new HashMap<>()).merge(stack, 1.0, Double::sum);
        }
        List<PoolLook> pools = new ArrayList<>();
        groups.forEach((name, stacks) -> pools.add(pool(name, stacks)));
        return pools;
    }

    private PoolNames.Named name(ThreadInfo thread, Stack stack) {
        PoolNames.Named known = named.get(thread.getThreadId());
        if (known != null) {
            return known;
        }
        PoolNames.Named name;
        if (stack.has(WORKER, TOMCAT_WORKER)) {
            name = PoolNames.executor("java.util.concurrent.ThreadPoolExecutor", thread.getThreadName(), false);
        } else if (stack.has(FORK_JOIN)) {
            name = PoolNames.executor("java.util.concurrent.ForkJoinPool", thread.getThreadName(), false);
        } else {
            return PoolNames.unowned(thread.getThreadName(), stack); // perhaps cut: ask again
        }
        named.put(thread.getThreadId(), name);
        owner.accept(thread.getThreadId(), name.name());
        return name;
    }

    /** The carriers' scheduler is a fork-join pool, but its workers are not the application's. */
    private static boolean carriesVirtualThreads(ThreadInfo thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().startsWith("jdk.internal.misc.CarrierThread")
                        || frame.getClassName().startsWith("jdk.internal.vm.Continuation"));
    }

    static PoolLook pool(PoolNames.Named name, Map<Stack, Double> stacks) {
        double workers =
                stacks.values().stream().mapToDouble(Double::doubleValue).sum();
        double active = stacks.entrySet().stream()
                .filter(stack -> stack.getKey().reading().activity().busy())
                .mapToDouble(Map.Entry::getValue)
                .sum();
        return new PoolLook(
                name.name(),
                name.kind(),
                (int) workers,
                name.kind() == PoolKind.EVENT_LOOPS ? OptionalInt.of((int) workers) : OptionalInt.empty(),
                active,
                OptionalInt.empty(),
                OptionalLong.empty(),
                stacks);
    }

    static PoolLook virtual(Map<Stack, Double> stacks) {
        return pool(new PoolNames.Named(PoolNames.VIRTUAL_THREADS, PoolKind.VIRTUAL_THREADS), stacks);
    }

    private static List<String> frames(StackTraceElement[] trace) {
        return Arrays.stream(trace)
                .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                .toList();
    }
}
