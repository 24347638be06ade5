package dev.headroom.probe.wire;

import dev.headroom.core.model.observation.StationKind;
import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.look.PoolNames;
import dev.headroom.probe.look.Snapshot;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Adds up what is known of the pools that bear one name. */
final class PoolSum {

    /** Weights that add up to a whole number may miss it by a rounding error, and full would not be full. */
    private static final double ROUND = 1e6;

    private final PoolNames.Named named;
    private final Map<Stack, Double> stacks = new HashMap<>();
    private final OptionalInt bound;
    private int size;
    private int own;
    private boolean asked;
    private boolean bounded = true;
    private int maximum;
    private boolean counted = true;
    private int active;
    private boolean queued = true;
    private int queue;
    private OptionalLong completed = OptionalLong.empty();

    /** @param bound on all of them together, where what they say themselves is not the whole truth */
    PoolSum(PoolNames.Named named, OptionalInt bound) {
        this.named = named;
        this.bound = bound;
    }

    /** Figures that the pool gave itself. */
    void add(int workers, OptionalInt most, int busy, OptionalInt waiting, OptionalLong done) {
        asked = true;
        size += workers;
        bounded &= most.isPresent();
        maximum += most.orElse(0);
        counted &= busy >= 0; // JBoss' executor may keep no statistics
        active += busy;
        queued &= waiting.isPresent();
        queue += waiting.orElse(0);
        completed = done.isPresent() ? done : completed;
    }

    /** Workers that stand there: one, or as many as it stands for. */
    void stand(Stack stack, double weight) {
        stacks.merge(stack, weight, Double::sum);
    }

    /** A thread that no executor owns. */
    void add() {
        own++;
    }

    Snapshot.PoolLook look() {
        double busy = Stack.busy(stacks);
        // an event loop that a thread of a cached pool runs is at work while it has an event; of a pool with a bound it
        // keeps a worker
        double selecting = bounded ? 0 : Stack.weight(stacks, Stack::selects);
        // a fork-join pool calls a worker active that only looks for work, and forgets one that blocks: the stacks know
        boolean byStacks = !asked || !counted || named.kind() == StationKind.FORK_JOIN;
        return new Snapshot.PoolLook(
                named.name(),
                named.kind(),
                size + own,
                most(),
                rounded(byStacks ? busy : Math.max(0, active - selecting)),
                asked && queued ? OptionalInt.of(queue) : OptionalInt.empty(),
                completed,
                stacks,
                false);
    }

    private static double rounded(double workers) {
        return Math.rint(workers * ROUND) / ROUND;
    }

    private OptionalInt most() {
        if (named.kind() == StationKind.EVENT_LOOPS) {
            return OptionalInt.of(own); // as many as have begun: each begins with its first connection
        }
        if (bound.isPresent()) {
            return OptionalInt.of(Math.max(bound.getAsInt(), size));
        }
        return asked && bounded ? OptionalInt.of(maximum) : OptionalInt.empty();
    }
}
