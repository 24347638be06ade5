package dev.headroom.core.rules;

import dev.headroom.core.evidence.AcceptPorts;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.evidence.Saturation;
import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Network.Listener;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.observation.Station.Wait;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Failures;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.structure.Holding;
import dev.headroom.core.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Connections are refused, or stand in the accept queue, while the service's workers are not full. With the maximum
 * of connections reached, C connections carry at most C / S requests per second, S being the seconds that the service takes
 * for one. Full workers fill the accept queue as well, so it is the limit only where no pool behind it is saturated.
 */
public final class AcceptQueue {

    /** Requests turned away, 0 to 1, from which it is no accident. */
    private static final double TURNED_AWAY = Thresholds.TRACE;

    /** Share of its backlog that a full accept queue holds in the mean of all samples. */
    private static final double FULL = Thresholds.ALL;

    private AcceptQueue() {}

    public static Stream<Hypothesis> in(Evidence evidence) {
        Failures failures = evidence.workload().failures();
        long away = turnedAway(failures);
        Optional<Listener> listener = listener(evidence);
        boolean refused = away >= TURNED_AWAY * failures.requests() && away > 0;
        boolean unseen = isSeen(evidence) || getsNoConnection(failures);
        return refused || isSeen(evidence)
                ? Stream.of(Hypothesis.of(
                                target(listener, evidence),
                                finding(listener, away, evidence),
                                place -> place.kind() == Place.Kind.NOT_ACCEPTED
                                        || place.kind() == Place.Kind.NOT_FOUND && unseen)
                        .waiting(entry(evidence)))
                : Stream.empty();
    }

    /** Whether the port was seen to let nobody in, and not only connections that broke. */
    public static boolean isSeen(Evidence evidence) {
        return listener(evidence)
                .filter(one -> AcceptPorts.keepsOut(one) || full(one) || AcceptPorts.isShut(one, evidence))
                .isPresent();
    }

    /** Whether clients try in vain to connect: then requests that are at no place may be theirs. A connection that breaks off says nothing of the others. */
    private static boolean getsNoConnection(Failures failures) {
        long never = failures.of(ErrorKind.REFUSED) + failures.of(ErrorKind.CONNECT_TIMEOUT);
        return never >= TURNED_AWAY * failures.requests() && never > 0;
    }

    private static Optional<Listener> listener(Evidence evidence) {
        return evidence.observation().network().listeners().stream()
                .max(Comparator.comparingDouble(
                        one -> one.latchedShare() + one.overflows() + one.acceptQueue() + one.established()));
    }

    /** What is moved where the server counts its connections itself: it is called by its port. */
    private static String target(Optional<Listener> listener, Evidence evidence) {
        return evidence.observation().resources().stream()
                .filter(one -> one.kind() == StationKind.ACCEPT_QUEUE
                        && listener.filter(its -> one.name().matches("(.* )?" + its.port()))
                                .isPresent())
                .map(Station::id)
                .findFirst()
                .orElse("accept-queue");
    }

    /** Nobody accepts while the workers behind the port are all taken: where they are full, this is their symptom. */
    private static List<Wait> entry(Evidence evidence) {
        return evidence.structure()
                .entry()
                .filter(pool -> waitsFor(pool, evidence))
                .map(pool -> List.of(new Wait(Activity.AWAITING_POOL, pool.name(), 1, "requests that are accepted")))
                .orElse(List.of());
    }

    /** Whether what stands in the accept queue may wait for workers: not where the port takes no more connections and each that it took has a worker. */
    static boolean waitsFor(Station entry, Evidence evidence) {
        List<Listener> shut = evidence.observation().network().listeners().stream()
                .filter(AcceptPorts::keepsOut)
                .toList();
        double unread = shut.stream().mapToDouble(Listener::unread).sum();
        return shut.isEmpty() || unread + Saturation.ownQueue(entry) >= AcceptPorts.STANDING;
    }

    /** Who is turned away tries again after 1, 3, 7 and 15 s, and is no error before the client's timeout. */
    private static boolean full(Listener listener) {
        return listener.overflows() > 0
                && listener.backlog() > 0
                && listener.acceptQueue() >= FULL * listener.backlog();
    }

    private static long turnedAway(Failures failures) {
        return Stream.of(ErrorKind.REFUSED, ErrorKind.RESET, ErrorKind.CONNECT_TIMEOUT)
                .mapToLong(failures::of)
                .sum();
    }

    private static Finding finding(Optional<Listener> listener, long away, Evidence evidence) {
        Optional<Listener> latched = listener.filter(one -> isBounded(one, evidence));
        Optional<Terms> terms = latched.flatMap(one -> terms(one, evidence));
        String name = listener.map(one -> "port " + one.port()).orElse("the listening port");
        OptionalInt connections = terms.stream().mapToInt(Terms::workers).findFirst();
        return new Finding(
                new Limit(LimitKind.ACCEPT_QUEUE, name, connections),
                Optional.empty(),
                terms,
                Optional.of(remedy(terms, listener, evidence)),
                NextLimits.first(evidence),
                away(away, evidence)
                        + listener.map(one -> standing(one, evidence)).orElse("")
                        + workers(evidence)
                        + terms.map(its -> ": " + its.workers() + " connections / "
                                        + its.held() + " = "
                                        + Numbers.of(its.ceiling().value()) + " requests/s, and "
                                        + Numbers.of(evidence.served().value()) + " were measured")
                                .orElse("")
                        + ".",
                List.of());
    }

