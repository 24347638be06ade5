package dev.headroom.core.prediction;

import dev.headroom.core.model.Times;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What can be said of a {@link Step} without running it. */
final class Plans {

    private Plans() {}

    /** R0: seconds that the step takes when it has all pools to itself. */
    static double unloaded(Step step) {
        return switch (step) {
            case Step.Hold hold -> Times.seconds(hold.time());
            case Step.On on -> unloaded(on.body());
            case Step.Handoff handoff -> unloaded(handoff.rest());
            case Step.Within within -> Math.min(unloaded(within.body()), Times.seconds(within.time()));
            case Step.Sequence sequence ->
                sequence.steps().stream().mapToDouble(Plans::unloaded).sum();
            case Step.Parallel parallel -> longest(parallel.steps());
            case Step.Stream stream -> longest(stream.leaves());
        };
    }

    private static double longest(List<Step> steps) {
        return steps.stream().mapToDouble(Plans::unloaded).max().orElse(0);
    }

    /** The same step with every holding time {@code factor} times as long; timeouts stay what they are. */
    static Step stretch(Step step, double factor) {
        return switch (step) {
            case Step.Hold hold -> Step.hold(Times.ofSeconds(Times.seconds(hold.time()) * factor));
            case Step.On on -> Step.on(on.pool(), stretch(on.body(), factor));
            case Step.Handoff handoff -> new Step.Handoff(handoff.pool(), stretch(handoff.rest(), factor));
            case Step.Within within ->
                new Step.Within(within.time(), within.checkedEvery(), stretch(within.body(), factor));
            case Step.Sequence sequence -> new Step.Sequence(stretch(sequence.steps(), factor));
            case Step.Parallel parallel -> new Step.Parallel(stretch(parallel.steps(), factor));
            case Step.Stream stream -> new Step.Stream(stream.pool(), stretch(stream.leaves(), factor));
        };
    }

    private static List<Step> stretch(List<Step> steps, double factor) {
        return steps.stream().map(step -> stretch(step, factor)).toList();
    }

    /**
     * Every pool that is named must exist. A step may not ask for a pool whose worker it already holds: enough requests
     * at once would then wait for each other for ever, and the simulation with them. A parallel stream may, since a worker
     * does the parts of its own that no other takes; its leaves may not.
     */
    static void requirePools(Step step, Collection<String> known) {
        requirePools(step, Set.copyOf(known), Set.of());
    }

    private static void requirePools(Step step, Set<String> known, Set<String> held) {
        switch (step) {
            case Step.Hold hold -> {}
            case Step.On on -> {
                requireFree(on.pool(), known, held);
                requirePools(on.body(), known, with(on.pool(), held));
            }
            case Step.Handoff handoff -> {
                requireFree(handoff.pool(), known, held);
                requirePools(handoff.rest(), known, held);
            }
            case Step.Within within -> requirePools(within.body(), known, held);
            case Step.Sequence sequence -> requireAll(sequence.steps(), known, held);
            case Step.Parallel parallel -> requireAll(parallel.steps(), known, held);
            case Step.Stream stream -> {
                requireKnown(stream.pool(), known);
                requireAll(stream.leaves(), known, with(stream.pool(), held));
            }
        }
    }

    private static void requireAll(List<Step> steps, Set<String> known, Set<String> held) {
        steps.forEach(step -> requirePools(step, known, held));
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    private static void requireKnown(String pool, Set<String> known) {
        require(known.contains(pool), "the request asks for pool " + pool + ", but the model has only " + known);
    }

    private static void requireFree(String pool, Set<String> known, Set<String> held) {
        requireKnown(pool, known);
        require(
                !held.contains(pool),
                "the request asks for a worker of " + pool
                        + " while it holds one; enough of them at once would wait for ever");
    }

    private static Set<String> with(String pool, Set<String> held) {
        Set<String> inside = new HashSet<>(held);
        inside.add(pool);
        return inside;
    }
}
