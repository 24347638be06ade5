package dev.headroom.lab.proof;

import dev.headroom.probe.ProbeException;
import dev.headroom.probe.os.process.Processors;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.locks.LockSupport;

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
     * On other cores than the service's it would take nothing from the service.
     *
     * @param cores that the service may use
     * @throws ProbeException where this process may use more or fewer
     */
    static void requireSameCores(int cores) throws ProbeException {
        int own = Processors.allowed(ProcessHandle.current().pid()).size();
        if (own > 0 && own != cores) {
            throw new ProbeException("the service may use " + cores + " cores and Headroom " + own
                    + ": what Headroom uses need not be taken from the service; start both on the same cores");
        }
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
