package dev.headroom.agent.sampling;

import dev.headroom.agent.catalogue.Catalogue;
import dev.headroom.agent.jvm.HeapReserve;
import dev.headroom.agent.jvm.Origins;
import dev.headroom.agent.limits.Limits;
import dev.headroom.agent.pools.Pools;
import dev.headroom.agent.wire.Wire;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Looks at everything, one sample each, and holds the budget to what that costs. */
public final class Looks implements AutoCloseable {

    /** Stacks of platform threads in one look: of 64, a share has a standard error of 6 %, and of 1 % in 40 looks. */
    private static final int LEAST_STACKS = 64;

    private static final int MOST_STACKS = 4_096;

    /** Uncompiled, a look costs ten times what it will, and would stay so if looks were rare. */
    private static final int REHEARSED = 40;

    private static final long REHEARSAL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final long CIRCLES_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Budget budget;
    private final HeapReserve reserve;
    private boolean told;
    private boolean toldRare;
    private final Pools pools;
    private final Limits limits;
    private final Connectors connectors = new Connectors(Catalogue.packed());
    private final PlatformThreads platform;
    private final Optional<VirtualThreads> virtual;
    private final Processor processor = new Processor();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long lookedForCircles = System.nanoTime();
    private int deadlocked;

    private final WalkCost walk;
    private final WalkCost walkOfHolders;
    private KernelClock recorder = KernelClock.none();

    private double fixed;
    private double priceOfVirtual;

    public Looks(Budget budget, Pools pools, Limits limits, Origins origins, Loops loops) {
        this.budget = budget;
        reserve = HeapReserve.ofThisJvm();
        this.pools = pools;
        this.limits = limits;
        walk = new WalkCost(processor, budget.machine());
        walkOfHolders = new WalkCost(processor, budget.machine());
        Stacks stacks = new Stacks(origins, limits);
        platform = new PlatformThreads(pools, loops, connectors, stacks, limits, walk, walkOfHolders);
        virtual = VirtualThreads.of(stacks, limits, pools);
    }

    /** Looks until the code is compiled, or has had its time: once, before anything is measured. */
    public void rehearse(DataOutputStream out) throws IOException {
        long begin = processor.ownNanos();
        for (int i = 0; i < REHEARSED && processor.ownNanos() - begin < REHEARSAL_NANOS; i++) {
            look(out);
        }
        budget.rehearsed();
    }

    /** None where the heap is nearly full and the JVM ends when it is. */
    public void look(DataOutputStream out) throws IOException {
        if (reserve.isEnough()) {
            take(out);
        } else if (!told) {
            told = true;
            Wire.note(
                    out,
                    "looks were left out: its heap was nearly full, and a JVM with its flags ends when no memory is"
                            + " left, whoever asks for it");
            out.flush();
        }
    }

    private void take(DataOutputStream out) throws IOException {
        long begin = processor.ownNanos();
        Instant now = Instant.now();
        limits.begin();
        PlatformThreads.Change change =
                platform.look(out, budget.affordable(fixed, walk.price(), LEAST_STACKS, MOST_STACKS));
        long beginVirtual = processor.ownNanos();
        VirtualThreads.Seen seen = virtual(out);
        long ofVirtual = processor.ownNanos() - beginVirtual;
        priceOfVirtual = seen.walked() > 0 ? (double) ofVirtual / seen.walked() : 0;
        limits.write(out, platform::take);
        out.writeByte(Wire.SAMPLE);
        out.writeLong(TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + now.getNano() / 1_000);
        out.writeLong(processor.processNanos());
        out.writeLong(processor.ownNanos() + walk.elsewhereSoFar() + walkOfHolders.elsewhereSoFar() + recorder.nanos());
        write(out, change, seen);
        limits.writeFigures(out);
        out.writeInt(deadlocked());
        out.flush();
        long own = processor.ownNanos() - begin;
        double ofHolders = walkOfHolders.lost() - walkOfHolders.here();
        fixed = own + ofHolders - ofVirtual - walk.here();
        budget.spent(own + ofHolders - walk.here() + walk.lost());
        if (budget.areRare() && !toldRare) {
            toldRare = true;
            Wire.note(
                    out,
                    String.format(
                            Locale.ROOT,
                            "looks are rare, %.0f s apart on average: each takes %.0f ms of processor time, and more of"
                                    + " them would take more than their share; watch for longer (--for)",
                            budget.meanNanos() / 1e9,
                            budget.cost() / 1e6));
            out.flush();
        }
    }

    /** Platform threads that wait for each other in a circle. Finding them stops the JVM, so it is done rarely. */
    private int deadlocked() {
        if (System.nanoTime() - lookedForCircles > CIRCLES_NANOS) {
            long[] circle = threads.findDeadlockedThreads();
            deadlocked = circle == null ? 0 : circle.length;
            lookedForCircles = System.nanoTime();
        }
        return deadlocked;
    }

    /** The flight recorder runs: what its threads take belongs to what looking costs. */
    public void recorded() {
        recorder = KernelClock.of("JFR ");
    }

    private VirtualThreads.Seen virtual(DataOutputStream out) throws IOException {
        if (virtual.isEmpty()) {
            return VirtualThreads.Seen.UNKNOWN;
        }
        double before = fixed + walk.lost();
        return virtual.get()
                .look(out, budget.affordable(before, priceOfVirtual, VirtualThreads.LEAST, VirtualThreads.MOST));
    }

    private void write(DataOutputStream out, PlatformThreads.Change change, VirtualThreads.Seen seen)
            throws IOException {
        out.writeLong(seen.count());
        write(out, change.moved());
        write(out, change.found());
        out.writeInt(change.ended().size());
        for (long ended : change.ended()) {
            out.writeLong(ended);
        }
        pools.write(out);
        connectors.write(out);
        out.writeBoolean(seen.atOnce());
        out.writeInt(seen.places().size());
        for (Map.Entry<VirtualThreads.Place, Double> place : seen.places().entrySet()) {
            out.writeInt(place.getKey().pool());
            out.writeInt(place.getKey().stack());
            out.writeDouble(place.getValue());
        }
    }

    private static void write(DataOutputStream out, List<long[]> places) throws IOException {
        out.writeInt(places.size());
        for (long[] place : places) {
            out.writeLong(place[0]);
            out.writeInt((int) place[1]);
            out.writeLong(place[2]);
        }
    }

    @Override
    public void close() throws IOException {
        recorder.close();
        walk.close();
        walkOfHolders.close();
    }
}
