package dev.headroom.load.arrivals;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Schedule;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.load.generator.GeneratorWatch;
import dev.headroom.load.http.IdleConnections;
import dev.headroom.load.http.Loop;
import dev.headroom.load.http.RequestOutcome;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Arrivals that are due as a {@link Schedule} says, whatever the service does. All that are due go out at each waking, so a late waking
 * costs lag, never an arrival. Those that are still not sent when a tenth more than the time of the load and a second are over are given
 * up and counted as the generator's failure.
 *
 * <p>Where the load may have so many connections only, a request that finds all of them in use waits for one, first come, first served, for as
 * long as a client waits for an answer at most.
 */
public final class OpenArrivals implements ArrivalProcess {

    /** Then the sockets have a turn: sending alone would let answers wait. */
    private static final int AT_ONE_GO = 64;

    private static final long NANOS = 1_000_000_000;

    private static final RequestOutcome.Failed TOO_SLOW =
            new RequestOutcome.Failed(ErrorKind.GENERATOR, "the generator is too slow for this rate");
    private static final RequestOutcome.Failed NONE_FREE =
            new RequestOutcome.Failed(ErrorKind.CONNECT_TIMEOUT, "none of the load's connections was free in time");

    private final Loop loop;
    private final RequestSender sender;
    private final GeneratorWatch watch;
    private final Schedule schedule;
    private final IdleConnections idle = new IdleConnections();
    private final Queue<Long> waiting = new ArrayDeque<>();
    private final int connections;
    private final long patience;
    private final long timeout;

    private @Nullable Listener listener;
    private long start;
    /** Nanoseconds from the start to the next arrival. */
    private long next;

    private int inFlight;
    private boolean offered;
    private boolean stopped;

    /** @param watch told how late each request went out */
    public OpenArrivals(Loop loop, RequestSender sender, Load.Open load, GeneratorWatch watch) {
        this.loop = loop;
        this.sender = sender;
        this.watch = watch;
        this.schedule = Schedule.of(load);
        this.next = schedule.next();
        this.connections = load.connections().orElse(Integer.MAX_VALUE);
        this.patience = load.transport().timeout().toNanos();
        this.timeout = load.duration().toNanos() / 10 * 11 + NANOS;
    }

    @Override
    public void begin(long at, Listener told) {
        start = at;
        listener = told;
        loop.at(at, this::sendDue);
    }

    @Override
    public void stop() {
        stopped = true;
    }

    @Override
    public void end() {
        next = Schedule.OVER;
        offered();
    }

    @Override
    public Collection<Long> waiting() {
        return waiting;
    }

    private void sendDue() {
        for (int sent = 0; next != Schedule.OVER && !stopped; sent++) {
            long due = start + next;
            long now = System.nanoTime();
            if (due > now) {
                loop.at(due, this::sendDue);
                return;
            }
            if (sent == AT_ONE_GO) {
                loop.soon(this::sendDue);
                return;
            }
            next = schedule.next();
            watch.late(now - due);
            sender.due(due);
            if (now - start > timeout) {
                sender.giveUp(due, idle, TOO_SLOW);
            } else if (isFull()) {
                waiting.add(due);
            } else {
                send(due);
            }
        }
        offered();
    }

    private boolean isFull() {
        return inFlight >= atOnce();
    }

    private long atOnce() {
        return (long) connections * sender.streams();
    }

    private void send(long due) {
        inFlight++;
        sender.send(due, idle, (exchange, outcome, at) -> ended(outcome));
    }

    private void ended(RequestOutcome outcome) {
        inFlight--;
        if (!waiting.isEmpty()) {
            if (outcome instanceof RequestOutcome.Failed) {
                loop.soon(this::sendWaiting); // a failure may come from within the sending: do not nest
            } else {
                sendWaiting();
            }
        }
        tellEnded();
    }

    private void tellEnded() {
        if (listener != null) {
            listener.ended();
        }
    }

    private void sendWaiting() {
        while (!waiting.isEmpty() && !isFull() && !stopped) {
            long due = waiting.remove();
            long waited = System.nanoTime() - due;
            watch.waited(waited, atOnce());
            if (waited > patience) {
                sender.giveUp(due, idle, NONE_FREE);
                tellEnded();
            } else {
                send(due);
            }
        }
    }

    private void offered() {
        if (!offered && !stopped && listener != null) {
            offered = true;
            listener.offered();
        }
    }
}
