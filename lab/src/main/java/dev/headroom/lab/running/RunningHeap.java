package dev.headroom.lab.running;

import dev.headroom.core.conservation.RequestsInHeap;
import dev.headroom.core.conservation.WaiterCounts;
import dev.headroom.core.diagnosis.CountedWaiters;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.attach.HeapUse;
import dev.headroom.probe.heap.HeapFolder;
import dev.headroom.probe.heap.HeapReader;
import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.probe.os.requests.Clients;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks in the heap of a running JVM, under the load that is on it, for an object that counts who waits. The JVM stands still for each dump, so whoever runs it has to agree. */
public final class RunningHeap {

    public static final int DUMPS = 2;

    /** Where these tell whom it has let past but for chance. */
    public static final int MOST_DUMPS = 4;

    /** For others to wait. */
    public static final Duration APART = Duration.ofSeconds(2);

    /** Of that (0 to 1), what is left out by lot at the most. */
    private static final double APART_BY_LOT = 0.5;

    /** Of what is in use: more would stand still for longer than a service's clients wait. */
    static final long LARGEST = 1L << 30;

    /** For each MB that lives the JVM stands still for so long on a busy machine; half of it on a quiet one, {@code benchmarks/heap}. */
    private static final double SECONDS_A_MB = 0.006;

    /** However little lives. */
    private static final double SHORTEST_PAUSE = 0.1;

    /** What a dump may take from the request to its file, over the standstill that was announced: up to twice as long where nothing is slow, {@code benchmarks/heap}; as much again is too much. */
    private static final int MOST_OVER_ANNOUNCED = 4;

    /** However little lives: so long may a busy machine take to begin. */
    private static final Duration ALLOWED = Duration.ofSeconds(1);

    /** What may be in use when it is read, over what was when somebody agreed: garbage comes and goes. */
    private static final double GROWN = 2;

    /** A dump over what lives, {@code benchmarks/heap}; and as much again is left to the disk. */
    private static final double ROOM = 3;

    /** Of the requests in flight (0 to 1): where fewer wait, it is not that which makes them slow. */
    private static final double MOST = Thresholds.HALF;

    private static final double FEWEST = Thresholds.FEWEST;

    private final ProcessId process;
    private final long used;

    private RunningHeap(ProcessId process, long used) {
        this.process = process;
        this.used = used;
    }

    /**
     * Nothing is stopped yet.
     *
     * @throws ProbeException where its heap cannot be read, or not in a time that would do no harm; the message says why
     */
    public static RunningHeap of(ProcessId process) throws ProbeException {
        LinuxProcess jvm = LinuxProcess.of(process.pid()).orElseThrow(() -> new ProbeException("the JVM has ended"));
        if (jvm.user() != LinuxProcess.ours()) {
            throw new ProbeException(
                    "the JVM is another user's, and writes no dump that only you may read: run this as its user");
        }
        if (!jvm.shares("mnt")) {
            throw new ProbeException(
                    "the JVM is in a container, and a dump would be written there: run this inside of it");
        }
        long used = HeapUse.of(process);
        if (used > LARGEST) {
            throw new ProbeException(
                    "%d MB of its heap are in use, and more than %d MB are not read: it would stand still for too long"
                            .formatted(used >> 20, LARGEST >> 20));
        }
        HeapFolder.checkRoom(process, (long) (ROOM * used));
        return new RunningHeap(process, used);
    }

    /** Bytes of the heap that are in use, garbage as well: what lives is less. */
    public long used() {
        return used;
    }

    /** For about which the JVM stands still, for each of the {@link #DUMPS}. */
    public Duration pause() {
        return pause(used);
    }

    /** A dump that takes longer, from the request to its file, is the last one. */
    public Duration longest() {
        return longest(pause());
    }

    static Duration longest(Duration announced) {
        return Times.longer(ALLOWED, announced.multipliedBy(MOST_OVER_ANNOUNCED));
    }

    private static Duration pause(double used) {
        return Times.ofSeconds(Math.max(SHORTEST_PAUSE, SECONDS_A_MB * used / (1 << 20)));
    }

    /** @throws ProbeException where it has grown, was not written, or cannot be read */
    public Inspection ask(Inspection inspection) throws ProbeException, InterruptedException {
        int least = least(inspection.workload().inFlight());
        Read read = read(pause(), first -> {
            if (!first) {
                Thread.sleep(apart());
            }
            check();
            return dump(least);
        });
        Diagnosis found = CountedWaiters.with(inspection.found(), new WaiterCounts(read.heaps()));
        return inspection.with(read.slow()
                .map(slow -> found.toBuilder().note(slow + ".").build())
                .orElse(found));
    }

    /** One dump, and how long it took from the request to its file: the JVM stands still for half of that or more. */
    record Dump(RequestsInHeap heap, Duration took) {}

    interface Dumps {
        Dump next(boolean first) throws ProbeException, InterruptedException;
    }

    /** @param slow why no more were read than these; empty where no more were wanted */
    record Read(List<RequestsInHeap> heaps, Optional<String> slow) {}

    /**
     * As many as are needed, and none after one that took far longer than was said.
     *
     * @throws ProbeException where that leaves too few
     */
    static Read read(Duration announced, Dumps dumps) throws ProbeException, InterruptedException {
        List<RequestsInHeap> heaps = new ArrayList<>();
        Duration longest = longest(announced);
        while (heaps.size() < DUMPS || heaps.size() < MOST_DUMPS && new WaiterCounts(heaps).wouldTellMore()) {
            Dump dump = dumps.next(heaps.isEmpty());
            heaps.add(dump.heap());
            if (dump.took().compareTo(longest) > 0) {
                String slow =
                        "After %d heap dump%s no more were made: the last took %.1f s, and about %.1f s had been announced; the disk or the machine is slow"
                                .formatted(
                                        heaps.size(),
                                        heaps.size() == 1 ? "" : "s",
                                        Times.seconds(dump.took()),
                                        Times.seconds(announced));
                if (heaps.size() < DUMPS) {
                    throw new ProbeException(slow);
                }
                return new Read(heaps, Optional.of(slow));
            }
        }
        return new Read(heaps, Optional.empty());
    }

    /** How many have to wait at one place, of so many in flight. */
    public static int least(double inFlight) {
        return (int) Math.max(FEWEST, Math.ceil(MOST * inFlight));
    }

    /** By lot: users who come round in turn are not met where they were each time. */
    private static Duration apart() {
        return Times.ofSeconds(Times.seconds(APART) * (1 - APART_BY_LOT * Math.random()));
    }

    /** Whoever agreed may have taken his time. */
    private void check() throws ProbeException {
        long now = of(process).used;
        if (pause(now).compareTo(pause(GROWN * used)) > 0) {
            throw new ProbeException("%d MB of its heap are in use by now, and were %d MB when you were asked"
                    .formatted(now >> 20, used >> 20));
        }
    }

    /** No longer on the disk than it is read. */
    private Dump dump(int least) throws ProbeException {
        try (HeapFolder folder = HeapFolder.create()) {
            Clients clients = Clients.of(process.pid());
            long begin = System.nanoTime();
            Path file = folder.dump(process, "heap");
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            return new Dump(
                    HeapReader.read(file, heap -> heap.requests(clients.connected(), clients.inFlight(), least)), took);
        } catch (IOException e) {
            throw new ProbeException("who waits cannot be told: " + e.getMessage(), e);
        }
    }
}
