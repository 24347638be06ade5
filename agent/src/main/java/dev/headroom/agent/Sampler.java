package dev.headroom.agent;

import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The thread that looks at the JVM every now and then and sends what it saw. */
final class Sampler implements Runnable {

    /** Stacks of platform threads in one look: of 64, a share has a standard error of 6 %, and of 1 % in 40 looks. */
    private static final int LEAST_STACKS = 64;

    private static final int MOST_STACKS = 4_096;

    private final Link link;
    private final Origins origins;
    private final Pools pools = new Pools();
    private final Limits limits;
    private final Runnable leave;
    private final Moves moves = new Moves();
    private final Budget budget;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile boolean reads = true;

    /** What looking has cost so far beyond this thread's own clock: walks are done by the VM's thread. */
    private long elsewhere;

    /** @param leave makes good what was changed for sampling */
    Sampler(Link link, double cores, Limits limits, Origins origins, Runnable leave) {
        this.link = link;
        this.origins = origins;
        this.limits = limits;
        this.leave = leave;
        budget = new Budget(cores);
        thread = new Thread(null, this, "headroom-sampler");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Moves the limit of that kind and number, and says soon how that went. */
    void move(int request, byte kind, int number, int to) {
        Movable limit = kind == Wire.POOL ? pools.get(number) : limits.get(number);
        moves.move(request, limit, to, () -> LockSupport.unpark(thread));
    }

    /** Puts back what was moved, ends sampling and waits until it has ended. */
    void stop() {
        moves.putBack();
        stopped = true;
        LockSupport.unpark(thread);
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        leave.run();
    }

    void recordReads(boolean on) {
        reads = on;
    }

    @Override
    public void run() {
        Flight flight = null;
        try {
            DataOutputStream out = link.out();
            describe(out);
            flight = flight(out);
            sample(out, flight);
        } catch (IOException e) {
            if (!stopped) {
                Agent.say("sampling ends, Headroom does not listen any more: " + e.getMessage());
            }
        } catch (RuntimeException | LinkageError e) {
            Agent.say("sampling ends: " + e);
            link.close();
        } finally {
            if (flight != null) {
                flight.close();
            }
        }
    }

    private void sample(DataOutputStream out, @Nullable Flight flight) throws IOException {
        Stacks stacks = new Stacks(origins);
        Doors doors = new Doors();
        PlatformThreads platform = new PlatformThreads(pools, doors, stacks, limits);
        Optional<VirtualThreads> virtual = VirtualThreads.of(stacks, limits);
        Processor processor = new Processor();
        Deadlocks deadlocks = new Deadlocks();
        boolean recording = true;
        double fixed = 0;
        double priceOfVirtual = 0;
        while (!stopped) {
            long begin = processor.ownNanos();
            Instant now = Instant.now();
            moves.write(out);
            limits.begin();
            PlatformThreads.Change change =
                    platform.look(out, budget.affordable(fixed, platform.price(), LEAST_STACKS, MOST_STACKS));
            long beginVirtual = processor.ownNanos();
            int most = budget.affordable(
                    fixed + platform.walkedHere() + platform.walkedElsewhere(),
                    priceOfVirtual,
                    VirtualThreads.LEAST,
                    VirtualThreads.MOST);
            VirtualThreads.Seen seen =
                    virtual.isPresent() ? virtual.get().look(out, most) : VirtualThreads.Seen.UNKNOWN;
            long ofVirtual = processor.ownNanos() - beginVirtual;
            priceOfVirtual = seen.looked() > 0 ? (double) ofVirtual / seen.looked() : 0;
            elsewhere += platform.walkedElsewhere();
            limits.write(out, platform::take);
            out.writeByte(Wire.SAMPLE);
            out.writeLong(TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + now.getNano() / 1_000);
            out.writeLong(processor.processNanos());
            out.writeLong(processor.ownNanos() + elsewhere + platform.flightCpu());
            write(out, change, pools, doors, seen);
            limits.writeFigures(out);
            out.writeInt(deadlocks.count());
            out.flush();
            long own = processor.ownNanos() - begin;
            fixed = own - ofVirtual - platform.walkedHere();
            budget.spent(own + platform.walkedElsewhere());
            if (flight != null && recording != reads) {
                recording = reads;
                flight.reads(recording);
            }
            LockSupport.parkNanos(this, budget.nextNanos());
        }
    }

    private static void write(
            DataOutputStream out, PlatformThreads.Change change, Pools pools, Doors doors, VirtualThreads.Seen virtual)
            throws IOException {
        out.writeLong(virtual.count());
        write(out, change.moved());
        write(out, change.found());
        out.writeInt(change.ended().size());
        for (long ended : change.ended()) {
            out.writeLong(ended);
        }
        pools.write(out);
        doors.write(out);
        out.writeInt(virtual.looked());
        out.writeInt(virtual.stacks().size());
        for (Map.Entry<Integer, Integer> stack : virtual.stacks().entrySet()) {
            out.writeInt(stack.getKey());
            out.writeInt(stack.getValue());
        }
    }

    private static void write(DataOutputStream out, List<long[]> places) throws IOException {
        out.writeInt(places.size());
        for (long[] place : places) {
            out.writeLong(place[0]);
            out.writeInt((int) place[1]);
        }
    }

    private static void describe(DataOutputStream out) throws IOException {
        out.writeByte(Wire.JVM);
        out.writeInt(Runtime.getRuntime().availableProcessors());
        out.writeUTF(String.join("\n", ManagementFactory.getRuntimeMXBean().getInputArguments()));
    }

    private static @Nullable Flight flight(DataOutputStream out) throws IOException {
        try {
            Flight flight = new Flight();
            Optional<String> repository = Flight.repository();
            if (repository.isPresent()) {
                out.writeByte(Wire.FLIGHT);
                out.writeUTF(repository.get());
                return flight;
            }
            flight.close();
            note(out, "this JVM names no flight recorder repository: no holding times by a clock");
        } catch (RuntimeException | LinkageError e) {
            note(out, "this JVM has no flight recorder (" + e + "): no holding times by a clock");
        }
        return null;
    }

    private static void note(DataOutputStream out, String text) throws IOException {
        out.writeByte(Wire.NOTE);
        out.writeUTF(text);
    }
}
