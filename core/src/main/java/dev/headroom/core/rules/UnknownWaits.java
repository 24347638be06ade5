package dev.headroom.core.rules;

import dev.headroom.core.conservation.Waiting;
import dev.headroom.core.evidence.AsyncDispatch;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Network.InUse;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A wait that grew under load and that no other rule knows. It is still a verdict: where requests wait, how many, and the line of the
 * application that called it.
 */
public final class UnknownWaits {

    /** By how much of what it takes with one user (0 to 1) a wait has to be longer: by less, two measurements of the same differ. */
    private static final double LONGER = Thresholds.TENTH;

    private static final double MOST = Thresholds.HALF;

    /** Of a response to one user (0 to 1), what may be spent asleep there: its work does not sleep there. */
    private static final double HARDLY = Thresholds.LOSS;

    /** Of one user's time (0 to 1), what it waits somewhere from which it is served there. */
    private static final double SERVED = Thresholds.SLIGHT;

    /** Connections that came or went in the window, below which their number is the same. */
    private static final double SAME = Thresholds.ODD_ONE;

    /** Times that one sleeps at a place for each request, from which it tries again. */
    private static final double POLLS = Thresholds.DOUBLE;

    /** The name of a limit of which not even the place is known. */
    public static final String NO_PLACE = "a place that was not seen";

    private static final String NOWHERE = "at " + NO_PLACE;

    private static final Set<Place.Kind> ON_A_THREAD = EnumSet.of(
            Place.Kind.RUNNING,
            Place.Kind.READY,
            Place.Kind.SLEEPING,
            Place.Kind.AWAITING_RESOURCE,
            Place.Kind.AWAITING_DOWNSTREAM,
            Place.Kind.AWAITING_OTHER);

    private UnknownWaits() {}

    static Stream<Hypothesis> in(Evidence evidence) {
        double longer = Waiting.delay(evidence);
        return evidence.unloaded().isEmpty() && !evidence.isObserved() || !(longer > 0)
                ? Stream.empty()
                : evidence.places().stream()
                        .filter(UnknownWaits::isUnknown)
                        .filter(place -> isWorthNaming(place, evidence))
                        .filter(place -> Waiting.mayBe(place, evidence))
                        .filter(place -> place.added() - elsewhere(place, evidence) >= SlowDownstream.MATTERS * longer)
                        .map(place -> hypothesis(place, evidence));
    }

    /** Of one user's response, what was found at no thread: it may have been there as well, so a place at which he was not seen has not grown by that. */
    private static double elsewhere(Place place, Evidence evidence) {
        return ON_A_THREAD.contains(place.kind())
                ? evidence.places().stream()
                        .filter(other -> other.kind() == Place.Kind.NOT_FOUND || other.kind() == Place.Kind.UNREAD)
                        .mapToDouble(Place::unloaded)
                        .filter(Double::isFinite)
                        .sum()
                : 0;
    }

    /** Whether more than an odd request stands there, and no more than there are; and where none was seen to, whether what is offered is not answered. */
    public static boolean isWorthNaming(Place place, Evidence evidence) {
        boolean carried = evidence.workload().arrivals() instanceof Workload.Open && !evidence.overloaded();
        return place.requests() >= Waiting.FEWEST
                && !(place.requests()
                        > (1 + AsyncDispatch.MORE) * evidence.workload().inFlight())
                && !(carried
                        && place.kind() == Place.Kind.NOT_FOUND
                        && shared(place, evidence).isEmpty());
    }

    public static boolean isUnknown(Place place) {
        return switch (place.kind()) {
            case SLEEPING, AWAITING_OTHER, NOT_FOUND -> true;
            case NOT_ACCEPTED, UNREAD, QUEUED, RUNNING, READY, AWAITING_RESOURCE, AWAITING_DOWNSTREAM -> false;
        };
    }

    /** Where requests do their work, most of them are under load as well: that is no wait yet. */
    public static boolean hasGrown(Place place) {
        return isLonger(place, LONGER);
    }

    private static boolean isLonger(Place place, double by) {
        return !(place.seconds() <= place.unloaded() * (1 + by)); // not known: it may be
    }

    /** Whether several are there for much longer than one user's. */
    public static boolean standsOut(Place place) {
        return place.requests() >= Waiting.FEWEST && isLonger(place, Evidence.LONGER);
    }

    /** Of such a place. */
    public static String hardlyGrown(Place place, Evidence evidence) {
        return "What binds is not known: no wait that was seen grew by much. Most of it did "
                + at(place, evidence) + ", where " + Numbers.count(place.requests())
                + " requests are on average, for " + Numbers.seconds(place.seconds()) + " each; with one user "
                + Numbers.seconds(place.unloaded()) + ".";
    }

    /** Of one at which somebody always is, however small a part of all that are in flight. */
    public static String alwaysThere(Place place, Evidence evidence) {
        return "Somebody always waits " + at(place, evidence) + " (" + Numbers.of(place.requests())
                + " requests on average): for what cannot be told, and whoever comes there may have to.";
    }

