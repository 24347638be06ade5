package dev.headroom.agent;

import dev.headroom.agent.jvm.Log;
import dev.headroom.agent.jvm.Origins;
import dev.headroom.agent.jvm.Threads;
import dev.headroom.agent.limits.Hooks;
import dev.headroom.agent.limits.Limits;
import dev.headroom.agent.moves.Lease;
import dev.headroom.agent.moves.MoveOrder;
import dev.headroom.agent.moves.Moves;
import dev.headroom.agent.moves.Occupations;
import dev.headroom.agent.moves.Turns;
import dev.headroom.agent.pools.Pools;
import dev.headroom.agent.recording.FlightRecording;
import dev.headroom.agent.sampling.Budget;
import dev.headroom.agent.sampling.Looks;
import dev.headroom.agent.sampling.Loops;
import dev.headroom.agent.wire.Link;
import dev.headroom.agent.wire.Replies;
import dev.headroom.agent.wire.Wire;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The thread that looks at the JVM every now and then and sends what it saw. */
final class Sampler implements Runnable, Watched {

    /** Looks may be half a minute apart; room on the disk, classes and replies are seen to meanwhile. */
    private static final long LONGEST_TURN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Link link;
    private final Origins origins;
    private final Pools pools = new Pools();
    private final Limits limits;
    private final Loops loops = new Loops();
    private final Hooks hooks;
    private final Lease lease = new Lease(System::nanoTime);
    private final Replies replies;
    private final Moves moves;
    private final Watchdog watchdog;
    private final Budget budget;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile boolean reads = true;
    private volatile @Nullable FlightRecording recording;
    private volatile long turns;
    private final Standstill standstill = new Standstill();
    private volatile boolean unwatched;

    /**
     * @param hooks what was changed for sampling
     * @param watchdog told where sampling fails
     */
    Sampler(
            Link link,
            Budget budget,
            Limits limits,
            Origins origins,
            Hooks hooks,
            Turns.Bounds bounds,
            Watchdog watchdog) {
        this.link = link;
        this.origins = origins;
        this.limits = limits;
        this.hooks = hooks;
        this.budget = budget;
        thread = Threads.daemon(this, "headroom-sampler");
        replies = new Replies(() -> LockSupport.unpark(thread));
        moves = new Moves(lease, bounds, replies);
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

    /** Moves the limit that is meant, and says soon how that went. */
    void move(Command command) {
        MoveOrder order = command.order();
        if (order != null) {
            int number = command.numbers().get(0).intValue();
            moves.move(order, () -> command.kind() == Wire.POOL ? pools.get(number) : limits.get(number));
        }
    }

    /** Keeps a share of the limit that is meant busy, or of those loops, and says soon whether that could be begun. */
    void occupy(Command command) {
        Occupations.Order order = command.occupation();
        if (order != null) {
            List<Long> numbers = command.numbers();
            int number = numbers.get(0).intValue();
            moves.occupy(command.request(), order, () -> switch (command.kind()) {
                case Wire.THREAD -> loops.of(numbers);
                case Wire.POOL -> pools.occupiable(number);
                default -> limits.occupiable(number);
            });
        }
    }

    @Override
    public boolean isUnheard() {
        return lease.isSilent();
    }

    @Override
    public boolean isForsaken() {
        return lease.isForsaken();
    }

    @Override
    public Moves moves() {
        return moves;
    }

    /** A look may wait for a lock of the application's for ever, and nobody watches the room on the disk then. */
    @Override
    public void watch() {
        FlightRecording running = recording;
        if (running != null && standstill.lasts(turns) && running.isRunning() && !unwatched) {
            Threads.daemon(running::close, "headroom-recordings").start(); // a busy JVM may take long to close it
            unwatched = true;
            Log.say("a look at the threads does not end: the flight recording does, since nobody watches the disk");
        }
    }

    @Override
    public void end() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void stop() {
        end();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            FlightRecording left = recording;
            if (left != null) { // the sampler may wait for a lock of the application's for ever
                left.close();
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
                Log.say("sampling ends, Headroom does not listen any more: " + e.getMessage());
            }
        } catch (Throwable e) { // no memory, for example
            watchdog.leave(true);
            Threads.ends("sampling", e);
        } finally {
            if (!stopped) {
                link.close(); // so that all is left as it was, though Headroom may live
            }
        }
    }

    private static void describe(DataOutputStream out) throws IOException {
        out.writeByte(Wire.JVM);
        out.writeInt(Runtime.getRuntime().availableProcessors());
        Wire.text(out, String.join("\n", ManagementFactory.getRuntimeMXBean().getInputArguments()));
    }

    /** The first looks come before the flight recorder, which takes a while to start. */
    private void sample(DataOutputStream out) throws IOException {
        try (Looks looks = new Looks(budget, pools, limits, origins, loops)) {
            looks.rehearse(out);
            sample(out, looks);
        }
    }

    private void sample(DataOutputStream out, Looks looks) throws IOException {
        try (FlightRecording flight = FlightRecording.start(out)) {
            recording = flight;
            looks.recorded();
            boolean told = false;
            long next = System.nanoTime() + budget.nextNanos();
            for (long turn = 1; !stopped; turn++) {
                flight.reads(reads);
                flight.renew();
                flight.watchRoom(out);
                LockSupport.parkNanos(this, Math.min(LONGEST_TURN_NANOS, next - System.nanoTime()));
                hooks.settle(limits.metStranger());
                replies.write(out);
                if (next - System.nanoTime() <= 0) {
                    looks.look(out);
                    next = System.nanoTime() + budget.nextNanos();
                } else {
                    out.flush();
                }
                turns = turn;
                if (unwatched && !told) {
                    Wire.note(out, "a look at its threads hung: no holding times by a clock from here on");
                    told = true;
                }
            }
        }
    }
}
