package dev.headroom.core.conservation;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Station;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How many requests have a task in each pool. Requests are followed from the pool where they enter along the waits of its workers, and each pool
 * is looked at once, after all that wait for it: ways through a graph of waits are many more than its pools. Of waits that go round in a circle the
 * one that closes it leads nowhere.
 */
final class TaskFlow {

    private final Evidence evidence;
    private final Map<String, Map<Station.Wait, Station>> callees = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    private final Deque<Station> callersFirst = new ArrayDeque<>();
    private final Map<String, Double> tasks = new HashMap<>();

    private TaskFlow(Evidence evidence) {
        this.evidence = evidence;
    }

    /**
     * @param onWorkers requests on the workers of {@code entry}
     * @param handover the pool to which it has given {@code away} more of them, if there is one
     */
    static TaskFlow of(Station entry, double onWorkers, Optional<Station> handover, double away, Evidence evidence) {
        TaskFlow flow = new TaskFlow(evidence);
        flow.follow(entry, handover);
        // tasks may be several for a request; more requests than tasks are somewhere else
        handover.ifPresent(pool -> flow.tasks.put(pool.name(), Math.min(away, pool.active() + flow.queue(pool))));
        for (Station pool : flow.callersFirst) {
            boolean first = pool.name().equals(entry.name());
            flow.handOn(pool, first ? onWorkers : flow.onWorkers(pool, flow.tasks(pool)));
        }
        return flow;
    }

    /** Requests that are tasks of a pool, queued or on its workers. */
    double tasks(Station pool) {
        return tasks.getOrDefault(pool.name(), 0.0);
    }

    /** The pool that has the tasks for which a worker of {@code pool} waits. */
    Optional<Station> callee(Station pool, Station.Wait wait) {
        return Optional.ofNullable(callees.getOrDefault(pool.name(), Map.of()).get(wait));
    }

    double queue(Station pool) {
        return Math.max(0, evidence.saturation(pool).queue());
    }

    /** Of so many requests that have a task in a pool, those whose task is not queued. */
    double onWorkers(Station pool, double requests) {
        double all = queue(pool) + pool.active();
        return all > 0 ? requests * pool.active() / all : 0;
    }

    private void follow(Station pool, Optional<Station> handover) {
        open.add(pool.name());
        Map<Station.Wait, Station> of = new HashMap<>();
        callees.put(pool.name(), of);
        AtWork work = AtWork.of(pool);
        if (pool.active() > 0 && work.doing() > 0) {
            for (Station.Wait wait : work.waits()) {
                callee(wait, pool).ifPresent(callee -> {
                    of.put(wait, callee);
                    followOnce(callee);
                });
            }
        }
        handover.ifPresent(this::followOnce);
        open.remove(pool.name());
        callersFirst.addFirst(pool);
    }

    private void followOnce(Station pool) {
        if (!callees.containsKey(pool.name())) {
            follow(pool, Optional.empty());
        }
    }

    private Optional<Station> callee(Station.Wait wait, Station pool) {
        return wait.activity() == Activity.AWAITING_DOWNSTREAM
                ? Optional.empty()
                : evidence.structure().callee(pool, wait).filter(callee -> !open.contains(callee.name()));
    }

    private void handOn(Station pool, double requests) {
        AtWork work = AtWork.of(pool);
        for (Station.Wait wait : work.waits()) {
            callee(pool, wait)
                    .ifPresent(callee -> tasks.merge(callee.name(), wait.workers() * work.each(requests), Double::sum));
        }
    }
}
