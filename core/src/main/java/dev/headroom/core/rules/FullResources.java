package dev.headroom.core.rules;

import dev.headroom.core.evidence.AsyncDispatch;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.LateFailures;
import dev.headroom.core.evidence.Saturation;
import dev.headroom.core.laws.Ceiling;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Connections, objects, permits, locks and rates of which nothing is free while others wait. Capacity and use come from the resource itself. A
 * resource that does not tell how many may hold it is judged by its holders: a number that stays the same while others wait is a capacity.
 */
final class FullResources {

    /** By how much more than a rate lets past is served, relative, from which not every request asks it: what it has saved up lets a few more past. */
    private static final double SOME = Thresholds.FIFTH;

    /** Times the requests that have been read, from which others wait there as well: counts at two moments differ by less. */
    private static final double MANY = Thresholds.DOUBLE;

    /** Times m / D that connections give, which carry several calls at a time. */
    private static final double SEVERAL = Thresholds.DOUBLE;

    /** Times a response that a permit is kept, from which it is not the request that gives it back. */
    private static final double KEPT = Thresholds.DOUBLE;

    private static final String SEVERAL_EACH =
            "By the time that one user's calls take, its connections carry several at a time each: how many these let past together is not known.";

    private FullResources() {}

    static Stream<Hypothesis> in(Evidence evidence) {
        List<Station> full = evidence.observation().resources().stream()
                .filter(FullResources::full)
                .filter(resource -> resource.kind() != StationKind.UNKNOWN || !HiddenQueue.takesTurns(evidence))
                .toList();
        return Stream.of(
                        full.stream().map(resource -> hypothesis(resource, evidence)),
                        AlikeResources.in(evidence.observation())
                                .map(alike -> hypothesis(alike.together(), alike.each(), evidence)
                                        .sharedBy(alike.each().stream()
                                                .map(Station::id)
                                                .toList())))
                .flatMap(hypotheses -> hypotheses);
    }

    static boolean full(Station resource) {
        return resource.queued() >= Saturation.FEWEST_WAITING
                && (resource.kind() == StationKind.RATE_LIMITER
                        || resource.maximum().isEmpty()
                        || Saturation.isAllTaken(resource)
                        || resource.saturatedShare() >= Saturation.MOST_OF_THE_TIME);
    }

    static Hypothesis hypothesis(Station resource, Evidence evidence) {
        return hypothesis(resource, withParts(resource, evidence), evidence);
    }

    /** @param whole those on which requests wait when they wait for it */
    private static Hypothesis hypothesis(Station resource, List<Station> whole, Evidence evidence) {
        boolean several = carrySeveral(resource, evidence);
        Optional<Terms> terms = several ? Optional.empty() : terms(resource, evidence);
        OptionalInt capacity = several ? OptionalInt.empty() : capacity(resource);
        boolean readersWait = readersWait(resource, evidence);
        int lost = Leaks.count(resource.id(), evidence);
        boolean alike = whole.size() > 1 && !whole.contains(resource);
        Limit limit = several
                ? new Limit(resource.limit().kind(), resource.id(), resource.name(), OptionalInt.empty())
                : capacity.isPresent() ? resource.limit(capacity.getAsInt()) : resource.limit();
        List<String> lifted = Stream.concat(Stream.of(resource), whole.stream())
                .map(Station::id)
                .toList();
        Optional<NextLimit> next = terms.flatMap(its -> NextLimits.besides(lifted, its, evidence));
        Finding finding = new Finding(
                limit,
                Optional.empty(),
                terms,
                Optional.of(remedy(resource, alike ? whole.size() : 1, terms, next, evidence)),
                next,
                LimitSentences.resource(resource, terms, evidence),
                Stream.concat(
                                Leaks.notes(resource, evidence).stream(),
                                several ? Stream.of(SEVERAL_EACH) : Stream.empty())
                        .toList());
        double seen = CallSite.workersAt(whole.stream().flatMap(one -> one.holders().stream()), site -> true);
        return Hypothesis.of(
                        resource.id(),
                        finding,
                        place -> place.kind() == Place.Kind.AWAITING_RESOURCE
                                        && whole.stream()
                                                .anyMatch(one -> one.id().equals(place.name()))
                                || place.kind() == Place.Kind.UNREAD && readersWait)
                .heldBy(resource.active() > 0 ? resource.active() : seen, sites(whole, Station::holders))
                .waiting(whole.stream().flatMap(one -> one.waits().stream()).toList())
                .predicted(
                        resource.kind() == StationKind.RATE_LIMITER || capacity.isEmpty() || lost > 0
                                ? OptionalDouble.empty() // of two states, L and D leave nothing to predict
                                : resource.kind() == StationKind.UNKNOWN
                                        ? ServiceDemand.unloadedCeilingByLines(resource, capacity.getAsInt(), evidence)
                                        : ServiceDemand.unloadedCeiling(resource, capacity.getAsInt(), evidence))
                .awaitedAt(sites(whole, Station::waiters));
    }

