package dev.headroom.core.diagnosis;

import static dev.headroom.core.statistics.Thresholds.HALF;
import static dev.headroom.core.statistics.Thresholds.MOST;

import dev.headroom.core.bounds.Bound;
import dev.headroom.core.bounds.Fallbacks;
import dev.headroom.core.bounds.PassingQueue;
import dev.headroom.core.conservation.InFlightCensus;
import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.KindResponse;
import dev.headroom.core.evidence.Saturation;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Failures;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.rules.Hypothesis;
import dev.headroom.core.rules.Naming;
import dev.headroom.core.rules.RoomBehind;
import dev.headroom.core.rules.TurnedAway;
import dev.headroom.core.rules.UnknownWaits;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A diagnosis in one sentence that a stranger understands. */
final class Sentences {

    /** Of R0 (0 to 1), the wait in a queue from which it is worth a word. */
    private static final double WORTH_A_NOTE = Thresholds.TENTH;

    /** What arrivals in the window may differ from their rate, relative, before it is worth a word. */
    private static final double OTHERWISE = Thresholds.SLIGHT;

    private Sentences() {}

    /** Where all threads of a pool are at a wait that no rule knows, those who wait are in its queue, and not there. */
    static Optional<String> before(Hypothesis wait, List<Ranking.Ranked> ranked, Evidence evidence) {
        Limit limit = wait.finding().limit();
        return ranked.stream()
                .filter(one -> limit.kind() == LimitKind.UNKNOWN
                        && one.symptomOf().filter(cause -> cause == wait).isPresent())
                .flatMap(one -> one.hypothesis().finding().pool().stream())
                .filter(pool -> pool.maximum().isPresent()
                        && thereOf(pool, wait)
                                >= Thresholds.ALL * pool.maximum().getAsInt()
                        && queue(pool, evidence) > evidence.requests(wait.delays()))
                .max(Comparator.comparingDouble(pool -> queue(pool, evidence)))
                .map(pool -> allWait(pool, wait.target(), evidence));
    }

    private static String allWait(Station pool, String place, Evidence evidence) {
        int all = pool.maximum().orElseThrow();
        return Naming.allAre(all, pool) + " waiting at " + place + ", and "
                + Numbers.count(queue(pool, evidence)) + " requests on average wait in "
                + (all == 1
                        ? "its queue: no rule knows what it waits for."
                        : "their queue: no rule knows what they wait for.");
    }

    private static double thereOf(Station pool, Hypothesis wait) {
        return pool.waits().stream()
                .filter(one -> InFlightCensus.unnamed(one).equals(wait.target()))
                .mapToDouble(Wait::workers)
                .sum();
    }

    /** Who is there with one user is served there: as much of the time is no wait. */
    private static double queue(Station pool, Evidence evidence) {
        return evidence.places().stream()
                .filter(place ->
                        place.kind() == Place.Kind.QUEUED && place.name().equals(pool.name()))
                .mapToDouble(place -> place.requests()
                        * (place.unloaded() > 0 ? Math.max(0, 1 - place.unloaded() / place.seconds()) : 1))
                .sum();
    }

    static String loadIsTheLimit(Evidence evidence, Optional<NextLimit> first) {
        String room = first.map(next -> "; " + headroom(next, evidence))
                .orElse("; no pool that a request passes has a bound");
        if (evidence.isObserved()) {
            return "Insufficient load" + horizon(evidence) + ": " + Numbers.rate(evidence.throughput())
                    + " are answered in "
                    + Numbers.seconds(evidence.response()) + " each, "
                    + Numbers.of(evidence.workload().inFlight())
                    + " in flight, and hardly any waits for anything of the service"
                    + room
                    + ".";
        }
        String carried = switch (evidence.workload().arrivals()) {
            case Workload.Open open ->
                "all " + Numbers.of(open.rate()) + " requests/s that are offered are served"
                        + (open.variation() > 0 && Math.abs(open.arrived() / open.rate() - 1) > OTHERWISE
                                ? " (" + Numbers.of(open.arrived()) + " came in the window)"
                                : "");
            case Workload.Closed closed ->
                Numbers.count(closed.users()) + " users who wait "
                        + Numbers.seconds(evidence.workload().response()) + " for an answer"
                        + (closed.think() == 0 ? "" : " and think for " + Numbers.seconds(closed.think()))
                        + " ask for " + Numbers.of(evidence.throughput()) + " requests/s and get them";
            case Workload.Observed observed -> "";
        };
        return "No limit was reached" + horizon(evidence) + ": " + carried + room + ".";
    }

