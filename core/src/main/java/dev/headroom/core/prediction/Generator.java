package dev.headroom.core.prediction;

import dev.headroom.core.model.Load;
import dev.headroom.core.model.Times;
import java.util.function.Consumer;

/**
 * The users of a simulation: they send requests as a {@link Load} says, and give up on an answer after its timeout. The
 * service knows nothing of that and goes on with a request that no one waits for any more.
 *
 * <p>Where the load's drain is cut short, requests that are in flight at its end count in nothing.
 *
 * <p>A user keeps its connection, unless the load wants a new one for each request; it makes a new one after it gave up
 * on an answer. Connections are counted in the order in which they are made.
 */
final class Generator {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final int NO_CONNECTION = -1;

    /** Users who do not think would otherwise be refused for ever in the same instant. */
    private static final long REFUSAL = 1_000_000;

    /** What becomes of a request. */
    enum Outcome {
        GOOD,
        ERROR,
        REFUSED,
        GIVEN_UP
    }

    /** What the requests go to. */
    interface Service {
        void serve(int connection, Consumer<Outcome> answered);

        void close(int connection);
    }

    private final Clock clock;
    private final Load.Transport transport;
    private final Service service;
    private final Answers answers;
    private long all = Long.MAX_VALUE;
    private long sent;
    private int connections;
    private boolean over;

    Generator(Clock clock, Load.Transport transport, Service service, Answers answers) {
        this.clock = clock;
        this.transport = transport;
        this.service = service;
        this.answers = answers;
    }

    /** Evenly spaced arrivals, the first at once; none at or after the end of the load. */
    void open(Load.Open load) {
        double rate = load.rate().perSecond();
        all = (long) Math.ceil(rate * Times.seconds(load.duration()) - 1e-9);
        arrive(0, all, rate);
    }

    /** One arrival sets off the next, so that the clock never holds more than what is under way. */
    private void arrive(long index, long count, double rate) {
        if (index < count) {
            clock.at(Math.round(index * NANOS_PER_SECOND / rate), () -> {
                arrive(index + 1, count, rate);
                int connection = connections++;
                send(connection, outcome -> service.close(connection));
            });
        }
    }

    /** Users enter evenly over the ramp-up, the first at once. */
    void closed(Load.Closed load) {
        switch (load.until()) {
            case Load.Until.Iterations iterations -> all = (long) load.users() * iterations.perUser();
            case Load.Until.Requests requests -> all = requests.total();
            case Load.Until.Elapsed elapsed -> clock.at(elapsed.duration().toNanos(), this::offered);
        }
        for (int user = 0; user < load.users(); user++) {
            long entry = load.rampUp().toNanos() * user / load.users();
            clock.at(entry, () -> cycle(load, 0, NO_CONNECTION));
        }
    }

    private void cycle(Load.Closed load, int done, int kept) {
        if (!goesOn(load.until(), done)) {
            close(kept);
            return;
        }
        int connection = kept == NO_CONNECTION ? connections++ : kept;
        send(connection, outcome -> {
            boolean keeps =
                    !transport.newConnectionPerRequest() && (outcome == Outcome.GOOD || outcome == Outcome.ERROR);
            if (!keeps) {
                close(connection);
            }
            long pause = Math.max(load.thinkTime().toNanos(), outcome == Outcome.REFUSED ? REFUSAL : 0);
            clock.after(pause, () -> cycle(load, done + 1, keeps ? connection : NO_CONNECTION));
        });
    }

    private void close(int connection) {
        if (connection != NO_CONNECTION) {
            service.close(connection);
        }
    }

    private boolean goesOn(Load.Until until, int done) {
        return switch (until) {
            case Load.Until.Iterations iterations -> done < iterations.perUser();
            case Load.Until.Requests requests -> sent < requests.total();
            case Load.Until.Elapsed elapsed -> clock.now() < elapsed.duration().toNanos();
        };
    }

    /** All has been sent: the drain begins. */
    private void offered() {
        if (transport.cutsDrain()) {
            clock.after(transport.drain().toNanos(), () -> over = true);
        }
    }

    private void send(int connection, Consumer<Outcome> then) {
        if (++sent == all) {
            offered();
        }
        long start = clock.now();
        boolean[] settled = {false};
        Consumer<Outcome> once = outcome -> {
            if (!settled[0]) {
                settled[0] = true;
                if (!over) {
                    answers.add(outcome == Outcome.GOOD, clock.now() - start, clock.now());
                }
                then.accept(outcome);
            }
        };
        service.serve(connection, once);
        if (!settled[0]) {
            clock.after(transport.timeout().toNanos(), () -> once.accept(Outcome.GIVEN_UP));
        }
    }
}
