package dev.headroom.core.bounds;

import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.laws.Poisson;
import dev.headroom.core.laws.StudentT;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Failures;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.text.Numbers;
import java.util.Optional;

/**
 * Requests that were turned away: answered with 503 or 429 (RFC 9110, section 15.6.4; RFC 6585, section 4), or failed sooner than one is served
 * that waits for no one. Something bounds the requests then. It keeps none of them waiting, so that neither R nor, where few ask in vain, X of the
 * others shows it. One that is {@linkplain Failures#wrong wrong} by itself is turned away by no bound. So few that as many may come where one is expected are chance, such as a connection that broke.
 *
 * @param share of all requests in the window, 0 to 1
 */
public record Rejections(double share) {

    private static final int UNAVAILABLE = 503;
    private static final int TOO_MANY = 429;

    /** Users between an answer and their next request. */
    private static final double BETWEEN = Thresholds.ODD_ONE;

    /** Of all answers (0 to 1): fewer errors are those of a client here and there. */
    private static final double HARDLY_ANY = Thresholds.FEW;

    public static Optional<Rejections> in(Evidence evidence) {
        Workload workload = evidence.workload();
        Failures failures = workload.failures();
        if (failures.count() == 0) {
            return Optional.empty();
        }
        double share = (double) turnedAway(failures, evidence) / failures.count();
        double inWindow = share * workload.failed() * evidence.window();
        return Poisson.recurs(Math.round(inWindow))
                ? Optional.of(new Rejections(share * workload.failedShare()))
                : Optional.empty();
    }

    /** Of a load that is not ours answers are known to be errors, and to be no more: who is turned away is among them, if anybody is. */
    public static Optional<Rejections> mayBeIn(Evidence evidence) {
        Workload workload = evidence.workload();
        return evidence.isObserved()
                        && workload.failedShare() >= HARDLY_ANY
                        && Poisson.recurs(Math.round(workload.failed() * evidence.window()))
                ? Optional.of(new Rejections(workload.failedShare()))
                : Optional.empty();
    }

    private static long turnedAway(Failures failures, Evidence evidence) {
        double error = error(failures, evidence.workload());
        double unloaded = evidence.baseline().map(Measure::value).orElse(Double.NaN);
        boolean early = failures.seconds() + error < unloaded;
        // fewer that are sooner than one user's may be the service's own errors
        if (early && failures.early() >= HARDLY_ANY * failures.requests()) {
            return failures.early();
        }
        return !early && failures.statusesCameLate(error)
                ? 0
                : Math.min(
                        failures.of(ErrorKind.STATUS),
                        failures.statuses().getOrDefault(UNAVAILABLE, 0L)
                                + failures.statuses().getOrDefault(TOO_MANY, 0L));
    }

    /**
     * Of how long they took, seconds: where nobody timed them, that comes from the number in flight, which is read once a second, and not while the last are answered; nor is who has
     * just been answered and will ask again.
     */
    private static double error(Failures failures, Workload workload) {
        if (failures.timed()) {
            return 0;
        }
        double chance = StudentT.NORMAL * Math.sqrt(spread(workload) * workload.elapsed());
        double last =
                workload.response() > 0 ? workload.inFlight() * workload.response() / 2 : 0; // NaN where none came
        return (chance + last + BETWEEN * workload.elapsed()) / failures.count();
    }

    /** Variance of the number in flight: of users each is so or not (binomial), of others it is as one of Poisson. */
    private static double spread(Workload workload) {
        double inFlight = workload.inFlight();
        return workload.arrivals() instanceof Workload.Closed closed
                ? inFlight * Math.max(0, 1 - inFlight / closed.users())
                : inFlight;
    }

    /** {@code 41.8 % of the requests are turned away (status 503), though one user is served in 0.1 s.} */
    public String words(Evidence evidence) {
        if (evidence.isObserved()) {
            return Numbers.percent(share)
                    + " of the answers are errors (a client's own mistakes, such as status 404, may be among them), and"
                    + " a request that is turned away at once waits for nothing.";
        }
        return Numbers.percent(share) + " of the requests are turned away ("
                + FailureKinds.words(evidence.workload().failures())
                + evidence.baseline()
                        .map(Measure::value)
                        .filter(one -> evidence.workload().failures().seconds() < one)
                        .map(one -> ", after "
                                + Numbers.seconds(evidence.workload().failures().seconds())
                                + " on average, and a request that waits for no one takes " + Numbers.seconds(one))
                        .orElse("")
                + "): something bounds how many are taken on.";
    }
}
