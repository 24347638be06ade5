package dev.headroom.core.prediction;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Turns;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.result.Prediction;
import dev.headroom.core.prediction.Generator.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A discrete-event simulation of requests that hold workers of one pool while they wait for workers of another: a
 * layered queueing network with fixed holding times (G. Franks, T. Al-Omari, M. Woodside, O. Das, S. Derisavi,
 * "Enhanced Modeling and Solution of Layered Queueing Networks", IEEE Transactions on Software Engineering 35(2),
 * 2009), worked off event by event. The same load and model give the same figures every time; what is left to chance in
 * a fork-join pool is drawn from a fixed seed.
 *
 * <p>Queues are first come, first served ({@link FifoQueue}), except those of fork-join pools ({@link ForkJoinQueue}) and
 * event loops ({@link LoopQueue}). All pools start empty, and no warm-up is simulated: a warm-up is meant to queue
 * nothing.
 *
 * <p>Steps are interpreted in continuation-passing style: each takes what is to happen after it.
 */
public final class Simulation {

    /** One request; a timeout inside the service makes it a failed one, whatever its steps still do. */
    private static final class Visit {
        private boolean failed;
    }

    /**
     * What a step is done on.
     *
     * @param pool empty while the request holds no worker
     * @param number of the worker, or of the connection while there is none
     */
    private record Caller(Optional<Queue> pool, int number) {
        boolean isOf(Queue queue) {
            return pool.filter(mine -> mine == queue).isPresent();
        }
    }

    private final Clock clock = new Clock();
    private final Map<String, Queue> queues = new HashMap<>();
    private final List<Step> requests;
    private final Turns turns;
    private final Optional<AdmissionQueue> admission;

    private Simulation(ServiceModel model) {
        this.requests = model.kinds().stream().map(ServiceModel.Kind::request).toList();
        this.turns = new Turns(
                model.kinds().stream().mapToInt(ServiceModel.Kind::turns).toArray());
        this.admission = model.admission().map(admission -> new AdmissionQueue(clock, admission));
        model.pools().forEach(pool -> queues.put(pool.name(), queue(pool)));
    }

    private Queue queue(ServiceModel.Workers pool) {
        if (pool.count().isEmpty()) {
            return new FifoQueue(clock, pool.count());
        }
        return switch (pool.order()) {
            case FIFO -> new FifoQueue(clock, pool.count());
            case FORK_JOIN -> new ForkJoinQueue(clock, pool.count().getAsInt());
            case BY_CONNECTION -> new LoopQueue(clock, pool.count().getAsInt());
        };
    }

    /** What {@code load} would see of {@code model}, from the first arrival until the last answer; times of good answers. */
    public static Prediction run(Load load, ServiceModel model) {
        return answers(load, model).ofGood(model.basis());
    }

    /** The same, with times and throughput of all requests, those that failed among them. */
    public static Prediction runCountingAll(Load load, ServiceModel model) {
        return answers(load, model).ofAll(model.basis());
    }

    private static Answers answers(Load load, ServiceModel model) {
        requireTimePasses(load, model);
        Simulation simulation = new Simulation(model);
        Answers answers = new Answers();
        Generator generator = new Generator(simulation.clock, load.transport(), simulation, answers);
        switch (load) {
            case Load.Open open -> generator.open(open);
            case Load.Closed closed -> generator.closed(closed);
            case Load.Tool tool ->
                throw new IllegalArgumentException(
                        "what a script of " + tool.program().tool() + " sends is not known");
        }
        simulation.clock.run();
        return answers;
    }

    /** Users who neither wait nor think would send requests for ever in the same instant. */
    private static void requireTimePasses(Load load, ServiceModel model) {
        if (load instanceof Load.Closed closed
                && closed.until() instanceof Until.Elapsed
                && closed.thinkTime().isZero()
                && model.unloaded() == 0) {
            throw new IllegalArgumentException(
                    "the request takes no time and the users do not think, so the load would never end");
        }
    }

    void serve(int connection, Consumer<Outcome> answered) {
        Visit visit = new Visit();
        Step request = requests.get(turns.next());
        Runnable in = () -> perform(
                request,
                new Caller(Optional.empty(), connection),
                visit,
                () -> answered.accept(visit.failed ? Outcome.ERROR : Outcome.GOOD));
        admission.ifPresentOrElse(way -> way.enter(connection, in, answered), in);
    }

    void close(int connection) {
        admission.ifPresent(way -> way.close(connection));
    }

    private void perform(Step step, Caller caller, Visit visit, Runnable then) {
        switch (step) {
            case Step.Hold hold -> clock.after(hold.time().toNanos(), then);
            case Step.On on -> {
                Queue queue = queue(on.pool());
                queue.acquire(
                        caller.number(),
                        worker -> perform(on.body(), new Caller(Optional.of(queue), worker), visit, () -> {
                            queue.release(worker);
                            then.run();
                        }));
            }
            case Step.Handoff handoff -> {
                Queue queue = queue(handoff.pool());
                queue.acquire(
                        caller.number(),
                        worker -> clock.after(0, () -> {
                            queue.release(worker);
                            perform(handoff.rest(), new Caller(Optional.of(queue), worker), visit, then);
                        }));
            }
            case Step.Within within -> inTime(within, caller, visit, then);
            case Step.Sequence sequence -> inSequence(sequence.steps(), 0, caller, visit, then);
            case Step.Parallel parallel -> inParallel(parallel.steps(), caller, visit, then);
            case Step.Stream stream -> {
                if (!(queue(stream.pool()) instanceof ForkJoinQueue pool)) {
                    throw new IllegalArgumentException("a parallel stream needs a fork-join pool with a number of"
                            + " workers; " + stream.pool() + " is none");
                }
                new ParallelStream(
                                pool,
                                stream.leaves(),
                                caller.number(),
                                caller.isOf(pool),
                                (part, worker, next) -> perform(
                                        part,
                                        worker == ParallelStream.CALLER
                                                ? caller
                                                : new Caller(Optional.of(pool), worker),
                                        visit,
                                        next),
                                then)
                        .start();
            }
        }
    }

    private Queue queue(String pool) {
        return Objects.requireNonNull(queues.get(pool)); // the model has all pools that it asks for
    }

    private void inTime(Step.Within within, Caller caller, Visit visit, Runnable then) {
        boolean[] over = {false};
        perform(within.body(), caller, visit, () -> {
            if (!over[0]) {
                over[0] = true;
                then.run();
            }
        });
        long due = clock.now() + within.time().toNanos();
        long every = within.checkedEvery().toNanos();
        clock.at(every > 0 ? (due / every + 1) * every : due, () -> {
            if (!over[0]) {
                over[0] = true;
                visit.failed = true;
                then.run();
            }
        });
    }

    private void inSequence(List<Step> steps, int next, Caller caller, Visit visit, Runnable then) {
        if (next == steps.size()) {
            then.run();
        } else {
            perform(steps.get(next), caller, visit, () -> inSequence(steps, next + 1, caller, visit, then));
        }
    }

    private void inParallel(List<Step> steps, Caller caller, Visit visit, Runnable then) {
        if (steps.isEmpty()) {
            then.run();
            return;
        }
        int[] left = {steps.size()};
        Runnable one = () -> {
            if (--left[0] == 0) {
                then.run();
            }
        };
        steps.forEach(step -> perform(step, caller, visit, one));
    }
}
