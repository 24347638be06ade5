package dev.headroom.core.prediction;

import dev.headroom.core.model.Load;
import dev.headroom.core.model.Prediction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A discrete-event simulation of requests that hold workers of one pool while they wait for workers of another: a
 * layered queueing network with fixed holding times (G. Franks, T. Al-Omari, M. Woodside, O. Das, S. Derisavi,
 * "Enhanced Modeling and Solution of Layered Queueing Networks", IEEE Transactions on Software Engineering 35(2),
 * 2009), worked off event by event. The same load and model give the same figures every time; what is left to chance in
 * a fork-join pool is drawn from a fixed seed.
 *
 * <p>Queues are first come, first served ({@link FifoQueue}), except those of fork-join pools ({@link ForkJoinQueue}). All
 * pools start empty, and no warm-up is simulated: a warm-up is meant to queue nothing.
 *
 * <p>Steps are interpreted in continuation-passing style: each takes what is to happen after it.
 */
public final class Simulation {

    /** Who sends a request is no worker of any pool. */
    private static final int OUTSIDE = -1;

    private final Clock clock = new Clock();
    private final Map<String, Queue> queues = new HashMap<>();
    private final Step request;

    private Simulation(ServiceModel model) {
        this.request = model.request();
        model.pools().forEach(pool -> queues.put(pool.name(), queue(pool)));
    }

    private Queue queue(ServiceModel.Workers pool) {
        return pool.forkJoin() && pool.count().isPresent()
                ? new ForkJoinQueue(clock, pool.count().getAsInt())
                : new FifoQueue(clock, pool.count());
    }

    /** What {@code load} would see of {@code model}, from the first arrival until the last answer. */
    public static Prediction run(Load load, ServiceModel model) {
        requireTimePasses(load, model);
        Simulation simulation = new Simulation(model);
        Answers answers = new Answers();
        Generator generator = new Generator(simulation.clock, load.transport(), simulation::serve, answers);
        switch (load) {
            case Load.Open open -> generator.open(open);
            case Load.Closed closed -> generator.closed(closed);
        }
        simulation.clock.run();
        return answers.prediction(model.basis());
    }

    /** Users who neither wait nor think would send requests for ever in the same instant. */
    private static void requireTimePasses(Load load, ServiceModel model) {
        if (load instanceof Load.Closed closed
                && closed.until() instanceof Load.Until.Elapsed
                && closed.thinkTime().isZero()
                && Plans.unloaded(model.request()) == 0) {
            throw new IllegalArgumentException(
                    "the request takes no time and the users do not think, so the load would never end");
        }
    }

    private void serve(Runnable answered) {
        perform(request, OUTSIDE, answered);
    }

    /** @param caller the number of the worker that this step is done on */
    private void perform(Step step, int caller, Runnable then) {
        switch (step) {
            case Step.Hold hold -> clock.after(hold.time().toNanos(), then);
            case Step.On on -> {
                Queue queue = queues.get(on.pool());
                if (queue == null) {
                    throw new IllegalStateException("no pool is named " + on.pool());
                }
                queue.acquire(
                        caller,
                        worker -> perform(on.body(), worker, () -> {
                            queue.release(worker);
                            then.run();
                        }));
            }
            case Step.Sequence sequence -> inSequence(sequence.steps(), 0, caller, then);
            case Step.Parallel parallel -> inParallel(parallel.steps(), caller, then);
        }
    }

    private void inSequence(List<Step> steps, int next, int caller, Runnable then) {
        if (next == steps.size()) {
            then.run();
        } else {
            perform(steps.get(next), caller, () -> inSequence(steps, next + 1, caller, then));
        }
    }

    private void inParallel(List<Step> steps, int caller, Runnable then) {
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
        steps.forEach(step -> perform(step, caller, one));
    }
}
