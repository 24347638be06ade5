package dev.headroom.probe.jmx;

import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.Look;
import dev.headroom.probe.look.Look.PoolLook;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Receiver;
import dev.headroom.probe.threads.Grouping;
import dev.headroom.probe.threads.Interner;
import dev.headroom.probe.threads.JsonDump;
import dev.headroom.probe.threads.SeenThread;
import dev.headroom.probe.threads.Stood;
import java.io.IOException;
import java.lang.management.LockInfo;
import java.lang.management.ThreadInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Looks at a JVM by JMX, at random intervals and within a budget. A dump shows the very thread that makes it, so what a
 * look costs is read off that thread's processor time.
 */
public final class JmxSampler implements Runnable {

    private static final int DEPTH = 72;
    private static final double SHORTEST_NANOS = 200e6;
    private static final double LONGEST_NANOS = 5e9;
    private static final double NEWEST = 0.5;

    /** The first looks load classes and run uncompiled; what they cost says nothing of the later ones. */
    private static final int COLD = 3;

    /** Without a virtual thread the dump is taken this seldom, to notice the first. */
    private static final long SELDOM_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Target target;
    private final Receiver receiver;
    private final double budget;
    private final boolean local;
    private final Interner interner = new Interner();
    private final Grouping grouping;
    private final Stood stood;
    private final ServingThread meter;
    private volatile boolean stopped;
    private volatile boolean reads = true;
    private int looks;
    private double cost;
    private long spent;
    private Map<PoolNames.Named, Map<Stack, Double>> virtual = Map.of();
    private boolean dumps;
    private long nextDump = System.nanoTime();

    /** @param cores processor time that looking may take of the watched JVM */
    public JmxSampler(Target target, Receiver receiver, double cores, boolean local) {
        this.target = target;
        this.receiver = receiver;
        this.budget = cores;
        this.local = local;
        this.dumps =
                local && Runtime.Version.parse(target.runtime.getVmVersion()).feature() >= 21;
        grouping = new Grouping(receiver::thread);
        stood = new Stood(grouping);
        meter = new ServingThread(target.threads);
    }

    public void stop() {
        stopped = true;
    }

    public void recordReads(boolean on) {
        reads = on;
    }

    @Override
    public void run() {
        try {
            receiver.jvm(target.processors(), target.runtime.getInputArguments());
            if (local) {
                try (JmxFlight flight = new JmxFlight(target, receiver)) {
                    sample(flight);
                }
            } else {
                receiver.note("the JVM runs on another machine: no holding times by a clock, no figures of its kernel");
                while (!stopped) {
                    look();
                }
            }
        } catch (IOException | RuntimeException e) {
            if (!stopped) {
                receiver.note("the JVM does not answer by JMX any more: " + e);
            }
        }
    }

    private void sample(JmxFlight flight) throws IOException {
        boolean recording = true;
        while (!stopped) {
            look();
            if (recording != reads) {
                recording = reads;
                flight.reads(recording);
            }
        }
    }

    private void look() throws IOException {
        long begin = System.nanoTime();
        Instant now = Instant.now();
        List<ThreadInfo> infos = Arrays.stream(target.threads.dumpAllThreads(false, false, DEPTH))
                .filter(Objects::nonNull)
                .toList();
        List<SeenThread> threads = infos.stream().map(this::seen).toList();
        List<PoolLook> pools = new ArrayList<>(grouping.group(threads));
        long walked = System.nanoTime();
        long used = meter.used(infos).orElse(walked - begin);
        spent += used;
        cost = ++looks <= COLD ? 0 : cost == 0 ? used : NEWEST * used + (1 - NEWEST) * cost;
        if (dumps && walked > nextDump) {
            Set<Long> platform = new HashSet<>();
            infos.forEach(info -> platform.add(info.getThreadId()));
            virtual = dump(platform);
            long took = System.nanoTime() - walked;
            spent += took;
            nextDump = walked + (virtual.isEmpty() ? SELDOM_NANOS : (long) (took / budget * jitter()));
        }
        List<PoolLook> ofVirtual = Grouping.virtual(virtual);
        pools.addAll(ofVirtual);
        long count = ofVirtual.stream().mapToLong(PoolLook::workers).sum();
        stood.see(cpu(threads), now);
        receiver.look(new Look(
                now,
                pools,
                infos.size(),
                dumps ? count : -1,
                target.system.getProcessCpuTime(),
                spent,
                stood.of(threads, now),
                List.of()));
        LockSupport.parkNanos((long) (Math.clamp(cost / budget, SHORTEST_NANOS, LONGEST_NANOS) * jitter()));
    }

    /** Processor time that each has used, nanoseconds; what has ended meanwhile tells none. */
    private Map<Long, Long> cpu(List<SeenThread> threads) {
        long[] ids = threads.stream().mapToLong(SeenThread::id).toArray();
        long[] used = target.threads.getThreadCpuTime(ids);
        return IntStream.range(0, ids.length)
                .filter(i -> used[i] >= 0)
                .boxed()
                .collect(Collectors.toMap(i -> ids[i], i -> used[i]));
    }

    private SeenThread seen(ThreadInfo info) {
        LockInfo lock = info.getLockInfo();
        List<String> frames = Arrays.stream(info.getStackTrace())
                .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                .toList();
        Stack stack = interner.stack(info.getThreadState(), lock == null ? "" : lock.getClassName(), frames);
        return new SeenThread(info.getThreadId(), info.getThreadName(), stack);
    }

    private Map<PoolNames.Named, Map<Stack, Double>> dump(Set<Long> platform) throws IOException {
        Path folder = Files.createTempDirectory("headroom");
        Path file = folder.resolve("threads.json");
        try {
            target.diagnostics().dumpThreads(file.toString(), ThreadDumpFormat.JSON);
            return JsonDump.virtualThreads(file, platform::contains, interner);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
    }

    private static double jitter() {
        return ThreadLocalRandom.current().nextDouble(0.5, 1.5);
    }
}
