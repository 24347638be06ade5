package dev.headroom.load;

import dev.headroom.core.model.Load;
import dev.headroom.core.model.Times;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Arrivals i = 0, 1, 2, … due at start + i / rate, whatever the service does. All that are due go out at each waking, so a late waking
 * costs lag, never an arrival. Those that are still not sent when a tenth more than the time of the load and a second are over are given
 * up and counted as the generator's failure.
 */
final class OpenArrivals implements ArrivalProcess {

    /** Then the sockets have a turn: sending alone would let answers wait. */
    private static final int AT_ONE_GO = 64;

    private static final long NANOS = 1_000_000_000;

    private final Loop loop;
    private final RequestSender sender;
    private final LongConsumer lag;
    private final IdleConnections idle = new IdleConnections();
    private final double nanosBetween;
    private final long arrivals;
    private final long timeout;

    private @Nullable Listener listener;
    private long start;
    private long next;
    private boolean stopped;

    /** @param lag told how late each request went out, in nanoseconds */
    OpenArrivals(Loop loop, RequestSender sender, Load.Open load, LongConsumer lag) {
        this.loop = loop;
        this.sender = sender;
        this.lag = lag;
        this.nanosBetween = NANOS / load.rate().perSecond();
        this.arrivals = arrivals(load);
        this.timeout = load.duration().toNanos() / 10 * 11 + NANOS;
    }

    /** How many arrivals lie in [0, duration): the rate times the duration, rounded up. */
    static long arrivals(Load.Open load) {
        double exact = load.rate().perSecond() * Times.seconds(load.duration());
        return (long) Math.ceil(exact - 1e-6);
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
        if (!stopped && next < arrivals && listener != null) {
            stopped = true;
            listener.offered();
        }
    }

    private void sendDue() {
        for (int sent = 0; next < arrivals && !stopped; sent++) {
            long due = due(next);
            long now = System.nanoTime();
            if (due > now) {
                loop.at(due, this::sendDue);
                return;
            }
            if (sent == AT_ONE_GO) {
                loop.soon(this::sendDue);
                return;
            }
            next++;
            lag.accept(now - due);
            if (now - start > timeout) {
                sender.giveUp(due, idle);
            } else {
                sender.send(due, idle, (exchange, outcome, at) -> ended());
            }
        }
        if (!stopped && listener != null) {
            listener.offered();
        }
    }

    private void ended() {
        if (listener != null) {
            listener.ended();
        }
    }

    private long due(long arrival) {
        return start + (long) (arrival * nanosBetween);
    }
}
