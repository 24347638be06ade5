package dev.headroom.core.prediction;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Schedule;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.load.UserStage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The users of a simulation: they send requests as a {@link Load} says, and give up on an answer after its timeout. The
 * service knows nothing of that and goes on with a request that no one waits for any more.
 *
 * <p>Where an open load may have so many connections only, a request that finds all in use waits for one, and gives up when it has waited as
 * long as it would wait for an answer.
 *
 * <p>Where the load's drain is cut short, requests that are in flight at its end count in nothing but the ranks of the others.
 *
 * <p>A user keeps its connection, unless the load wants a new one for each request; it makes a new one after it gave up
 * on an answer. Connections are counted in the order in which they are made.
 */
final class Generator {

    private static final int NO_CONNECTION = -1;

    enum Outcome {
        GOOD,
        ERROR,
        GIVEN_UP
    }

    private final Clock clock;
    private final Transport transport;
    private final Simulation service;
    private final Answers answers;
    private long all = Long.MAX_VALUE;
    private long sent;
    private int connections;
    private int inFlight;
    private final Deque<Long> waiting = new ArrayDeque<>();
    /** Users who are there: whoever came last leaves first. */
    private int present = Integer.MAX_VALUE;

    /** When the load is over, whatever is in flight. */
    private long over = Long.MAX_VALUE;

    Generator(Clock clock, Transport transport, Simulation service, Answers answers) {
        this.clock = clock;
        this.transport = transport;
        this.service = service;
        this.answers = answers;
    }

    void open(Load.Open load) {
        Schedule schedule = Schedule.of(load);
        arrive(
                schedule,
                schedule.next(),
                transport.http2() ? Integer.MAX_VALUE : load.connections().orElse(Integer.MAX_VALUE));
    }

    /** One arrival sets off the next, so that the clock never holds more than what is under way. */
    private void arrive(Schedule schedule, long due, int most) {
        if (due == Schedule.OVER) {
            return;
        }
        clock.at(due, () -> {
            long next = schedule.next();
            arrive(schedule, next, most);
            if (inFlight == most) {
                waiting.add(due);
            } else {
                sendOpen(due, most);
            }
            if (next == Schedule.OVER) {
                offered();
            }
        });
    }

    private void sendOpen(long due, int most) {
        inFlight++;
        int connection = connections++;
        send(due, connection, outcome -> {
            service.close(connection);
            inFlight--;
            if (!waiting.isEmpty()) {
                clock.after(0, () -> sendWaiting(most));
            }
        });
    }

    private void sendWaiting(int most) {
        while (!waiting.isEmpty() && inFlight < most) {
            long due = waiting.remove();
            if (clock.now() - due <= transport.timeout().toNanos()) {
                sendOpen(due, most);
            } else {
                settled(false, due);
            }
        }
    }

    /** Users enter evenly over the ramp-up, the first at once. */
    void closed(Load.Closed load) {
        if (load.until() instanceof Until.Elapsed elapsed) {
            clock.at(elapsed.duration().toNanos(), this::offered);
        } else {
            all = load.until().requests(load.users());
        }
        if (!load.stages().isEmpty()) {
            staged(load);
            return;
        }
        for (int index = 0; index < load.users(); index++) {
            long entry = load.rampUp().toNanos() * index / load.users();
            User user = new User(index, load.random(index));
            clock.at(entry, () -> cycle(load, user, 0, NO_CONNECTION));
        }
    }

    /** Users come and leave as the stages say. */
    private void staged(Load.Closed load) {
        List<User> users = IntStream.range(0, load.most())
                .mapToObj(index -> new User(index, load.random(index)))
                .toList();
        present = 0;
        for (UserStage.Level level : UserStage.levels(load.stages())) {
            clock.at(level.at(), () -> {
                int before = present;
                present = level.users();
                for (int index = before; index < present; index++) {
                    User user = users.get(index);
                    if (!user.busy) {
                        cycle(load, user, 0, NO_CONNECTION);
                    }
                }
            });
        }
    }

    private static final class User {
        private final int index;
        private final RandomGenerator random;
        /** From a request until the next one is sent. */
        private boolean busy;

        User(int index, RandomGenerator random) {
            this.index = index;
            this.random = random;
        }
    }

    private void cycle(Load.Closed load, User user, int done, int kept) {
        user.busy = user.index < present && goesOn(load.until(), done);
        if (!user.busy) {
            close(kept);
            return;
        }
        int connection = kept == NO_CONNECTION ? connections++ : kept;
        send(clock.now(), connection, outcome -> {
            boolean keeps = !transport.newConnectionPerRequest() && outcome != Outcome.GIVEN_UP;
            if (!keeps) {
                close(connection);
            }
            clock.after(
                    load.think().nanos(user.random),
                    () -> cycle(load, user, done + 1, keeps ? connection : NO_CONNECTION));
        });
    }

    private void close(int connection) {
        if (connection != NO_CONNECTION) {
            service.close(connection);
        }
    }

    private boolean goesOn(Until until, int done) {
        return switch (until) {
            case Until.Iterations iterations -> done < iterations.perUser();
            case Until.Requests requests -> sent < requests.total();
            case Until.Elapsed elapsed -> clock.now() < elapsed.duration().toNanos();
        };
    }

    /** All has been sent: the drain begins. */
    private void offered() {
        if (transport.cutsDrain()) {
            over = clock.now() + transport.drain().toNanos();
        }
    }

    private void settled(boolean good, long due) {
        if (clock.now() <= over) {
            answers.add(good, clock.now() - due, clock.now());
        } else {
            answers.unfinished(over - due);
        }
    }

    /** @param due from when its response time counts */
    private void send(long due, int connection, Consumer<Outcome> then) {
        if (++sent == all) {
            offered();
        }
        boolean[] settled = {false};
        Consumer<Outcome> once = outcome -> {
            if (!settled[0]) {
                settled[0] = true;
                settled(outcome == Outcome.GOOD, due);
                then.accept(outcome);
            }
        };
        service.serve(connection, once);
        if (!settled[0]) {
            clock.after(transport.timeout().toNanos(), () -> once.accept(Outcome.GIVEN_UP));
        }
    }
}
