package dev.headroom.load.arrivals;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.load.UserStage;
import dev.headroom.load.generator.GeneratorWatch;
import dev.headroom.load.http.Exchange;
import dev.headroom.load.http.IdleConnections;
import dev.headroom.load.http.Loop;
import dev.headroom.load.http.RequestOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Users that each send, wait for the answer, think and send again. User i of n enters at i / n of the ramp-up. A request is due when its
 * user is ready for it.
 *
 * <p>Where the load has stages, they come and leave as those say: whoever came last leaves first, after the answer that it waits for.
 */
public final class ClosedArrivals implements ArrivalProcess {

    private static final int AT_ONE_GO = 64;

    private final Loop loop;
    private final RequestSender sender;
    private final Load.Closed load;
    private final GeneratorWatch watch;
    private final long pauseAfterFailure;
    private final List<UserStage.Level> levels;
    private final List<User> all = new ArrayList<>();
    private int level;

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
        List<UserStage> rampUp = List.of(new UserStage(0, load.users(), load.rampUp()));
        this.levels = UserStage.levels(load.stages().isEmpty() ? rampUp : load.stages());
        this.load = load;
        this.watch = watch;
        this.pauseAfterFailure = pauseAfterFailure.toNanos();
    }

    @Override
    public void begin(long at, Listener told) {
        start = at;
        listener = told;
        switch (load.until()) {
            case Until.Iterations each -> {
                ofEachUser = each.perUser();
                left = (long) ofEachUser * load.users();
            }
            case Until.Requests all -> left = all.total();
            case Until.Elapsed elapsed -> {
                end = at + elapsed.duration().toNanos();
                loop.at(end, this::end);
            }
        }
        loop.at(at, this::change);
    }

    /** To as many users as there are to be by now. */
    private void change() {
        for (int atOnce = 0; level < levels.size() && !over; ) {
            UserStage.Level next = levels.get(level);
            long due = start + next.at();
            if (due > System.nanoTime()) {
                loop.at(due, this::change);
                return;
            }
            if (atOnce++ == AT_ONE_GO) {
                loop.soon(this::change);
                return;
            }
            if (entered < next.users()) {
                if (entered == all.size()) {
                    all.add(new User(entered));
                }
                all.get(entered++).come(due);
            } else if (entered > next.users()) {
                entered--; // whoever came last sees it before its next request
            }
            if (entered == next.users()) {
                level++;
            }
        }
    }

    @Override
    public void stop() {
        over = true;
    }

    @Override
    public void end() {
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
        /** From a request until the next one is sent. */
        private boolean busy;

        private final int index;

        User(int index) {
            this.index = index;
            random = load.random(index);
        }

        /** Comes, or stays though it was about to leave. */
        void come(long due) {
            if (!busy) {
                send(due);
            }
        }

        void send(long due) {
            boolean leaves = index >= entered;
            busy = !leaves;
            if (over || leaves || sent == ofEachUser) {
                idle.close(); // or it would keep a place that a service with few of them has for others
                return;
            }
            long now = System.nanoTime();
            if (now >= end) {
                end();
                idle.close();
                return;
            }
            sent++;
            boolean last = --left == 0;
            watch.late(now - due);
            sender.due(due);
            sender.send(due, idle, this);
            if (last) {
                end();
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
