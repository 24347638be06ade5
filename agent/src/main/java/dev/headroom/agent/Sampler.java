package dev.headroom.agent;

import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The thread that looks at the JVM every now and then and sends what it saw. */
final class Sampler implements Runnable {

    private final Link link;
    private final Origins origins;
    private final Pools pools = new Pools();
    private final Limits limits;
    private final Hooks hooks;
    private final Lease lease = new Lease(System::nanoTime);
    private final Moves moves;
    private final Watchdog watchdog;
    private final Budget budget;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile boolean reads = true;

    /**
     * @param hooks what was changed for sampling
     * @param watchdog told where sampling fails
     */
    Sampler(Link link, Budget budget, Limits limits, Origins origins, Hooks hooks, Watchdog watchdog) {
        this.link = link;
        this.origins = origins;
        this.limits = limits;
        this.hooks = hooks;
        this.budget = budget;
        thread = new Thread(null, this, "headroom-sampler");
        Agent.own(thread);
        moves = new Moves(lease, () -> LockSupport.unpark(thread));
        this.watchdog = watchdog;
        watchdog.guard(this);
    }

    void start() {
        thread.start();
    }

    /** Headroom has spoken. */
    void hear() {
        lease.hear();
    }

    /** Moves the limit of that kind and number, and says soon how that went. */
    void move(Moves.Order order, byte kind, int number) {
        moves.move(order, () -> kind == Wire.POOL ? pools.get(number) : limits.get(number));
    }

    /** Whether Headroom has fallen silent. */
    boolean isUnheard() {
        return lease.isSilent();
    }

    Moves moves() {
        return moves;
    }

    /** Puts back what was moved, ends sampling and waits until it has ended. */
    void stop() {
        try {
            moves.leave();
        } finally {
            stopped = true;
            LockSupport.unpark(thread);
            try {
                thread.join(TimeUnit.SECONDS.toMillis(5));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    void recordReads(boolean on) {
        reads = on;
    }

    @Override
    public void run() {
        try {
            describe(link.out());
            sample(link.out());
        } catch (IOException e) {
            if (!stopped) {
                Agent.say("sampling ends, Headroom does not listen any more: " + e.getMessage());
            }
        } catch (Throwable e) { // no memory, say: Headroom learns it by the end of the connection
            watchdog.leave(true);
            Agent.ends("sampling", e);
        }
    }

    private static void describe(DataOutputStream out) throws IOException {
        out.writeByte(Wire.JVM);
        out.writeInt(Runtime.getRuntime().availableProcessors());
        out.writeUTF(String.join("\n", ManagementFactory.getRuntimeMXBean().getInputArguments()));
    }

    /** The first looks come before the flight recorder, which takes a while to start. */
    private void sample(DataOutputStream out) throws IOException {
        try (Looks looks = new Looks(budget, pools, limits, origins)) {
            looks.rehearse(out);
            sample(out, looks);
        }
    }

    private void sample(DataOutputStream out, Looks looks) throws IOException {
        try (FlightRecording flight = FlightRecording.start(out)) {
            looks.recorded();
            while (!stopped) {
                flight.reads(reads);
                flight.renew();
                flight.watchRoom(out);
                LockSupport.parkNanos(this, budget.nextNanos());
                hooks.settle(limits.metStranger());
                moves.write(out);
                looks.look(out);
            }
        }
    }
}
