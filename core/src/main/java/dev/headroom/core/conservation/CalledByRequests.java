package dev.headroom.core.conservation;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.model.observation.Network;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.statistics.Thresholds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Downstreams that nobody calls but requests, and who waits for one that is the process itself. */
final class CalledByRequests {

    private CalledByRequests() {}

    /** Downstreams to which with that one user no more calls were in flight than requests: of more some are somebody else's, such as polls that wait for news. */
    static Set<String> withOneUser(Evidence alone) {
        return called(alone, use -> true);
    }

    /** The same where nobody saw one user: those to which some whole number of segments goes out for each answer, and some comes in, and no more calls are in flight than requests. */
    static Set<String> ofLoad(Evidence evidence) {
        double answers = evidence.workload().throughput().value();
        return called(
                evidence,
                use -> use.looks() >= Thresholds.LOOKS
                        && isWhole(use.sent() / answers)
                        && isWhole(use.received() / answers));
    }

    private static Set<String> called(Evidence evidence, Predicate<Network.InUse> such) {
        double most = evidence.workload().inFlight() * (1 + Thresholds.TENTH);
        return evidence.observation().network().outbound().stream()
                .filter(to -> to.inUse().stream().anyMatch(use -> use.busy() <= most && such.test(use)))
                .map(Network.Outbound::target)
                .collect(Collectors.toSet());
    }

    /** One or two: of more, some whole number is always near. */
    private static boolean isWhole(double each) {
        double whole = Math.clamp(Math.rint(each), 1, Thresholds.DOUBLE);
        return Math.abs(each - whole) <= Thresholds.SLIGHT * whole;
    }

    /** Calls to each of these that are not answered, less the threads that are seen to wait for it; none of what the process serves itself. */
    static Map<String, Double> withoutThread(Observation seen, Set<String> called) {
        Map<String, Double> calls = new LinkedHashMap<>();
        seen.network().outbound().stream()
                .filter(to -> threadsOnItself(to.target(), seen).isEmpty())
                .forEach(to -> calls.put(to.target(), unanswered(to, called) - seen.threadsOn(to.target())));
        return calls;
    }

    static double unanswered(Network.Outbound to, Set<String> called) {
        return called.contains(to.target())
                ? to.inUse().map(Network.InUse::unanswered).orElse(0.0)
                : 0;
    }

    /** Threads wait for what the process serves itself under the name that its port gives it. None where that port is another host's as well. */
    static List<Station.Wait> threadsOnItself(String target, Observation seen) {
        String itself = Peers.itself(target);
        return seen.threadsOn(target) > 0
                ? List.of()
                : seen.waits()
                        .filter(wait -> wait.target().equals(itself) && wait.workers() > 0)
                        .toList();
    }
}
