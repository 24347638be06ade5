package dev.headroom.core.prediction;

import dev.headroom.core.laws.ForcedFlowLaw;
import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Call;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.structure.Fanout;
import dev.headroom.core.structure.Holding;
import dev.headroom.core.structure.Link;
import dev.headroom.core.structure.Structure;
import dev.headroom.core.text.Numbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads what a task of a pool does: the tasks V that it gives to the next pool, whether all at once ({@link Fanout}) or in
 * a parallel stream, and the holding time S of the innermost ({@link Holding}). Collects the pools that it comes by, and
 * where the terms come from.
 *
 * <p>Holding times are taken as constant: an observation states the mean of S and how well it is known, not how S
 * varies from task to task. Where S does vary, the mean in overload stays right, and the percentiles of a light load
 * come out too narrow.
 */
final class TaskReader {

    /** A pool busier than this (0 to 1) may hold its workers because of a queue behind it, for longer than its work. */
    private static final double NEARLY_FULL = 0.9;

    /** V further than this, relative, from a whole number is no error of counting. */
    private static final double COUNTING_ERROR = 0.07;

    /** Calls make up a task whose time they explain to within this, relative. */
    private static final double EXPLAINED = 0.25;

    /** Workers that wait for their own kind in a smaller share than this (0 to 1) give no tasks to it. */
    private static final double WORTH_A_LINK = 0.05;

    /** Fewer calls for each request than this and there is nothing to make in parallel. */
    private static final double SEVERAL = 1.5;

    private final Structure structure;
    private final double window;
    private final Map<String, ServiceModel.Workers> pools = new LinkedHashMap<>();
    private final List<String> basis = new ArrayList<>();

    TaskReader(Structure structure) {
        this.structure = structure;
        this.window = structure.observation().window().seconds();
    }

    List<ServiceModel.Workers> pools() {
        return List.copyOf(pools.values());
    }

    String basis() {
        return String.join("; ", basis);
    }

    void say(String where) {
        basis.add(where);
    }

    /** A worker of {@code pool}, held while it does its part of a request; {@code rate} is the tasks it completes. */
    Optional<Step> on(Station pool, Rate rate) {
        boolean entry = pools.isEmpty();
        add(pool);
        List<Link> links = structure.links(pool).stream()
                .filter(link -> !pools.containsKey(link.callee().name()))
                .toList();
        Optional<Step> body;
        if (!links.isEmpty()) {
            body = stream(pool, rate, links).or(() -> tasks(pool, rate, links));
        } else if (entry) {
            body = calls(pool, rate).or(() -> hold(pool));
        } else {
            body = hold(pool);
        }
        return body.map(step -> Step.on(pool.name(), step));
    }

    void add(Station pool) {
        ServiceModel.Order order = switch (pool.kind()) {
            case FORK_JOIN -> ServiceModel.Order.FORK_JOIN;
            case EVENT_LOOPS -> ServiceModel.Order.BY_CONNECTION;
            default -> ServiceModel.Order.FIFO;
        };
        pools.put(pool.name(), new ServiceModel.Workers(pool.name(), bound(pool), order));
        basis.add(
                pool.maximum().isPresent()
                        ? pool.name() + " has " + pool.maximum().getAsInt() + " workers"
                        : pool.name() + " has as many workers as tasks");
    }

    /** @param whose time it is */
    void cores(String name, int count, double seconds, String whose) {
        pools.put(name, ServiceModel.Workers.of(name, count));
        basis.add("a request takes " + Numbers.seconds(seconds) + " of " + count + " cores, " + whose);
    }

    Optional<Step> hold(Station pool) {
        return Holding.of(pool, structure).map(Holding::time).map(time -> {
            basis.add("each task takes " + said(time));
            return Step.hold(Times.ofSeconds(time.value()));
        });
    }

    /** Callers that wait for a fork-join pool and make the same calls as its workers: a parallel stream. */
    private Optional<Step> stream(Station caller, Rate rate, List<Link> links) {
        Station pool = links.getFirst().callee();
        Optional<Call> call = structure.downstream(pool).flatMap(structure::call);
        if (links.size() != 1
                || pool.kind() != StationKind.FORK_JOIN
                || bound(pool).isEmpty()
                || call.isEmpty()) {
            return Optional.empty();
        }
        String target = call.get().target();
        double callers = caller.waitingOn(target);
        double visits = ForcedFlowLaw.visits(call.get().rate().perSecond(), rate.perSecond());
        Measure each = call.get().holdingTime();
        if (callers < WORTH_A_LINK * caller.active() || !(visits >= SEVERAL) || !(each.value() > 0)) {
            return Optional.empty();
        }
        add(pool);
        basis.add("a parallel stream of " + Numbers.of(visits) + " calls, on which " + caller.name()
                + " works too; each " + said(each));
        return Optional.of(new Step.Stream(pool.name(), times(visits, Step.hold(Times.ofSeconds(each.value())))));
    }

