package dev.headroom.core.diagnosis;

import dev.headroom.core.laws.Ceiling;
import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.laws.Sizing;
import dev.headroom.core.model.Activity;
import dev.headroom.core.model.CallSite;
import dev.headroom.core.model.Diagnosis.Remedy;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Place;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.Resource;
import dev.headroom.core.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Connections, objects, permits, locks and rates of which nothing is free while others wait. Capacity and use come from the resource itself. A
 * resource that does not tell how many may hold it is judged by its holders: a number that stays the same while others wait is a capacity.
 */
final class FullResources {

    /** Share of looks (0 to 1) in which nothing was free and someone waited, from which that is the rule. */
    private static final double MOSTLY = 0.5;

    /** Fewer who wait on average are the ripple of uneven arrivals. */
    private static final double FEWEST_WAITING = 0.5;

    /** In use over capacity from which it counts as full, where it is not told look by look. */
    private static final double FULL = 0.95;

    private FullResources() {}

    static Stream<Hypothesis> in(Evidence evidence) {
        return Stream.concat(
                evidence.observation().resources().stream()
                        .filter(FullResources::full)
                        .map(resource -> hypothesis(resource, evidence)),
                unread(evidence));
    }

    static boolean full(Resource resource) {
        if (resource.waiting() < FEWEST_WAITING) {
            return false;
        }
        boolean rate = resource.kind() == LimitKind.RATE_LIMITER;
        boolean taken = resource.capacity().isPresent()
                && resource.inUse() >= FULL * resource.capacity().getAsInt();
        return rate
                || taken
                || resource.saturatedShare() >= MOSTLY
                || resource.capacity().isEmpty();
    }

    private static Hypothesis hypothesis(Resource resource, Evidence evidence) {
        Optional<Terms> terms = terms(resource, evidence);
        OptionalInt capacity = capacity(resource);
        Limit limit = new Limit(
                resource.kind(), resource.name(), capacity.isPresent() ? capacity : shown(holders(resource), evidence));
        Finding finding = new Finding(
                limit,
                Optional.empty(),
                terms,
                Optional.of(remedy(resource, terms, evidence)),
                terms.flatMap(its -> NextLimits.besides(resource.id(), its, evidence)),
                Sentences.resource(resource, terms, evidence),
                leak(resource, evidence));
        return new Hypothesis(
                resource.id(),
                finding,
                place -> place.kind() == Place.Kind.AWAITING_RESOURCE
                        && place.name().equals(resource.id()),
                Math.max(resource.inUse(), 1e-3),
                resource.holdersWait(),
                resource.kind() == LimitKind.RATE_LIMITER || capacity.isEmpty()
                        ? OptionalDouble.empty()
                        : Demand.unloadedCeiling(resource, capacity.getAsInt(), evidence),
                resource.holders(),
                resource.waiters());
    }

    private static List<String> leak(Resource resource, Evidence evidence) {
        int leaked = leaked(resource.id(), evidence);
        return leaked == 0
                ? List.of()
                : List.of(
                        leaked + " of " + resource.name() + (leaked == 1 ? " is" : " are")
                                + " in use whatever the load is, as if never given back: look for what takes one and does not return it.");
    }

    /**
     * Those that are in use for good. In use = L + D X, with one user and under load (the utilisation law with an intercept), so two states
     * give both: what is in use for good, L, and the demand of a request, D.
     */
    static int leaked(String target, Evidence evidence) {
        Optional<Resource> loaded = resource(target, evidence);
        Optional<Resource> alone = evidence.unloaded().flatMap(one -> resource(target, one));
        double x = evidence.served().value();
        double single = evidence.unloaded().map(one -> one.served().value()).orElse(Double.NaN);
        if (loaded.isEmpty() || alone.isEmpty() || !(x > single)) {
            return 0;
        }
        double demand = (loaded.get().inUse() - alone.get().inUse()) / (x - single);
        return (int) Math.max(0, Math.rint(alone.get().inUse() - demand * single));
    }

    private static Optional<Resource> resource(String target, Evidence evidence) {
        return evidence.observation().resources().stream()
                .filter(resource -> resource.id().equals(target) && resource.kind() != LimitKind.RATE_LIMITER)
                .findFirst();
    }

    /** As it says itself, else as many as held it all the time. */
    private static OptionalInt capacity(Resource resource) {
        int holders = (int) Math.rint(resource.inUse());
        return resource.capacity().isPresent() || holders < 1 ? resource.capacity() : OptionalInt.of(holders);
    }

    /**
     * Of what does not tell: as many as were seen past the wait, where by Little's law as many requests (X R0) are at work while the others
     * wait. Two instruments, and both say the same whole number, or there is none.
     */
    static OptionalInt shown(double holders, Evidence evidence) {
        double atWork = evidence.baseline()
                .map(unloaded -> LittlesLaw.concurrency(evidence.served().value(), unloaded.value()))
                .orElse(Double.NaN);
        boolean same = Math.rint(holders) == Math.rint(atWork) && Math.rint(holders) >= 1;
        return same ? OptionalInt.of((int) Math.rint(holders)) : OptionalInt.empty();
    }

