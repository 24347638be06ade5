package dev.headroom.core.rules;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.Ceiling;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.observation.Observation.Host;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The processor quota of a control group: the kernel stops the whole process for the rest of each period in which it has used its share, on
 * a host that may be idle otherwise.
 */
public final class Throttling {

    /** Share of the window (0 to 1) for which the group was stopped at most, from which it matters. */
    private static final double STOPPED = Thresholds.TENTH;

    /** And in which whoever waits, waits for the next period, whatever else for. */
    private static final double MOSTLY = Thresholds.HALF;

    private Throttling() {}

    public static Stream<Hypothesis> in(Evidence evidence) {
        Host host = evidence.observation().host();
        return stops(host) ? Stream.of(hypothesis(host, evidence)) : Stream.empty();
    }

    /** Whether the quota holds the service back. */
    static boolean stops(Host host) {
        return host.quota().isPresent() && stopped(host) >= STOPPED;
    }

    private static double stopped(Host host) {
        return host.throttledShare().orElse(0);
    }

    private static Hypothesis hypothesis(Host host, Evidence evidence) {
        double quota = host.quota().orElseThrow();
        double served = evidence.served().value();
        double used = evidence.observation().processor().service();
        int cores = (int) Math.max(1, Math.rint(quota));
        Measure visits = Measure.exact(1, "the request itself");
        Measure time = Measure.of(used / served, "cores used / responses");
        Measure ceiling = Measure.of(Ceiling.of(quota, 1, time.value()), "quota / processor time of a request");
        Optional<Terms> terms =
                Optional.of(new Terms(cores, visits, time, ceiling, false)).filter(its -> served > 0 && used > 0);
        Finding finding = Finding.of(
                Naming.limit(LimitKind.THROTTLING, "cgroup"),
                terms,
                Remedy.of(
                        "Raise the processor quota of the container, or use less processor time per request.",
                        "The quota is " + Numbers.of(quota) + " cores."),
                "The control group's quota of " + Numbers.of(quota) + " cores stopped threads of the service for up to "
                        + Numbers.percent(stopped(host)) + " of the time.");
        return Hypothesis.of("throttling", finding, place -> stopped(host) >= MOSTLY || place.onCores());
    }
}