    /**
     * Whether many more wait for it than requests have been read, and no threads that read are all busy: then others wait there as well, and nothing else is seen that keeps requests from being
     * read, each of which takes a task.
     */
    private static boolean readersWait(Station resource, Evidence evidence) {
        double unread = evidence.requests(place -> place.kind() == Place.Kind.UNREAD);
        return unread >= Saturation.FEWEST_WAITING
                && resource.queued() >= MANY * (evidence.workload().inFlight() - unread)
                && FullPools.in(evidence).findAny().isEmpty();
    }

    /** What is bound in all may have parts with bounds of their own, such as routes: who waits at one that has room waits for the whole. */
    private static List<Station> withParts(Station whole, Evidence evidence) {
        return Stream.concat(
                        Stream.of(whole),
                        evidence.observation().resources().stream()
                                .filter(part ->
                                        whole.isAllOf(part) && part.saturatedShare() < Saturation.MOST_OF_THE_TIME))
                .toList();
    }

    private static List<CallSite> sites(List<Station> of, Function<Station, List<CallSite>> which) {
        return CallSite.together(
                of.stream().flatMap(one -> which.apply(one).stream()).toList());
    }

    /**
     * Connections that nobody is seen to take and to hold for himself, and that give far more than m / D, with the demand D of one user (utilisation law): each carries several calls at a time, as those of HTTP/2 do, and how many is not their number.
     */
    private static boolean carrySeveral(Station resource, Evidence evidence) {
        OptionalInt capacity = capacity(resource);
        boolean mayBeShared = resource.kind() == StationKind.CONNECTION_POOL
                && resource.completed().isEmpty()
                && resource.holders().isEmpty();
        if (!mayBeShared || capacity.isEmpty()) {
            return false;
        }
        OptionalDouble ceiling = ServiceDemand.unloadedCeiling(resource, capacity.getAsInt(), evidence);
        return ceiling.isPresent() && evidence.served().value() > SEVERAL * ceiling.getAsDouble();
    }

    /** As it says itself, else as many as held it all the time. */
    private static OptionalInt capacity(Station resource) {
        int holders = (int) Math.rint(resource.active());
        return resource.maximum().isPresent() || holders < 1 ? resource.maximum() : OptionalInt.of(holders);
    }

    /**
     * Whether more hold it or wait for it than requests are in flight, and nobody counts how often it is taken: then most are no requests of a port, or a request takes several at a time, and X is not what passes it.
     */
    static boolean isMostlyOthers(Station resource, Evidence evidence) {
        return evidence.workload().arrivals() instanceof Workload.Observed observed
                && observed.counted()
                && resource.kind() != StationKind.RATE_LIMITER
                && resource.completed().orElse(0) <= 0
                && resource.active() + resource.queued()
                        > (1 + AsyncDispatch.MORE) * evidence.workload().inFlight();
    }

    /** V and S from the resource's own counts and clock where it keeps them; else one visit a request, and S = in use / X. Of what is never given back there is neither. */
    private static Optional<Terms> terms(Station whole, Evidence evidence) {
        Station resource = Leaks.without(whole, evidence);
        double served = evidence.served().value();
        OptionalInt capacity = capacity(resource);
        if (served <= 0 || capacity.isEmpty() || isMostlyOthers(resource, evidence)) {
            return Optional.empty();
        }
        double window = evidence.window();
        Measure visits = resource.completed().orElse(0) > 0
                ? Measure.of(
                        resource.completed().getAsDouble() / (served * window),
                        Numbers.of(Math.rint(resource.completed().getAsDouble())) + " times taken, over requests")
                : Measure.exact(1, "each request takes it once");
        if (resource.kind() == StationKind.RATE_LIMITER) {
            Measure second = Measure.exact(1, "permits are granted by the second");
            Measure ceiling = Ceiling.of(capacity.getAsInt(), visits, second);
            // where more is served than it lets past, it is asked by a part of the requests, nobody counts which
            return Optional.of(new Terms(capacity.getAsInt(), visits, second, ceiling, true))
                    .filter(its -> resource.completed().isPresent() || served <= (1 + SOME) * its.workers());
        }
        Measure held = resource.holdingTime()
                .orElseGet(() -> Measure.of(
                        Math.min(resource.active(), capacity.getAsInt()) / (served * visits.value()),
                        "holders / times taken per second"));
        return Terms.of(capacity.getAsInt(), visits, held, false);
    }