    /**
     * Connections as the service itself bounds them, else as the system counts them; S as the entry's workers are held, or as long as one user's request takes where nobody
     * inside waits. The user who sends the next request at once keeps a connection no longer than its requests take.
     */
    private static Optional<Terms> terms(Listener listener, Evidence evidence) {
        int connections = listener.maximum().orElse((int) Math.rint(listener.established()));
        Optional<Holding> held = isLatched(listener)
                ? evidence.structure()
                        .entry()
                        // its threads end with their connection, after so many requests as that carried
                        .filter(entry -> entry.kind() != StationKind.VIRTUAL_THREADS)
                        .filter(entry -> evidence.chain().links().stream().noneMatch(link -> link.asynchronous()))
                        .flatMap(entry -> Holding.of(entry, evidence.structure()))
                : Optional.empty();
        double accepted = LittlesLaw.time(
                evidence.workload().inFlight() - listener.acceptQueue(),
                evidence.workload().throughput().value());
        Measure time = held.map(Holding::time)
                .or(() -> evidence.baseline().filter(alone -> !isLatched(listener)))
                .orElse(Measure.of(accepted, "requests in flight that were accepted / X"));
        Measure visits = Measure.exact(1, "a connection carries one request at a time");
        boolean byClock =
                listener.maximum().isPresent() && held.filter(Holding::byClock).isPresent();
        return Terms.of(connections, visits, time, byClock);
    }

    private static Remedy remedy(Optional<Terms> terms, Optional<Listener> listener, Evidence evidence) {
        Optional<Size> size = evidence.workload().arrivals() instanceof Workload.Closed closed
                ? Optional.of(new Size(
                        (int) Math.ceil(closed.users()),
                        (int) Math.ceil(closed.users()),
                        terms.map(Terms::workers)
                                .orElse(listener.map(Listener::backlog).orElse(0)),
                        evidence.throughput(),
                        Optional.empty()))
                : terms.flatMap(its -> Size.of(its, its.unloaded(evidence), Optional.empty(), evidence))
                        .map(its -> its.beside(
                                listener.map(one -> idle(one, evidence)).orElse(0.0)));
        String atLeast =
                size.map(its -> " to at least " + its.needed() + its.bound()).orElse("");
        boolean bounded = listener.filter(one -> isBounded(one, evidence)).isPresent();
        Optional<Size> enough = size.filter(Size::isThere);
        return new Remedy(
                enough.map(its -> bounded
                                        ? "Shorten the time that a connection is kept, or that its request takes"
                                        : "Shorten the time until a connection is accepted")
                                .orElseGet(() -> bounded
                                        ? "Raise the maximum of connections" + setting("connections-setting", evidence)
                                                + atLeast
                                        : "Raise the accept queue" + setting("accept-queue-setting", evidence)
                                                + atLeast)
                        + "; where the bound is meant, answer 503 with Retry-After at once in place of refusing"
                        + " connections.",
                size.filter(its -> !its.isThere()).stream()
                        .mapToDouble(Size::needed)
                        .findFirst(),
                enough.map(Remedies::isEnough)
                        .orElse(
                                evidence.workload().arrivals() instanceof Workload.Closed
                                        ? "Each user keeps a connection, whether it waits for an answer or not."
                                        : "Little: connections in use are requests per second x seconds of a request;"
                                                + " those that carry none come on top."));
    }

    /** Connections that were let in and carry no request, as those that are kept alive. */
    private static double idle(Listener listener, Evidence evidence) {
        double carrying = evidence.workload().inFlight() - listener.acceptQueue();
        return Math.max(0, listener.established() - Math.max(0, carrying));
    }

    /** Words for a setting of the server whose workers were seen; none of one that is not known. */
    private static String setting(String key, Evidence evidence) {
        return evidence.observation().pools().stream()
                .flatMap(pool -> Libraries.packed().of(pool).stream())
                .flatMap(server -> Libraries.packed()
                        .with(key)
                        .filter(section -> section.library().equals(server.library())))
                .findFirst()
                .map(section -> " (" + section.text(key) + ")")
                .orElse("");
    }

    /** A few among thousands are not what a reader should learn first. */
    private static String away(long away, Evidence evidence) {
        long requests = evidence.workload().failures().requests();
        return away >= TURNED_AWAY * requests && away > 0
                ? away + " of " + requests + " requests (" + Numbers.percent((double) away / requests)
                        + ") were turned away before the service saw them"
                : "Connections wait in the accept queue";
    }

    /** Whether it is the number of connections that is bounded, as the server tells or as none is let in all the while. */
    private static boolean isBounded(Listener listener, Evidence evidence) {
        return isLatched(listener) || AcceptPorts.isShut(listener, evidence);
    }

    private static boolean isLatched(Listener listener) {
        return listener.latchedShare() >= AcceptPorts.LATCHED;
    }

    private static String standing(Listener listener, Evidence evidence) {
        int most = listener.maximum().orElse((int) Math.rint(listener.established()));
        String bounded = isLatched(listener)
                ? ", with the maximum of " + most + " connections on port " + listener.port() + " reached "
                        + Numbers.percent(listener.latchedShare()) + " of the time"
                : ", while " + most + " connections on port " + listener.port() + " are served and no other is let in";
        return (isBounded(listener, evidence) ? bounded : "")
                + ", " + Numbers.count(listener.acceptQueue()) + " in an accept queue of " + listener.backlog()
                + (listener.overflows() > 0 ? ", which overflowed " + Numbers.rate(listener.overflows()) : "");
    }

    private static String workers(Evidence evidence) {
        return evidence.structure()
                .entry()
                .filter(entry -> entry.maximum().isPresent())
                .map((Station entry) -> ", while " + Numbers.count(entry.active()) + " of "
                        + entry.maximum().getAsInt() + " " + Naming.workers(entry) + " were busy")
                .orElse("");
    }
}
