package dev.headroom.core.rules;

import dev.headroom.core.evidence.EventLoops;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.UnawaitedTasks;
import dev.headroom.core.evidence.VirtualThreads;
import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The smallest change that lifts a saturated pool: how many workers the wanted rate needs, by Little's law. */
public final class Remedies {

    /** Of its workers (0 to 1), those that are runnable, from which its tasks compute. */
    private static final double COMPUTES = Thresholds.HALF;

    private Remedies() {}

    static Remedy of(Station pool, Terms terms, Optional<NextLimit> next, Evidence evidence) {
        Optional<Size> size = Size.of(terms, terms.unloaded(pool, evidence), next, evidence);
        return size.filter(its -> !its.isThere())
                .map(its -> raised(pool, terms, its, evidence))
                .orElseGet(() -> Remedy.of(
                        "Shorten the " + terms.held() + " that a task holds " + pool.name() + ".",
                        size.map(Remedies::isEnough).orElse("")));
    }

    /** Of which it was not seen how long a task holds a worker. More event loops are no remedy for one that is blocked, a second thread none for tasks that go in order, and the common pool is everybody's. */
    static Remedy unsized(Station pool) {
        boolean raise = pool.maximum().orElse(1) > 1
                && pool.kind() != StationKind.EVENT_LOOPS
                && pool.kind() != StationKind.FORK_JOIN;
        return Remedy.of(
                (raise ? "Raise " + setting(pool) + " from " + pool.maximum().orElse(1) + ", or shorten" : "Shorten")
                        + " what its tasks do.",
                "By how much is not known: how long a task holds its worker was not seen, and nothing was moved.");
    }

    /** For all tasks that are given, whoever waits for them. One worker may be there for them to go in order. */
    public static Remedy of(UnawaitedTasks tasks, Evidence evidence) {
        Station pool = tasks.pool();
        if (tasks.done() == 0 || pool.maximum().orElse(1) == 1) {
            return Remedy.of(
                    "Shorten what the tasks of " + pool.name() + " do, or bound its queue.",
                    "More are given than are done, and the queue keeps them all.");
        }
        double seconds = pool.active() / tasks.done();
        int needed = (int) Math.ceil(tasks.given() * seconds);
        return new Remedy(
                action(pool, needed, " for " + Numbers.of(tasks.given()) + " tasks a second", evidence)
                        + " Bound its queue.",
                OptionalDouble.of(needed),
                "Little: N = X S = " + Numbers.of(tasks.given()) + " x " + Numbers.seconds(seconds) + " = "
                        + Numbers.of(tasks.given() * seconds)
                        + ", of tasks. Without a bound its queue takes what cannot be done until memory ends."
                        + downstream(pool, evidence));
    }

    /** Why no more of it is advised. */
    static String isEnough(Size size) {
        return "By Little's law " + size.there() + " would do for "
                + size.carrier()
                        .map(one -> "the " + Numbers.rate(size.rate()) + " that " + one)
                        .orElse("the load")
                + "; they are asked for too unevenly for that, or held longer than was measured.";
    }

    private static Remedy raised(Station pool, Terms terms, Size size, Evidence evidence) {
        double rate = size.rate();
        double visits = terms.visits().value();
        double time = terms.holdingTime().value();
        return new Remedy(
                action(pool, size.needed(), forLoad(evidence, size), evidence)
                        + (size.isForRandom() ? " Or shorten the " + terms.held() + " that a task holds it." : ""),
                OptionalDouble.of(size.needed()),
                "Little: N = X V S = " + Numbers.of(rate) + " x " + Numbers.of(visits) + " x " + terms.held()
                        + " = " + Numbers.of(rate * visits * time)
                        + ". That is for evenly spaced arrivals; where they come at random, "
                        + size.random()
                        + " (N + 2 sqrt(N), square-root staffing)."
                        + processor(rate, evidence)
                        + downstream(pool, evidence));
    }

    /** More workers than the cores can carry only wait for a core. */
    static String processor(double rate, Evidence evidence) {
        double room = ProcessorRoom.of(evidence).perSecond();
        return rate > room
                ? " By what a request uses of it now, the processor carries no more than " + Numbers.rate(room)
                        + ": beyond that more workers wait for a core."
                : "";
    }

    /** Of workers that compute there is no use for more than there are cores, be they virtual. */
    private static String orVirtual(Station pool, Observation seen, String words) {
        boolean compute = pool.doing(Activity.RUNNING) >= COMPUTES * pool.active();
        return compute || !VirtualThreads.mayWait(seen) ? "." : words;
    }

    private static String setting(Station pool) {
        return pool.kind() == StationKind.SERVLET_WORKERS
                ? Libraries.packed().of(pool).map(its -> its.text("setting")).orElse("the threads of " + pool.name())
                : pool.name();
    }

    private static String action(Station pool, int needed, String forLoad, Evidence evidence) {
        Observation seen = evidence.observation();
        int alike = evidence.parts().getOrDefault(pool.name(), List.of()).size();
        String atLeast = "at least " + needed;
        return switch (pool.kind()) {
            case FORK_JOIN ->
                "Give the calls an executor of their own with " + atLeast + " threads" + forLoad
                        + orVirtual(pool, seen, "; virtual threads need none.");
            case SERVLET_WORKERS ->
                "Raise " + setting(pool) + " from "
                        + pool.maximum().orElse(0) + " to " + atLeast + forLoad
                        + orVirtual(pool, seen, ", or serve requests on virtual threads.");
            case EVENT_LOOPS -> EventLoops.remedy(pool, needed, forLoad, seen);
            default ->
                "Raise " + pool.name() + " from " + pool.maximum().orElse(0) + " to " + atLeast + " threads"
                        + (alike > 1 ? " in all, " + alike + " alike" : "") + forLoad
                        + orVirtual(pool, seen, "; virtual threads need no bound.");
        };
    }

    private static String forLoad(Evidence evidence, Size size) {
        double rate = size.rate();
        if (size.carrier().isPresent()) {
            return " for " + Numbers.rate(rate) + size.bound();
        }
        return switch (evidence.workload().arrivals()) {
            case Workload.Open open -> " for " + Numbers.rate(rate);
            case Workload.Closed closed ->
                " for the " + Numbers.rate(rate) + " that " + Numbers.count(closed.users()) + " users can ask for";
            case Workload.Observed observed ->
                evidence.pilesUp()
                        ? " for the " + Numbers.rate(rate) + " that come"
                        : " so that none of those in flight waits";
        };
    }

    private static String watch(String target) {
        return switch (target) {
            case Peers.CLIENTS ->
                " These take their answers or send their requests slowly: a proxy that buffers, smaller answers or a"
                        + " timeout gives workers back earlier.";
            case Peers.FILES ->
                " More of them read and write more files at once: watch that the disk does not get slower.";
            default ->
                " More of them put more calls on " + target + " at once: watch that its answers do not get slower.";
        };
    }

    private static String downstream(Station pool, Evidence evidence) {
        return evidence.structure().downstream(pool).map(Remedies::watch).orElse("");
    }
}
