package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.observation.Network.Outbound;
import dev.headroom.core.model.observation.Observation.Call;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A connection, and with TLS a handshake, for each call, because the client keeps fewer idle connections than it uses at
 * once. It wastes at any load; it <em>binds</em> where handshakes take most of a call, or most of what a full processor does.
 * Then it explains the full processor, so it comes before it. Little: connections in use at once are calls per second x
 * seconds of a call, and that many have to be kept.
 */
public final class ConnectionChurn {

    /** New connections for each call from which keeping connections does not work. */
    private static final double CHURNS = Thresholds.THIRD;

    /**
     * And with TLS: a handshake takes milliseconds of the processor on either side, where a call on an open connection takes a
     * fraction of one, so one for every tenth call is a good part of the work already.
     */
    private static final double CHURNS_BY_TLS = Thresholds.TENTH;

    /** Fewer new connections per second than this are no load for anyone. */
    private static final double FEWEST = Thresholds.ONE;

    /** Share of a call's time spent in handshakes that makes them what the call is. */
    private static final double MOST = Thresholds.HALF;

    private ConnectionChurn() {}

    static Stream<Hypothesis> in(Evidence evidence) {
        return evidence.observation().network().outbound().stream()
                .filter(outbound -> churns(outbound, evidence))
                .filter(outbound ->
                        byTls(outbound) && Processors.filled(evidence) || handshakesAreTheCall(outbound, evidence))
                .max(Comparator.comparingDouble(ConnectionChurn::fresh))
                .map(outbound -> Hypothesis.of(
                                outbound.target(),
                                finding(outbound, evidence),
                                place -> place.onCores()
                                        || place.kind() == Place.Kind.AWAITING_DOWNSTREAM
                                                && place.name().equals(outbound.target()))
                        .inPart(place -> place.onCores() ? ofCores(outbound, evidence) : 1))
                .stream();
    }

    /** Of the threads that run or wait for a core (0 to 1), those that shake hands, at most: by Little's law handshakes per second x seconds of one. Without TLS a connection costs next to nothing; with it all of them may, where nobody saw how long
     * one takes, as of a client that does not block, and there are many. */
    private static double ofCores(Outbound outbound, Evidence evidence) {
        if (byTls(outbound) && outbound.handshakeTime() == 0 && isPerRequest(outbound, evidence)) {
            return 1;
        }
        double shaking = LittlesLaw.concurrency(outbound.handshakes(), outbound.handshakeTime());
        return Math.min(1, shaking / evidence.requests(Place::onCores));
    }

    /** Whether so many are opened for each request that they may be what a full processor does. */
    public static boolean mayFill(Evidence evidence) {
        return evidence.observation().network().outbound().stream()
                .anyMatch(outbound -> churns(outbound, evidence) && isPerRequest(outbound, evidence));
    }

    private static boolean isPerRequest(Outbound outbound, Evidence evidence) {
        return fresh(outbound) >= CHURNS * evidence.served().value();
    }

    /** Churn that binds nothing is still worth a word. */
    public static List<String> notes(Evidence evidence) {
        return evidence.observation().network().outbound().stream()
                .filter(outbound -> churns(outbound, evidence))
                .map(outbound -> "Calls to " + outbound.target() + " open " + Numbers.rate(fresh(outbound))
                        + " new connections, " + Numbers.of(perCall(outbound, evidence))
                        + " for each call: the client keeps too few of them, which costs time and processor.")
                .toList();
    }

    private static boolean churns(Outbound outbound, Evidence evidence) {
        return fresh(outbound) >= FEWEST && perCall(outbound, evidence) >= (byTls(outbound) ? CHURNS_BY_TLS : CHURNS);
    }

    private static boolean byTls(Outbound outbound) {
        return outbound.handshakes() >= outbound.opened() * CHURNS;
    }

    /** Opened in place of others that were closed: a client whose pool still fills keeps what it opens. */
    private static double fresh(Outbound outbound) {
        return Math.max(0, Math.max(outbound.opened(), outbound.handshakes()) - Math.max(0, outbound.growth()));
    }

    /** Of fewer calls than new connections not all were seen: then there is one for each request. */
    private static double perCall(Outbound outbound, Evidence evidence) {
        double calls = evidence.structure()
                .call(outbound.target())
                .map(call -> call.rate().perSecond())
                .filter(rate -> rate >= fresh(outbound))
                .orElse(evidence.served().value());
        return calls > 0 ? fresh(outbound) / calls : 0;
    }

    private static boolean handshakesAreTheCall(Outbound outbound, Evidence evidence) {
        double call = evidence.structure()
                .call(outbound.target())
                .map(one -> one.holdingTime().value())
                .orElse(Double.NaN);
        return outbound.handshakeTime() * Math.min(1, perCall(outbound, evidence)) >= MOST * call;
    }

    private static Finding finding(Outbound outbound, Evidence evidence) {
        boolean tls = byTls(outbound);
        boolean full = Processors.filled(evidence);
        Optional<Terms> cores = full ? Processors.terms(evidence) : Optional.empty();
        // handshakes lengthen what a task takes, so the pool that is full of such tasks may have the lower ceiling of
        // the two
        Optional<Terms> workers = evidence.chain()
                .binding()
                .flatMap(pool -> Terms.of(pool, evidence))
                .filter(terms -> cores.isEmpty()
                        || terms.ceiling().value() < cores.get().ceiling().value());
        double inUse = inUse(outbound, evidence);
        int keep = (int) Math.ceil(inUse);
        String what = tls ? "a TLS handshake" : "a new connection";
        double perRequest = evidence.served().value() > 0
                ? fresh(outbound) / evidence.served().value()
                : Double.NaN;
        return Finding.of(
                Naming.limit(LimitKind.CONNECTION_CHURN, outbound.target()),
                workers.or(() -> cores),
                new Remedy(
                        "Let the client keep at least " + keep + " idle connections to " + outbound.target()
                                + ", so that a call finds one open.",
                        keep > 0 ? OptionalDouble.of(keep) : OptionalDouble.empty(),
                        "Little: calls per second x seconds of a call = " + Numbers.count(inUse)
                                + " connections in use at once; those that the client does not keep are closed, and opened"
                                + " again by the next call."),
                "Calls to " + outbound.target() + " pay for " + what + " again and again: "
                        + Numbers.rate(fresh(outbound)) + " are opened in place of others that were closed, "
                        + Numbers.of(perCall(outbound, evidence)) + " for each call and " + Numbers.of(perRequest)
                        + " for each request"
                        + (outbound.handshakeTime() > 0
                                ? ", " + Numbers.seconds(outbound.handshakeTime()) + " each"
                                : "")
                        + (full
                                ? "; the processor pays for it (" + Processors.words(evidence) + " at "
                                        + Numbers.of(evidence.served().value()) + " requests/s)"
                                : "")
                        + workers.map(terms -> "; and each holds its worker for longer: "
                                        + LimitSentences.ceiling(terms, evidence))
                                .orElse("")
                        + ".");
    }

    /** Calls outstanding at once, by the clock or by the workers seen in them, whichever saw more. */
    private static double inUse(Outbound outbound, Evidence evidence) {
        double workers = evidence.observation().pools().stream()
                .mapToDouble(pool -> pool.calling(outbound.target()))
                .sum();
        double calls = evidence.structure()
                .call(outbound.target())
                .map(Call::concurrency)
                .orElse(0.0);
        return Math.max(outbound.established(), Math.max(workers, Double.isFinite(calls) ? calls : 0));
    }
}
