package dev.headroom.load.arrivals;

import dev.headroom.core.model.load.Load;
import dev.headroom.load.generator.GeneratorWatch;
import dev.headroom.load.http.Exchange;
import dev.headroom.load.http.IdleConnections;
import dev.headroom.load.http.Loop;
import dev.headroom.load.http.RequestOutcome;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Users that each send, wait for the answer, think and send again. User i of n enters at i / n of the ramp-up. A request is due when its
 * user is ready for it.
 */
public final class ClosedArrivals implements ArrivalProcess {

    private static final int AT_ONE_GO = 64;

    private final Loop loop;
    private final RequestSender sender;
    private final int users;
    private final long nanosBetweenEntries;
    private final Load.Closed load;
    private final GeneratorWatch watch;
    private final long pauseAfterFailure;
    private final Load.Until until;

    private @Nullable Listener listener;
    private long start;
    private long end = Long.MAX_VALUE;
    private long left = Long.MAX_VALUE;
    private int ofEachUser = Integer.MAX_VALUE;
    private int entered;
    private boolean over;

    /**
     * @param watch told how late each request went out
     * @param pauseAfterFailure a user whose request fails waits this long, so that a warm-up does not hammer a service that is not there
     */
    public ClosedArrivals(
            Loop loop, RequestSender sender, Load.Closed load, GeneratorWatch watch, Duration pauseAfterFailure) {
        this.loop = loop;
        this.sender = sender;
        this.users = load.users();
        this.nanosBetweenEntries = load.rampUp().toNanos() / load.users();
        this.load = load;
        this.watch = watch;
        this.pauseAfterFailure = pauseAfterFailure.toNanos();
        this.until = load.until();
    }

    @Override
    public void begin(long at, Listener told) {
        start = at;
        listener = told;
        switch (until) {
            case Load.Until.Iterations each -> {
                ofEachUser = each.perUser();
                left = (long) ofEachUser * users;
            }
            case Load.Until.Requests all -> left = all.total();
            case Load.Until.Elapsed elapsed -> {
                end = at + elapsed.duration().toNanos();
                loop.at(end, this::offered);
            }
        }
        loop.at(at, this::enter);
    }

    @Override
    public void stop() {
        over = true;
    }

    @Override
    public void end() {
        offered();
    }

    private void enter() {
        for (int atOnce = 0; entered < users && !over; atOnce++) {
            long due = start + entered * nanosBetweenEntries;
            if (due > System.nanoTime()) {
                loop.at(due, this::enter);
                return;
            }
            if (atOnce == AT_ONE_GO) {
                loop.soon(this::enter);
                return;
            }
            new User(entered++).send(due);
        }
    }

    private void offered() {
        if (!over) {
            over = true;
            if (listener != null) {
                listener.offered();
            }
        }
    }

    private final class User implements Exchange.Listener {
        private final IdleConnections idle = new IdleConnections();
        private final RandomGenerator random;
        private int sent;

        User(int index) {
            random = load.random(index);
        }

        void send(long due) {
            if (over || sent == ofEachUser) {
                idle.close(); // or it would keep a place that a service with few of them has for others
                return;
            }
            long now = System.nanoTime();
            if (now >= end) {
                offered();
                idle.close();
                return;
            }
            sent++;
            boolean last = --left == 0;
            watch.late(now - due);
            sender.due(due);
            sender.send(due, idle, this);
            if (last) {
                offered();
            }
        }

        @Override
        public void ended(Exchange exchange, RequestOutcome outcome, long now) {
            boolean failed = outcome instanceof RequestOutcome.Failed;
            long due = now + load.think().nanos(random) + (failed ? pauseAfterFailure : 0);
            if (due > now) {
                loop.at(due, () -> send(due));
            } else if (failed) {
                loop.soon(() -> send(due)); // a failure may come from within the sending: do not nest
            } else {
                send(due);
            }
            if (listener != null) {
                listener.ended();
            }
        }
    }
}
