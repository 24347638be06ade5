package dev.headroom.core.rules;

import dev.headroom.core.conservation.InFlightCensus;
import dev.headroom.core.conservation.Places;
import dev.headroom.core.evidence.AsyncDispatch;
import dev.headroom.core.evidence.AsyncWaits;
import dev.headroom.core.evidence.EventLoops;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Observation.Processor;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.statistics.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Pools whose workers are all busy while tasks wait: too few workers, workers that are stuck, or a symptom of what they wait for. */
public final class FullPools {

    private static final double MOSTLY = Thresholds.HALF;

    /** Of all requests (0 to 1), those that are seen to wait for one that binds, at least. */
    private static final double PART = Thresholds.THIRD;

    /** Of the cores that threads would take which run all the while (0 to 1), what is used where they do. */
    private static final double COMPUTES = Thresholds.NEARLY_ALL;

    /** Of those at work (0 to 1), who sleep where nobody does anything else. */
    private static final double SLEEPS = Thresholds.NEARLY_ALL;

    private FullPools() {}

    static Stream<Hypothesis> in(Evidence evidence) {
        return evidence.observation().pools().stream()
                .filter(pool -> isFullOfRequests(pool, evidence))
                .filter(pool -> !(isUnseen(pool, evidence) && HiddenQueue.isClaimed(pool, evidence)))
                .map(pool -> hypothesis(pool, evidence));
    }

    /** Whether it is full, and by requests. */
    static boolean isFullOfRequests(Station pool, Evidence evidence) {
        return evidence.saturation(pool).saturated() && !(evidence.isObserved() && mayHaveNoRequests(pool, evidence));
    }

    /** Full for all that is seen, but neither its tasks nor its queue are counted, and nobody is seen to wait for it. */
    static boolean isUnseen(Station pool, Evidence evidence) {
        return isUncounted(pool, evidence)
                && pool.kind() != StationKind.OTHER
                && pool.queue().isEmpty()
                && evidence.waiters(pool.name()).isEmpty();
    }

    private static boolean isUncounted(Station pool, Evidence evidence) {
        return AsyncDispatch.mayHide(pool)
                && pool.completed().isEmpty()
                && !evidence.structure().isEntry(pool);
    }

    /**
     * Threads of their own that always stand, and for which hardly any of the requests is seen to wait: in a wait that nobody knows, which may be the limit; asleep, by a clock of their own; in a pipe; or one alone, asleep or at a socket. A
     * thread of the background stands so all the while, too, though others of the background wait for it, and its m / X is no holding time. With one user to compare with, that can be told.
     */
    private static boolean mayHaveNoRequests(Station pool, Evidence evidence) {
        boolean own = pool.kind() == StationKind.OTHER;
        double waits = pool.doing(Activity.AWAITING_OTHER) + pool.doing(Activity.AWAITING_POOL);
        return (own || isUncounted(pool, evidence))
                && !isSeenWaitedFor(pool, evidence)
                && (own && waits + unaccounted(pool, evidence) >= MOSTLY * pool.active()
                        || own && isAClock(pool, evidence)
                        || pool.waitingOn(Peers.FILES) >= MOSTLY * pool.active()
                        || isOneThatMayListen(pool, evidence));
    }

    /** Threads that run by their state while the service uses less of the processor: so they wait in a call that nobody knows. */
    private static double unaccounted(Station pool, Evidence evidence) {
        double running = pool.doing(Activity.RUNNING);
        Processor processor = evidence.observation().processor();
        return processor.service()
                        >= COMPUTES * Math.min(running, evidence.observation().granted())
                ? 0
                : running;
    }

    /** They sleep, and how often has nothing to do with how many requests there are. */
    private static boolean isAClock(Station pool, Evidence evidence) {
        return pool.doing(Activity.SLEEPING) >= SLEEPS * pool.active()
                && pool.waitsBegun().orElse(0) > 0
                && TurnsTaken.in(pool, evidence.places().stream().filter(UnknownWaits::isUnknown), evidence)
                        .isEmpty();
    }

    private static boolean isOneThatMayListen(Station pool, Evidence evidence) {
        double stands = pool.doing(Activity.SLEEPING) + pool.doing(Activity.AWAITING_DOWNSTREAM);
        return pool.maximum().orElse(0) == 1
                && pool.queued() < Thresholds.ONE
                && stands >= MOSTLY * pool.active()
                && evidence.observation().calls().stream()
                        .filter(call -> pool.waitingOn(call.target()) >= MOSTLY * pool.active())
                        .noneMatch(call -> call.rate().perSecond() >= MOSTLY * evidence.throughput());
    }