    private static double holders(Resource resource) {
        return resource.holders().stream().mapToDouble(CallSite::workers).sum();
    }

    /** V and S from the resource's own counts and clock where it keeps them; else one visit a request, and S = in use / X. */
    private static Optional<Terms> terms(Resource resource, Evidence evidence) {
        double served = evidence.served().value();
        OptionalInt capacity = capacity(resource);
        if (served <= 0 || capacity.isEmpty()) {
            return Optional.empty();
        }
        double window = evidence.window();
        Measure visits = resource.taken().orElse(0) > 0
                ? new Measure(
                        resource.taken().getAsDouble() / (served * window),
                        Double.NaN,
                        Numbers.of(Math.rint(resource.taken().getAsDouble())) + " times taken, over requests")
                : Measure.exact(1, "each request takes it once");
        if (resource.kind() == LimitKind.RATE_LIMITER) {
            Measure second = Measure.exact(1, "permits are granted by the second");
            return Optional.of(new Terms(
                    capacity.getAsInt(), visits, second, Ceiling.of(capacity.getAsInt(), visits, second), true, true));
        }
        Measure held = resource.held()
                .orElseGet(() -> new Measure(
                        Math.min(resource.inUse(), capacity.getAsInt()) / (served * visits.value()),
                        Double.NaN,
                        "holders / times taken per second"));
        return Optional.of(new Terms(
                        capacity.getAsInt(),
                        visits,
                        held,
                        Ceiling.of(capacity.getAsInt(), visits, held),
                        resource.held().isPresent(),
                        true))
                .filter(its ->
                        Double.isFinite(its.ceiling().value()) && its.ceiling().value() > 0);
    }

    private static Remedy remedy(Resource resource, Optional<Terms> terms, Evidence evidence) {
        boolean sized = switch (resource.kind()) {
            case LOCK, RATE_LIMITER, UNKNOWN -> false;
            default -> true;
        };
        OptionalDouble needed = terms.filter(its -> sized)
                .map(its -> {
                    double time = its.holdingTime().value();
                    double rate = evidence.wanted(
                            evidence.baseline().map(Measure::value).orElse(time));
                    return OptionalDouble.of(Sizing.atLeast(rate, its.visits().value(), time));
                })
                .orElse(OptionalDouble.empty());
        String to = needed.isPresent() ? " to at least " + Numbers.of(needed.getAsDouble()) : "";
        String setting = resource.setting().isEmpty() ? "" : " (" + resource.setting() + ")";
        String action = switch (resource.kind()) {
            case CONNECTION_POOL ->
                "Raise the maximum of " + resource.name() + setting + to + ", or hold a connection for less.";
            case OBJECT_POOL -> "Raise the size of " + resource.name() + setting + to + ", or hold an object for less.";
            case SEMAPHORE ->
                "Raise the permits of " + resource.name() + setting + to
                        + "; where the bound is meant, turn requests away at once.";
            case RATE_LIMITER ->
                "Raise the rate of " + resource.name() + setting
                        + "; where the bound is meant, turn requests away at once.";
            case LOCK -> "Hold " + resource.name() + " for less, or split it: no number of threads helps.";
            default -> "Look at who holds " + resource.name() + ", and for how long.";
        };
        return new Remedy(
                action,
                needed,
                terms.filter(its -> sized)
                        .map(its -> "Little: N = X V S, with S = "
                                + Numbers.seconds(its.holdingTime().value()) + ".")
                        .orElse(""));
    }

    /** Waits for something that nobody reads, as without an agent: named by the frame, of unknown capacity. */
    private static Stream<Hypothesis> unread(Evidence evidence) {
        List<String> known =
                evidence.observation().resources().stream().map(Resource::id).toList();
        return evidence.observation().pools().stream()
                .flatMap(pool -> pool.waits().stream())
                .filter(wait ->
                        (wait.activity() == Activity.AWAITING_LOCK || wait.activity() == Activity.AWAITING_CONNECTION)
                                && wait.workers() >= FEWEST_WAITING
                                && !known.contains(wait.target()))
                .map(Pool.Wait::target)
                .distinct()
                .map(target -> byFrames(target, evidence));
    }

    private static Hypothesis byFrames(String target, Evidence evidence) {
        List<Pool.Wait> waits = evidence.observation().pools().stream()
                .flatMap(pool -> pool.waits().stream())
                .filter(wait -> wait.target().equals(target))
                .toList();
        boolean connection = waits.getFirst().activity() == Activity.AWAITING_CONNECTION;
        LimitKind kind = connection ? LimitKind.CONNECTION_POOL : LimitKind.LOCK;
        double waiting = waits.stream().mapToDouble(Pool.Wait::workers).sum();
        Resource seen = new Resource(
                target,
                kind,
                "",
                target,
                connection ? OptionalInt.empty() : OptionalInt.of(1),
                connection ? 0 : 1,
                waiting,
                0,
                OptionalDouble.empty(),
                Optional.empty(),
                List.of(),
                waits.stream()
                        .filter(wait -> !wait.site().isEmpty())
                        .map(wait -> new CallSite(wait.site(), wait.activity(), wait.workers()))
                        .toList(),
                List.of(),
                "");
        return hypothesis(seen, evidence);
    }
}
