package dev.headroom.core.bounds;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.SampleMean;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether throughput settled in the window: that of the first and the second half of its seconds differ by no more than
 * chance allows, or by little. A ramp-up, and the first seconds while an empty service fills, are left out. A backlog
 * may grow all the same: in overload throughput is steady and response times are not.
 */
public final class Steadiness {

    /** Halves that differ by less than this, relative, are the same for our purpose. */
    private static final double LITTLE = Thresholds.QUARTER;

    private static final String NEVER_STEADY =
            "the offered rate changed all the time; a last stage of one rate would tell what binds at that rate";

    private static final String NEVER_AS_MANY =
            "users came and left all the time; a last stage with as many all the time would tell what binds them";

    private static final double FEWEST_SECONDS = Thresholds.LOOKS;
    private static final double THREE_SIGMA = Thresholds.SIGMAS;

    private Steadiness() {}

    /** Says what did not settle, of the service or of its throughput; empty where all did, or where the window is too short to tell. */
    public static Optional<String> trouble(Evidence evidence) {
        return evidence.measured()
                .unsettled()
                .or(() -> isSteady(evidence)
                        ? throughput(evidence)
                        : Optional.of(
                                evidence.workload().arrivals() instanceof Workload.Closed
                                        ? NEVER_AS_MANY
                                        : NEVER_STEADY));
    }

    /** Whether what is computed for an answer still changed, and how many came did not. */
    public static boolean isOnlyWarmingUp(Evidence evidence) {
        return evidence.measured().unsettled().isPresent()
                && isSteady(evidence)
                && (evidence.workload().settled().size() >= FEWEST_SECONDS
                        ? throughput(evidence).isEmpty()
                        : areAsMany(evidence.workload()));
    }

    /** Of a brief window, by the moments of its answers: that as many came in either half, beyond chance, where they are enough to tell. */
    private static boolean areAsMany(Workload workload) {
        List<Double> times = workload.departures();
        double chance = THREE_SIGMA * Math.sqrt(times.size());
        if (times.isEmpty() || chance > LITTLE * times.size()) {
            return false;
        }
        double middle = (times.getFirst() + workload.seconds()) / 2;
        long before = times.stream().filter(time -> time < middle).count();
        return !differ(before, times.size() - before, chance);
    }

    /** Whether the load asked for the same all the time. */
    public static boolean isSteady(Evidence evidence) {
        return switch (evidence.workload().arrivals()) {
            case Workload.Open open -> open.steady();
            case Workload.Closed closed -> !closed.changing();
            case Workload.Observed observed -> true;
        };
    }

    private static Optional<String> throughput(Evidence evidence) {
        List<Long> settled = evidence.workload().settled();
        if (settled.size() < FEWEST_SECONDS) {
            return Optional.empty();
        }
        int half = settled.size() / 2;
        SampleMean before = mean(settled.subList(0, half));
        SampleMean after = mean(settled.subList(half, settled.size()));
        double chance = THREE_SIGMA * Math.hypot(before.error(), after.error());
        return differ(before.mean(), after.mean(), chance)
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "throughput went from %.3g/s in the first half of the window to %.3g/s in the second",
                        before.mean(),
                        after.mean()))
                : Optional.empty();
    }

    /** By more than chance, and by more than little. */
    private static boolean differ(double before, double after, double chance) {
        double change = Math.abs(after - before);
        return change > LITTLE * Math.max(before, after) && change > chance;
    }

    private static SampleMean mean(List<Long> seconds) {
        return SampleMean.of(seconds.stream().map(Long::doubleValue).toList());
    }
}