    /** What binds now and then, or once a burst is used up, may do so only later: {@code over these 15 s}. */
    private static String horizon(Evidence evidence) {
        return " over these " + Numbers.seconds(evidence.window());
    }

    /** A load that is not ours and is not carried. Who has closed his connection waits for no answer, though the service will work on it. */
    static Optional<String> pilesUp(Evidence evidence) {
        if (!evidence.pilesUp()) {
            return Optional.empty();
        }
        double open = evidence.observation().network().listeners().stream()
                .mapToDouble(listener -> listener.acceptQueue() + listener.established())
                .sum();
        double all = evidence.workload().inFlight();
        return Optional.of(
                "Requests pile up, by " + Numbers.of(evidence.workload().growth()) + " every second"
                        + (open > 0 && open < MOST * all
                                ? ": of " + Numbers.count(all) + " in flight " + Numbers.count(all - open)
                                        + " are of clients that have closed their connections, and the service works for nobody."
                                : "."));
    }

    /** Most of a response is spent where no limit can be seen: at the first of these places, or at all of them together. */
    static String elsewhere(List<Place> places, Evidence evidence) {
        Place longest = places.getFirst();
        if (longest.seconds() >= HALF * evidence.response()) {
            return elsewhere(longest, evidence);
        }
        double together = places.stream().mapToDouble(Place::seconds).sum();
        return "Nothing of the service itself is near its limit. "
                + Numbers.percent(together / evidence.response()) + " of a response, " + Numbers.seconds(together)
                + ", is spent elsewhere, "
                + places.stream()
                        .map(place -> Numbers.percent(place.seconds() / evidence.response()) + " "
                                + (place.kind() == Place.Kind.AWAITING_DOWNSTREAM ? "in calls to " : "asleep at ")
                                + (place.name().isEmpty() ? UnknownWaits.NO_PLACE : place.name()))
                        .collect(Collectors.joining(", "))
                + "; whether these are slow or at a limit cannot be seen from here.";
    }

    private static String elsewhere(Place place, Evidence evidence) {
        String share = Numbers.percent(place.seconds() / evidence.response());
        String time = share + " of a response, " + Numbers.seconds(place.seconds()) + ", ";
        Optional<String> unread = RoomBehind.unread(place.name(), evidence);
        if (unread.isPresent()) {
            return time + "passes in calls of which most are answered: " + unread.get()
                    + ", so the threads that read them have no time for it.";
        }
        return place.kind() == Place.Kind.AWAITING_DOWNSTREAM
                ? "Nothing of the service itself is near its limit. " + time + "is "
                        + (Peers.isDownstream(place.name()) ? "the downstream " : "the wait for ") + place.name()
                        + "; whether it is slow or at its limit cannot be seen from here."
                : "Nothing that can be seen is near its limit. " + time + "its task sleeps"
                        + (place.name().isEmpty() ? "" : " at " + place.name())
                        + "; whether it waits for something by that, as for its turn at a rate limiter, cannot be seen.";
    }

    /** What is full and waited for, though nobody knows for how long; empty where nothing is. */
    static String awaited(Evidence evidence) {
        return awaited(evidence, station -> true);
    }