    /** Tasks for other pools, and before them what the caller does itself. */
    private Optional<Step> tasks(Station caller, Rate rate, List<Link> links) {
        List<Step> steps = new ArrayList<>();
        double total = 0;
        for (Link link : links) {
            Optional<Rate> tasks = taskRate(link.callee());
            if (tasks.isEmpty()) {
                return Optional.empty();
            }
            double visits = ForcedFlowLaw.visits(tasks.get().perSecond(), rate.perSecond());
            total += visits;
            basis.add(Numbers.of(visits) + " tasks for each of " + caller.name() + " go to "
                    + link.callee().name());
            Optional<Step> task = on(link.callee(), tasks.get());
            if (task.isEmpty() || !Double.isFinite(visits)) {
                return Optional.empty();
            }
            steps.addAll(times(visits, task.get()));
        }
        Fanout fanout = Fanout.of(links, total);
        Step own = Step.hold(Times.ofSeconds(own(caller, links)));
        return Optional.of(new Step.Sequence(List.of(own, together(fanout, steps))));
    }

    /**
     * Calls to downstreams that the entry makes itself: one after the other, unless its workers wait for others of the
     * same kind, as virtual threads do. Empty where calls do not explain the time that a task takes.
     */
    private Optional<Step> calls(Station pool, Rate rate) {
        List<Step> steps = new ArrayList<>();
        double count = 0;
        double seconds = 0;
        for (Call call : structure.observation().calls()) {
            double visits = ForcedFlowLaw.visits(call.rate().perSecond(), rate.perSecond());
            double each = call.holdingTime().value();
            if (Double.isFinite(visits * each) && each > 0 && Math.round(visits) > 0) {
                count += visits;
                seconds += visits * each;
                steps.addAll(times(visits, Step.hold(Times.ofSeconds(each))));
                basis.add(Numbers.of(visits) + " calls to " + call.target() + ", each " + said(call.holdingTime()));
            }
        }
        double waiters = selfWaiters(pool);
        Fanout fanout = waiters > 0 ? Fanout.of(pool.active() - waiters, waiters, count) : Fanout.of(1, 1, count);
        Optional<Measure> task = Holding.byCompletions(pool, structure.observation());
        double expected = task.map(Measure::value).orElse(seconds);
        boolean explains = waiters > 0 || Math.abs(seconds - expected) <= EXPLAINED * expected;
        if (steps.isEmpty() || !explains) {
            return Optional.empty();
        }
        return Optional.of(together(fanout, steps));
    }

    /** The tasks of one request. */
    Step together(Fanout fanout, List<Step> tasks) {
        basis.add(said(fanout, tasks.size()));
        return fanout.parallel() ? new Step.Parallel(tasks) : new Step.Sequence(tasks);
    }

    /** Whole tasks only; where V is no whole number, as many as come nearest, stretched to the same demand V S. */
    static List<Step> times(double visits, Step task) {
        long whole = Math.max(1, Math.round(visits));
        double stretch = visits / whole;
        Step one = Math.abs(stretch - 1) > COUNTING_ERROR ? Plans.stretch(task, stretch) : task;
        return Collections.nCopies((int) whole, one);
    }

    /** Seconds that a task of the caller takes besides waiting for pools, by Little's law; 0 where a queue hides it. */
    private double own(Station caller, List<Link> links) {
        double waiters = links.stream().mapToDouble(Link::waiters).sum();
        double busy = Math.max(0, caller.active() - waiters);
        double own = LittlesLaw.time(busy, caller.completed().orElse(0) / window);
        return nearlyFull(caller) || !Double.isFinite(own) ? 0 : own;
    }

    /** Counted, else by the utilisation law from busy workers and a clock. */
    private Optional<Rate> taskRate(Station pool) {
        return counted(pool)
                .or(() -> Holding.of(pool, structure)
                        .map(holding -> new Rate(LittlesLaw.throughput(
                                pool.active(), holding.time().value()))));
    }

    /** Tasks that the pool completed; empty where it counts none. */
    Optional<Rate> counted(Station pool) {
        double tasks = pool.completed().orElse(0);
        return tasks > 0
                ? Optional.of(Rate.of(tasks, structure.observation().window().length()))
                : Optional.empty();
    }

    static double selfWaiters(Station pool) {
        double waiters = Structure.waitingOnItself(pool);
        return waiters >= WORTH_A_LINK * pool.active() ? waiters : 0;
    }

    /** A common pool of parallelism 0 starts a thread for each task: no bound either. */
    private static OptionalInt bound(Station pool) {
        return pool.maximum().orElse(0) > 0 ? pool.maximum() : OptionalInt.empty();
    }

    static boolean nearlyFull(Station pool) {
        return pool.utilization() >= NEARLY_FULL;
    }

    private static String said(Measure time) {
        return Numbers.seconds(time.value()) + " (" + time.source() + ")";
    }

    private static String said(Fanout fanout, int tasks) {
        if (tasks == 1) {
            return "one at a time";
        }
        if (!fanout.known()) {
            return "all at once (assumed: the queue was not seen)";
        }
        return fanout.parallel()
                ? "all at once (" + Numbers.of(fanout.outstanding()) + " outstanding for each caller that waits)"
                : "one after the other";
    }
}