    /** Whether a good part of all requests is seen to wait for it. */
    private static boolean isSeenWaitedFor(Station pool, Evidence evidence) {
        double seen = CallSite.workersAt(evidence.waiters(pool.name()).stream(), site -> true);
        return seen > 0 && seen >= PART * evidence.workload().inFlight();
    }

    static Hypothesis hypothesis(Station pool, Evidence evidence) {
        Finding finding = HungWorkers.in(pool, evidence).orElseGet(() -> finding(pool, evidence));
        double workers =
                finding.terms().map(Terms::workers).orElse(pool.maximum().orElse(0));
        OptionalDouble ceiling = ServiceDemand.unloadedCeiling(pool, workers, evidence);
        boolean entry = evidence.structure().isEntry(pool);
        return Hypothesis.of(
                        pool.name(),
                        finding,
                        place -> Places.keeps(pool, place, entry)
                                && (place.kind() != Place.Kind.NOT_ACCEPTED || AcceptQueue.waitsFor(pool, evidence)))
                .heldBy(pool.active(), pool.holders())
                .waiting(waits(pool, evidence))
                .predicted(ceiling)
                .awaitedAt(evidence.waiters(pool.name()))
                .sharedBy(evidence.parts().getOrDefault(pool.name(), List.of()));
    }

    /** On whom its workers wait, by the names of hypotheses. Who computes waits for a core where there are none left. */
    public static List<Wait> waits(Station pool, Evidence evidence) {
        List<Wait> waits = new ArrayList<>();
        for (Wait wait : pool.waits()) {
            String target =
                    evidence.structure().callee(pool, wait).map(Station::name).orElseGet(() -> target(wait, evidence));
            waits.add(new Wait(wait.activity(), target, wait.workers(), wait.evidence(), wait.site()));
        }
        double running = pool.doing(Activity.RUNNING);
        if (running > 0) {
            waits.add(new Wait(Activity.RUNNING, Hypothesis.CPU, running, "computing"));
        }
        return waits;
    }

    private static String target(Wait wait, Evidence evidence) {
        boolean unnamed = wait.activity() == Activity.AWAITING_OTHER || wait.activity() == Activity.AWAITING_POOL;
        boolean known = evidence.observation().resource(wait.target()).isPresent()
                || evidence.structure().pool(wait.target()).isPresent();
        return unnamed && !known ? async(wait, evidence).orElseGet(() -> InFlightCensus.unnamed(wait)) : wait.target();
    }

    /** The resource for which most of those who wait for a nameless future wait in truth. */
    private static Optional<String> async(Wait wait, Evidence evidence) {
        return AsyncWaits.nameless(wait, evidence.observation())
                ? AsyncWaits.all(evidence.observation()).stream()
                        .findFirst()
                        .filter(one -> AsyncWaits.unaccounted(one, evidence.observation()) >= MOSTLY * wait.workers())
                        .map(Station::id)
                : Optional.empty();
    }

    /** Of one whose workers are kept by nothing but their tasks. */
    private static Finding finding(Station pool, Evidence evidence) {
        return Terms.of(pool, evidence)
                .map(terms -> proved(pool, terms, evidence))
                .orElseGet(() -> suspected(pool, evidence));
    }

    private static Finding proved(Station pool, Terms terms, Evidence evidence) {
        Optional<NextLimit> next = NextLimits.after(pool, terms, evidence);
        List<String> notes = new ArrayList<>();
        EventLoops.others(pool).ifPresent(notes::add);
        Helpers.of(pool, evidence).ifPresent(helpers -> notes.add(helpers.words(pool)));
        evidence.chain().toBinding().stream()
                .filter(link -> link.asynchronous())
                .forEach(
                        link -> notes.add(
                                "The link from " + link.caller().name() + " to "
                                        + link.callee().name()
                                        + " is asynchronous: the first hands its requests over and waits for"
                                        + " no one. Inferred from counts of requests in flight and queued tasks, not from stack traces."));
        return new Finding(
                pool.limit(terms.workers()),
                Optional.of(pool),
                Optional.of(terms),
                Optional.of(Remedies.of(pool, terms, next, evidence)),
                next,
                LimitSentences.limit(pool, terms, evidence),
                notes);
    }

    private static Finding suspected(Station pool, Evidence evidence) {
        return new Finding(
                pool.limit(),
                Optional.of(pool),
                Optional.empty(),
                Optional.of(Remedies.unsized(pool)),
                Optional.empty(),
                LimitSentences.suspected(pool, evidence),
                List.of());
    }
}