    public static Hypothesis hypothesis(Place place, Evidence evidence) {
        String where = where(place, evidence);
        boolean rate = isRate(place, evidence);
        boolean most = place.requests() >= MOST * evidence.workload().inFlight();
        Optional<Turns> turns = evidence.isObserved() ? Optional.empty() : Turns.grown(place, evidence);
        Finding finding = new Finding(
                rate
                        ? new Limit(LimitKind.RATE_LIMITER, where, OptionalInt.of((int) Math.rint(served(evidence))))
                        : turns.map(Turns::beside).orElseGet(() -> Naming.limit(LimitKind.UNKNOWN, where)),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Remedy.of(
                        lookAt(place, where) + (rate ? " until their time has come." : "."),
                        Numbers.count(place.requests()) + " requests on average are there"
                                + (Double.isFinite(place.seconds())
                                        ? ", for " + Numbers.seconds(place.seconds()) + " each"
                                                + (evidence.isObserved()
                                                        ? ""
                                                        : "; with one user " + Numbers.seconds(place.unloaded()))
                                        : ", and none of them comes back")
                                + ".")),
                Optional.empty(),
                (!evidence.isObserved()
                                ? "Something that no rule knows holds the load back: on average "
                                : "For what " + (most ? "most" : "some") + " requests wait cannot be told: on average ")
                        + Numbers.waiting(place.requests()) + " "
                        + at(place, evidence)
                        + (rate
                                ? ", each until a time that is known as it begins to, for none tries again meanwhile: a rate lets "
                                        + Numbers.of(served(evidence)) + "/s past"
                                : place.requests() < 1 ? "" : LimitSentences.past(evidence))
                        + ".",
                Stream.of(
                                clients(place, evidence),
                                shared(place, evidence).map(SharedConnections::words).stream(),
                                served(place, evidence),
                                unread(place, evidence),
                                carriers(place, evidence),
                                (evidence.isObserved() ? Turns.in(place, evidence) : turns).map(Turns::words).stream())
                        .flatMap(notes -> notes)
                        .toList());
        List<CallSite> waiters = place.name().isEmpty()
                ? List.of()
                : List.of(new CallSite(place.name(), Activity.AWAITING_OTHER, place.requests()));
        return Hypothesis.of(
                        place.name().isEmpty() ? place.kind().name() : place.name(),
                        finding,
                        at -> at.kind() == place.kind() && at.name().equals(place.name()))
                .awaitedAt(waiters);
    }

    /**
     * Whoever waits for a client that does not block shows no frame of it. That its connections are as many all the while, and fewer than those who
     * wait, is no proof: somebody else's calls may keep them busy, or they carry several at once.
     */
    private static Stream<String> clients(Place place, Evidence evidence) {
        return evidence.isObserved() && place.kind() == Place.Kind.AWAITING_OTHER
                ? evidence.observation().network().outbound().stream()
                        .filter(one -> one.established() >= 1
                                && one.established() < place.requests()
                                && Math.max(one.opened(), Math.abs(one.growth())) * evidence.window() < SAME
                                && one.inUse().stream()
                                        .allMatch(use -> BusyConnections.areBusy(use)
                                                && !BusyConnections.mayBeMore(use, evidence)))
                        .map(one -> Numbers.count(one.established()) + " connections to " + one.target()
                                + " were open all the while, fewer than requests that wait: if these wait for its answers, and each"
                                + " connection carries one call at a time, their number is the limit.")
                : Stream.empty();
    }

    private static Stream<String> carriers(Place place, Evidence evidence) {
        return Waiting.isForCarriers(place, evidence)
                ? Stream.of(
                        "Cores are free meanwhile. There are as many carriers as processors, and a virtual thread that"
                                + " waits in native code, or before JDK 24 while it holds a monitor, keeps its own.")
                : Stream.empty();
    }

    private static Stream<String> unread(Place place, Evidence evidence) {
        return place.kind() != Place.Kind.NOT_FOUND
                ? Stream.empty()
                : evidence.observation().network().outbound().stream()
                        .flatMap(
                                to -> to.inUse().stream()
                                        .map(InUse::knownUnread)
                                        .filter(unread -> unread >= Waiting.FEWEST)
                                        .map(
                                                unread -> "On average " + Numbers.count(unread) + " answers of "
                                                        + to.target()
                                                        + " lie unread in this process: the threads that read them are at something else."));
    }

    /**
     * Where one user waits as well, somebody serves those who wait. Of all that are at work (X R0), those who are not seen elsewhere are served for some of those there, and the others wait for their turn
     * (Little's law). Whether so many may be, or it is what a rate comes to, is not seen.
     */
    private static Stream<String> served(Place place, Evidence evidence) {
        double atWork = evidence.atWork();
        double elsewhere = evidence.requests(other -> other != place);
        double left = atWork - elsewhere;
        boolean isServed = place.kind() == Place.Kind.AWAITING_OTHER
                && place.unloaded()
                        >= SERVED * evidence.baseline().map(Measure::value).orElse(Double.NaN);
        return isServed && left > 0
                ? Stream.of("Of the " + Numbers.count(place.requests()) + " there, about " + Numbers.of(left)
                        + " are served at a time: " + Numbers.of(atWork) + " are at work, and "
                        + Numbers.of(elsewhere) + " elsewhere.")
                : Stream.empty();
    }

    /**
     * Who sleeps longer under load, and does not poll, was told beforehand for how long: whatever told it counts time, and nobody who is past lets others past. Who comes for
     * another request sleeps there again once for each, and who polls in look after look.
     */
    private static boolean isRate(Place place, Evidence evidence) {
        return place.kind() == Place.Kind.SLEEPING
                && !place.name().isEmpty()
                && evidence.baseline()
                        .map(Measure::value)
                        .filter(response -> asleepAlone(place, evidence) <= HARDLY * response
                                && seenAlone(evidence) >= MOST * response)
                        .isPresent()
                && served(evidence) >= 1
                && wouldShow(place, evidence)
                && again(place, evidence).orElse(Double.POSITIVE_INFINITY) < POLLS * served(evidence);
    }

    /** Whether looks are close enough: each sees of a sleeper no more than that he slept there before, once. */
    private static boolean wouldShow(Place place, Evidence evidence) {
        double looks = evidence.observation().probe().samples() / evidence.window();
        return place.requests() * looks >= POLLS * served(evidence);
    }

    /** How often a second one that sleeps there had slept there before; empty where that was not seen. */
    private static OptionalDouble again(Place place, Evidence evidence) {
        List<CallSite> sites = evidence.observation()
                .holders()
                .filter(site ->
                        site.activity() == Activity.SLEEPING && site.frame().equals(place.name()))
                .toList();
        return !sites.isEmpty() && sites.stream().allMatch(site -> site.again().isPresent())
                ? OptionalDouble.of(sites.stream()
                        .mapToDouble(site -> site.again().getAsDouble())
                        .sum())
                : OptionalDouble.empty();
    }

    /** Seconds of one user's response there, or asleep at a line that is not known. */
    private static double asleepAlone(Place place, Evidence evidence) {
        return evidence.places().stream()
                .filter(one -> one.kind() == Place.Kind.SLEEPING
                        && (one.name().isEmpty() || one.name().equals(place.name())))
                .mapToDouble(Place::unloaded)
                .sum();
    }

    /** Of which it is known what its thread does. */
    private static double seenAlone(Evidence evidence) {
        return evidence.places().stream()
                .filter(place -> ON_A_THREAD.contains(place.kind()))
                .mapToDouble(Place::unloaded)
                .sum();
    }

    private static double served(Evidence evidence) {
        return evidence.served().value();
    }

    /** Where no queue was seen. */
    private static Optional<SharedConnections> shared(Place place, Evidence evidence) {
        boolean unseen = place.kind() == Place.Kind.NOT_FOUND
                || place.kind() == Place.Kind.QUEUED
                        && evidence.structure()
                                .pool(place.name())
                                .filter(pool -> pool.queued() == 0)
                                .isPresent();
        return unseen ? SharedConnections.in(evidence) : Optional.empty();
    }

    private static String at(Place place, Evidence evidence) {
        return switch (place.kind()) {
            case NOT_ACCEPTED, UNREAD -> "in " + where(place, evidence);
            case QUEUED -> shared(place, evidence).isPresent() ? NOWHERE : "in " + where(place, evidence);
            case RUNNING, READY -> "for " + where(place, evidence);
            case SLEEPING, AWAITING_RESOURCE, AWAITING_DOWNSTREAM, AWAITING_OTHER, NOT_FOUND ->
                place.detail().isEmpty() ? NOWHERE : place.detail();
        };
    }

    private static String lookAt(Place place, String where) {
        return place.kind() == Place.Kind.NOT_FOUND && where.equals(NO_PLACE)
                ? "Requests are in flight, and no thread or queue was seen to have them: look at what is between"
                        + " the client and the service, and at clients that do not block"
                : "Look at " + where + ": that is where requests wait";
    }

    /** The application's line, else what is waited for. */
    private static String where(Place place, Evidence evidence) {
        return switch (place.kind()) {
            case NOT_ACCEPTED, UNREAD -> "connections that nobody reads";
            case QUEUED -> shared(place, evidence).map(SharedConnections::name).orElse("the queue of " + place.name());
            case READY -> Waiting.isForCarriers(place, evidence) ? "a carrier of virtual threads" : "the processor";
            case RUNNING -> "the processor";
            case NOT_FOUND ->
                shared(place, evidence).map(SharedConnections::name).orElse(NO_PLACE);
            case AWAITING_RESOURCE -> evidence.observation().name(place.name());
            case SLEEPING, AWAITING_DOWNSTREAM, AWAITING_OTHER -> place.name().isEmpty() ? "a wait" : place.name();
        };
    }
}