    /**
     * What is full and requests wait for, beside others that wait for nobody knows what.
     *
     * @param symptoms ids of stations that are full because something behind them is
     */
    static String awaited(Evidence evidence, Set<String> symptoms) {
        return awaited(
                evidence,
                station -> !symptoms.contains(station.id())
                        && evidence.requests(place -> place.kind() == Place.Kind.AWAITING_RESOURCE
                                        && place.name().equals(station.id()))
                                >= Waiting.FEWEST);
    }

    private static String awaited(Evidence evidence, Predicate<Station> which) {
        return evidence.observation().stations().stream()
                .filter(which)
                .filter(one -> Saturation.isAllTaken(one)
                        && evidence.observation().threadsOn(one.id()) >= Saturation.FEWEST_WAITING)
                .max(Comparator.comparingDouble(one -> evidence.observation().threadsOn(one.id())))
                .map(one -> " " + one.name() + " is all taken, and "
                        + Numbers.count(evidence.observation().threadsOn(one.id())) + " threads wait for it.")
                .orElse("");
    }

    static String dropped(Workload.Generator generator) {
        return "left out " + Numbers.percent(generator.dropped().orElseThrow())
                + " of the iterations that were due, since none of its users was free";
    }

    static String late(Workload.Generator generator) {
        return generator.readLag() > generator.lag()
                ? "read answers " + Numbers.seconds(generator.readLag()) + " after they had come, on average"
                : "sent requests up to " + Numbers.seconds(generator.lagMax()) + " after they were due";
    }

    /** Why it could not do what was asked, though what it did was in time. */
    static String busy(Workload.Generator generator, Evidence evidence) {
        Failures failures = evidence.workload().failures();
        long unsent = failures.of(ErrorKind.GENERATOR);
        return unsent > (1 - Thresholds.WHOLE) * failures.requests()
                ? "could not send " + Numbers.percent(unsent / (double) failures.requests()) + " of the requests"
                : "had no processor time left (" + Numbers.of(generator.cores()) + " cores in all"
                        + (generator.isTool() ? ", and of one of its threads or of the machine over 90 %)" : ")");
    }

    /** A queue that is worth a word, and passes. */
    static Optional<String> passing(Evidence evidence) {
        double least = WORTH_A_NOTE
                * evidence.throughput()
                * evidence.baseline().map(Measure::value).orElse(0.0);
        return PassingQueue.in(evidence).stream()
                .filter(one -> one.sure() && one.waiting() > least)
                .max(Comparator.comparingDouble(PassingQueue::waiting))
                .map(one -> used(one, evidence) + ": a queue of " + Numbers.of(one.waiting())
                        + " is what arrivals and tasks that vary make of that, and it passes.");
    }

    static String slowKind(KindResponse kind) {
        return Numbers.percent(kind.share()) + " of the requests, `" + kind.name() + "`, take "
                + Numbers.seconds(kind.loaded().value()) + ", and "
                + Numbers.seconds(kind.alone().value())
                + " with one user who sends nothing else: it waits for something, which the mean of all requests does not show.";
    }

    /** Says that some users get no good answer, though those that come are as soon as one user's. */
    static Optional<String> withoutSome(Bound bound, Evidence evidence) {
        double failed = evidence.workload().failedShare();
        boolean fail = failed > Thresholds.SLIGHT; // else what fails is not what most are without
        return evidence.baseline()
                .filter(one -> bound.isWithoutSome(evidence)
                        && evidence.places().stream().noneMatch(UnknownWaits::standsOut))
                .map(one -> (fail ? Numbers.percent(failed) + " of the requests fail" : "Some requests get no answer")
                        + ", and those that succeed take no longer than one user's"
                        + (evidence.stuck().groups().isEmpty() ? ": what keeps the others was not seen." : "."));
    }

