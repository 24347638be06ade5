package dev.headroom.agent.sampling;

import java.io.IOException;
import java.util.Arrays;

/**
 * What stack walks cost: this thread's own clock, and that of the VM's thread, which does the walking. The latter may collect garbage meanwhile,
 * and where it cannot be read the wall's clock is, which runs on while others have the core; so the time of one thread is the least seen
 * lately, times the threads walked.
 */
final class WalkCost implements AutoCloseable {

    /** Share of what earlier walks cost that still counts at the next: the first ran uncompiled code. */
    private static final double KEPT = 0.5;

    private final Processor processor;
    private final KernelClock walker = KernelClock.of("VM Thread");
    private final double machine;
    private final double[] each = new double[16];
    private int walks;
    private double spent;
    private double counted;
    private long here;
    private long elsewhere;
    private long elsewhereSoFar;

    private long partElsewhere;
    private long beginHere;
    private long beginWall;
    private long beginWalker;

    /** @param machine cores that it has, which a walk stops as far as they run this JVM */
    WalkCost(Processor processor, double machine) {
        this.machine = machine;
        this.processor = processor;
    }

    /** A look begins, of one walk or several. */
    void look() {
        here = 0;
        elsewhere = 0;
    }

    void begin() throws IOException {
        beginHere = processor.ownNanos();
        beginWall = System.nanoTime();
        beginWalker = walker.nanos();
    }

    /** The stacks have been taken, and not yet been worked on. */
    void taken(int stacks) throws IOException {
        if (stacks == 0) {
            partElsewhere = 0;
        } else {
            boolean byWall = walker.isEmpty();
            long took = byWall ? System.nanoTime() - beginWall : walker.nanos() - beginWalker;
            each[walks++ % each.length] = (double) took / stacks;
            double least = Arrays.stream(each).filter(one -> one > 0).min().orElse(0);
            partElsewhere = (long) Math.max(0, stacks * least - (byWall ? processor.ownNanos() - beginHere : 0));
        }
        elsewhere += partElsewhere;
        elsewhereSoFar += partElsewhere;
    }

    void end(int stacks) {
        long partHere = processor.ownNanos() - beginHere;
        here += partHere;
        if (stacks > 0) {
            spent = partHere + partElsewhere * machine + KEPT * spent;
            counted = stacks + KEPT * counted;
        }
    }

    /** What the walks of the last look cost on this thread's own clock, ns. */
    long here() {
        return here;
    }

    /** What all walks cost beyond this thread's own clock, ns. */
    long elsewhereSoFar() {
        return elsewhereSoFar;
    }

    /** What the walks of the last look kept from the application, ns on a core: while the VM's thread walks, no core runs it. */
    double lost() {
        return here + elsewhere * machine;
    }

    /** What the stack of one thread costs altogether, ns; 0 before the first. */
    double price() {
        return counted > 0 ? spent / counted : 0;
    }

    @Override
    public void close() throws IOException {
        walker.close();
    }
}
