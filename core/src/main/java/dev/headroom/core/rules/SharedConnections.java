package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.LittlesLaw;
import dev.headroom.core.model.observation.Network.InUse;
import dev.headroom.core.model.observation.Network.Outbound;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.statistics.Groups;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Optional;

/**
 * A downstream that is asked over connections which carry several calls at a time, as those of HTTP/2 do, by a client that does not block. With one user a call takes S, and X calls a second of that time are X S in
 * flight (Little's law): more than there are connections, and most of all requests that are at work. The others wait there, for their turn on them, or in a queue before the call; which of these no count tells.
 *
 * @param inFlight X S, calls at the least
 */
public record SharedConnections(Outbound to, double inFlight) {

    /** Calls in flight for each connection, from which it carries several. */
    private static final double SEVERAL = Thresholds.DOUBLE;

    /** Of the requests at work (0 to 1), those that are there. */
    private static final double MOST = Thresholds.HALF;

    /** Segments that go out for each answer, at least: several calls may go out in one. */
    private static final double ONE_EACH = Thresholds.HALF;

    /** What a count of one user's calls may be more than one. */
    private static final double MORE = Thresholds.TENTH;

    /** Empty where there are several such downstreams: then it is not known at which of them requests wait. */
    static Optional<SharedConnections> in(Evidence evidence) {
        return Groups.only(
                evidence.observation().network().outbound().stream().flatMap(to -> of(to, evidence).stream()));
    }

    private static Optional<SharedConnections> of(Outbound to, Evidence evidence) {
        double x = evidence.served().value();
        double each = evidence.unloaded().map(alone -> alone.served().value()).orElse(Double.NaN);
        return to.inUse()
                .filter(use -> isAsked(use, x))
                .flatMap(use -> BusyConnections.alone(to, evidence)
                        .filter(one -> isAsked(one, each) && one.busy() <= 1 + MORE)
                        .map(one -> new SharedConnections(to, LittlesLaw.concurrency(x, one.busy() / each)))
                        .filter(one -> one.inFlight() >= SEVERAL * use.connections()
                                && one.inFlight() >= MOST * evidence.atWork()));
    }

    private static boolean isAsked(InUse use, double answers) {
        return use.looks() >= BusyConnections.FEWEST_LOOKS && use.sent() >= ONE_EACH * answers;
    }

    /** What they are called as a place. */
    String name() {
        return name(to.target());
    }

    private static String name(String target) {
        return "calls to " + target;
    }

    /** Whom the calls go to of a place that is called so; empty where it is another. */
    public static Optional<String> target(String place, Observation seen) {
        return seen.network().outbound().stream()
                .map(Outbound::target)
                .filter(target -> name(target).equals(place))
                .findFirst();
    }

    String words() {
        int connections = to.inUse().map(InUse::connections).orElse(0);
        return Numbers.of(inFlight) + " calls to " + to.target() + " or more are in flight at a time on "
                + connections + (connections == 1 ? " connection" : " connections")
                + ", by the time that one user's takes: each carries several."
                + " No thread shows where the others wait: for " + to.target()
                + ", for their turn on its connections, or in a queue of the service before the call. Raise how many calls these"
                + " connections carry at a time, then how many the service makes; if neither gains anything, it is the downstream.";
    }
}