    /** Where nothing was seen to bind, what could not be seen to: whoever says that nothing binds says that nothing binds that was seen. */
    static Optional<String> unseen(Evidence evidence) {
        Observation seen = evidence.observation();
        String unseen = Stream.of(
                        seen.host().descriptors().isEmpty() ? "file descriptors" : "",
                        seen.host().diskWait().isEmpty() ? "waits for a disk" : "",
                        seen.host().throttledShare().isEmpty() ? "the control group's quota" : "",
                        seen.processor().gcPauseShare().isEmpty() ? "garbage collections" : "")
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining(", "));
        return unseen.isEmpty() || !evidence.isObserved()
                ? Optional.empty()
                : Optional.of("Not seen this way: " + unseen + ".");
    }

    /** R0 is refuted by the load itself. */
    static String passed(Measure one, Evidence evidence) {
        boolean closed = evidence.workload().arrivals() instanceof Workload.Closed;
        return (closed
                        ? Numbers.rate(evidence.throughput()) + " are more than N / (R0 + Z) = "
                                + Numbers.rate(
                                        Bound.of(evidence).limit().orElse(one).value()) + " with R0 = "
                        : "A response takes "
                                + Numbers.seconds(evidence.workload().response()) + ", and with one user ")
                + Numbers.seconds(one.value())
                + ": so R0 is not what a request takes that waits for no one under this load (answers that serve several requests at"
                + " once, acknowledgements that are waited for, a cache that was cold), and cannot say that nothing binds."
                + TurnedAway.allTaken(evidence)
                        .filter(resource -> !TurnedAway.isAwaited(resource))
                        .map(
                                resource -> " " + resource.name() + " is all taken ("
                                        + Numbers.of(resource.maximum().orElse(0))
                                        + "), and nobody waits for it: who finds nothing free may be given something else at once, which counts as an answer.")
                        .orElse("");
    }

    static String goWithout(Fallbacks without) {
        Station of = without.of();
        return Numbers.percent(without.share()) + " of the requests do without " + of.name()
                + ", though one user's do not: "
                + Numbers.of(of.active()) + " of its " + of.maximum().orElse(0)
                + " are taken on average and nobody waits for it, so who finds nothing free is given something else, which counts as an answer.";
    }

    static String near(PassingQueue queue, Evidence evidence) {
        return used(queue, evidence) + ", give or take "
                + Numbers.of(queue.ceiling().error()) + ": so near to it, a queue of " + Numbers.of(queue.waiting())
                + " may pass or grow. A longer run tells.";
    }

    /**
     * A load that gets what it asks for, and more of which does not.
     *
     * @param more what came of that
     * @param first what would bind first, if that is to be met within it
     */
    static String edge(Outcome more, Optional<NextLimit> first, Evidence evidence) {
        return "The load gets what it asks for, and more of it "
                + switch (more) {
                    case NONE, NEGATIVE -> "brings no more: ";
                    case BROKEN_OFF -> "fails: ";
                    case FULL, PART, EXCESS, UNDECIDED, REFUSED -> "gets only part of what it asks for: ";
                }
                + first.map(next -> headroom(next, evidence)).orElse("something is near its limit") + ".";
    }

    private static String used(PassingQueue queue, Evidence evidence) {
        return "The load of " + Numbers.rate(evidence.workload().offered().orElseThrow()) + " uses "
                + Numbers.percent(queue.used()) + " of " + queue.name() + ", which binds at "
                + Numbers.rate(queue.ceiling().value());
    }

    private static String headroom(NextLimit next, Evidence evidence) {
        Limit limit = next.limit();
        double used = evidence.observation()
                .station(limit.station())
                .map(Station::utilization)
                .orElse(evidence.throughput() / next.ceiling().perSecond());
        return (limit.kind() == LimitKind.CPU ? "the processor" : limit.pool()) + " is " + Numbers.percent(used)
                + " used and would bind at " + Numbers.of(next.ceiling().perSecond()) + " requests/s"
                + (evidence.isObserved() ? " if its use rose in proportion" : " if nothing does before");
    }
}