    /** @param shares of which the resource is made */
    static Remedy remedy(
            Station resource, int shares, Optional<Terms> terms, Optional<NextLimit> next, Evidence evidence) {
        boolean sized = switch (resource.kind()) {
            case LOCK, RATE_LIMITER, UNKNOWN -> false;
            default -> true;
        };
        Optional<Size> size = terms.filter(
                        its -> sized && !its.isKeptLonger(evidence) && !LateFailures.mayHaveTaken(resource, evidence))
                .flatMap(its -> Size.of(its, its.unloaded(evidence), next, evidence));
        String held = terms.map(Terms::held).orElse("");
        int lost = Leaks.count(resource.id(), evidence);
        String meant = isMeant(resource) ? "; where the bound is meant, turn requests away at once" : "";
        String alike = shares > 1 ? ", " + shares + " alike" : "";
        return size.map(its -> its.isThere()
                        ? Remedy.of(
                                "Shorten the " + held + " that each of " + Naming.owner(resource, evidence) + " is held"
                                        + meant + ".",
                                Remedies.isEnough(its))
                        : new Remedy(
                                action(
                                        resource,
                                        " to at least " + (its.needed() + lost) + (shares > 1 ? " in all" : "") + alike
                                                + its.bound(),
                                        resource.remedy(),
                                        (its.isForRandom() ? ", or shorten the " + held + " that each is held" : "")
                                                + meant,
                                        evidence),
                                OptionalDouble.of(its.needed() + lost),
                                "Little: N = X V S, with S = " + held
                                        + (lost > 0 ? ", and the " + lost + " that are never free." : ".")
                                        + (its.isForRandom()
                                                ? " That would do for evenly spaced arrivals; where they come at"
                                                        + " random, N + 2 sqrt(N) (square-root staffing)."
                                                : "")
                                        + Remedies.processor(its.rate(), evidence)))
                .orElseGet(() -> Remedy.of(action(resource, alike, resource.remedy(), meant, evidence), ""));
    }

    /** Of one that turns requests away at once, as a bound that is meant does. One that is kept for longer than a response is given back by no request. */
    static Remedy turningAway(Station resource, Evidence evidence) {
        double response = evidence.workload().response();
        Optional<Double> kept = terms(resource, evidence)
                .filter(its -> resource.kind() != StationKind.RATE_LIMITER)
                .map(its -> its.holdingTime().value())
                .filter(held -> held > KEPT * response);
        String advice = kept.map(held -> "each is taken for " + Numbers.seconds(held) + ", a response takes "
                        + Numbers.seconds(response) + ": no request gives it back, so it is a rate")
                .orElse(resource.remedy());
        String meant = isMeant(resource)
                ? "; where the bound is meant, who asks has to ask less often, or again later (Retry-After)"
                : "";
        return Remedy.of(action(resource, "", advice, meant, evidence), "");
    }

    private static boolean isMeant(Station resource) {
        return resource.kind() == StationKind.SEMAPHORE || resource.kind() == StationKind.RATE_LIMITER;
    }

    /** What to change in the words of the catalogue, which knows the library; in ours where it says nothing. */
    private static String action(Station resource, String to, String advice, String meant, Evidence evidence) {
        String what = switch (resource.kind()) {
            case WORKERS -> "the workers of ";
            case CONNECTION_POOL -> "the maximum of ";
            case OBJECT_POOL -> "the size of ";
            case SEMAPHORE -> "the permits of ";
            case RATE_LIMITER -> "the rate of ";
            default -> "";
        };
        if (resource.kind() == StationKind.LOCK) {
            return (advice.isEmpty()
                            ? "Hold it for less, or split it"
                            : Character.toUpperCase(advice.charAt(0)) + advice.substring(1))
                    + " (" + resource.name() + "): no number of threads helps.";
        }
        if (what.isEmpty()) {
            return "Look at who holds " + resource.name() + ", and for how long.";
        }
        return "Raise " + what + Naming.owner(resource, evidence)
                + (resource.setting().isEmpty() ? "" : " (" + resource.setting() + ")") + to
                + (advice.isEmpty() ? "" : ": " + advice)
                + meant + ".";
    }
}
