package dev.headroom.core.prediction;

import dev.headroom.core.model.Load;
import dev.headroom.core.model.Times;
import java.util.function.Consumer;

/**
 * The users of a simulation: they send requests as a {@link Load} says, and give up on an answer after its timeout. The
 * service knows nothing of that and goes on with a request that no one waits for any more.
 */
final class Generator {

    private static final double NANOS_PER_SECOND = 1e9;

    private final Clock clock;
    private final long timeout;
    private final Consumer<Runnable> service;
    private final Answers answers;
    private long sent;

    /** @param service serves one request and runs what it is given when the answer is there */
    Generator(Clock clock, Load.Transport transport, Consumer<Runnable> service, Answers answers) {
        this.clock = clock;
        this.timeout = transport.timeout().toNanos();
        this.service = service;
        this.answers = answers;
    }

    /** Evenly spaced arrivals, the first at once; none at or after the end of the load. */
    void open(Load.Open load) {
        double rate = load.rate().perSecond();
        long count = (long) Math.ceil(rate * Times.seconds(load.duration()) - 1e-9);
        arrive(0, count, rate);
    }

    /** One arrival sets off the next, so that the clock never holds more than what is under way. */
    private void arrive(long index, long count, double rate) {
        if (index < count) {
            clock.at(Math.round(index * NANOS_PER_SECOND / rate), () -> {
                arrive(index + 1, count, rate);
                send(() -> {});
            });
        }
    }

    /** Users enter evenly over the ramp-up, the first at once. */
    void closed(Load.Closed load) {
        long think = load.thinkTime().toNanos();
        for (int user = 0; user < load.users(); user++) {
            long entry = load.rampUp().toNanos() * user / load.users();
            clock.at(entry, () -> cycle(load.until(), think, 0));
        }
    }

    private void cycle(Load.Until until, long think, int done) {
        if (goesOn(until, done)) {
            send(() -> clock.after(think, () -> cycle(until, think, done + 1)));
        }
    }

    private boolean goesOn(Load.Until until, int done) {
        return switch (until) {
            case Load.Until.Iterations iterations -> done < iterations.perUser();
            case Load.Until.Requests requests -> sent < requests.total();
            case Load.Until.Elapsed elapsed -> clock.now() < elapsed.duration().toNanos();
        };
    }

    private void send(Runnable then) {
        sent++;
        long start = clock.now();
        boolean[] settled = {false};
        service.accept(() -> {
            if (!settled[0]) {
                settled[0] = true;
                answers.good(clock.now() - start, clock.now());
                then.run();
            }
        });
        if (!settled[0]) {
            clock.after(timeout, () -> {
                if (!settled[0]) {
                    settled[0] = true;
                    answers.failed(clock.now());
                    then.run();
                }
            });
        }
    }
}
