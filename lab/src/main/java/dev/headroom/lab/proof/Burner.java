package dev.headroom.lab.proof;

import dev.headroom.core.text.Numbers;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.os.process.Processors;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Uses a share of the processor in short bursts, as any other process on the machine would: what shares the cores with it has so much less of
 * them. How much it got is measured by its threads' own clocks, so that a scheduler which gives it more or less than it asks for makes no error.
 */
final class Burner implements AutoCloseable {

    /** Long against a switch of threads, short against a request. */
    private static final long BURST_NANOS = 4_000_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final DoubleAdder burnt = new DoubleAdder();
    private final List<Thread> running = new ArrayList<>();
    private final int cores;
    private final double share;
    private volatile boolean on;
    private volatile boolean over;

    /** @param share of each core, 0 to 1 */
    Burner(int cores, double share) {
        this.cores = cores;
        this.share = share;
        for (int i = 0; i < cores; i++) {
            running.add(
                    Thread.ofPlatform().daemon().name("headroom-burner-" + i).start(this::run));
        }
    }

    /**
     * On other cores than the service's it would take nothing from the service, nor where a quota grants that fewer than it may run on.
     *
     * @param service that it may run on; none where that is not told
     * @param granted of them, as many as it may use
     * @throws ProbeException where this process may run on others, or on more
     */
    static void requireSameCores(Set<Integer> service, double granted) throws ProbeException {
        Set<Integer> own = Processors.allowed(ProcessHandle.current().pid());
        if (!service.isEmpty() && !(service.equals(own) && granted >= own.size())) {
            throw new ProbeException("the service may use " + Numbers.of(granted) + " of the cores " + sorted(service)
                    + " and Headroom the cores " + sorted(own)
                    + ": what Headroom uses need not be taken from the service; start both on the same cores");
        }
    }

    private static String sorted(Set<Integer> cores) {
        return cores.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
    }

    void turn(boolean burns) {
        on = burns;
        running.forEach(LockSupport::unpark);
    }

    /** Seconds of processor time used so far. */
    double seconds() {
        return burnt.sum();
    }

    int cores() {
        return cores;
    }

    private void run() {
        long period = (long) (BURST_NANOS / share);
        while (!over) {
            if (!on) {
                LockSupport.park(this);
                continue;
            }
            long began = System.nanoTime();
            long cpu = threads.getCurrentThreadCpuTime();
            long used = 0;
            while (used < BURST_NANOS && on) {
                for (int i = 0; i < 20_000; i++) {
                    Thread.onSpinWait();
                }
                used = threads.getCurrentThreadCpuTime() - cpu;
            }
            burnt.add(used / 1e9);
            long rest = period - (System.nanoTime() - began);
            if (rest > 0) {
                LockSupport.parkNanos(this, rest);
            }
        }
    }

    @Override
    public void close() {
        over = true;
        on = false;
        running.forEach(LockSupport::unpark);
    }
}
