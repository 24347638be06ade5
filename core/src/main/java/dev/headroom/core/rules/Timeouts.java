package dev.headroom.core.rules;

import dev.headroom.core.bounds.FailureKinds;
import dev.headroom.core.evidence.Evidence;
import dev.headroom.core.libraries.Libraries;
import dev.headroom.core.libraries.Libraries.Section;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis.Remedy;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Failures;
import dev.headroom.core.statistics.Thresholds;
import dev.headroom.core.structure.Link;
import dev.headroom.core.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The client's own timeout, which is known, or one inside the service, which shows as failures that all
 * took about as long as the slowest successful response. Behind a saturated pool it is the second limit: it fails what the pool
 * keeps waiting. Where nothing is saturated it is itself the limit.
 */
public final class Timeouts {

    /** Failures from this share of all requests on are worth a word. */
    public static final double WORTH_A_NOTE = Thresholds.TRACE;

    /** And from this share on they are what the run is about. */
    private static final double BINDING = Thresholds.SLIGHT;

    /** Relative: a timeout is looked for about once a second, and its answer has to be written. */
    private static final double NEAR = Thresholds.LATE_ANSWER;

    /** Of asynchronous requests, where nothing else is set: it is no coincidence that these end then. */
    private static final Optional<Section> ASYNC =
            Libraries.packed().with("async-timeout").findFirst();

    /** The HTTP status of an asynchronous request that took too long. */
    private static final int UNAVAILABLE = 503;

    /** Seconds; NaN, which is near nothing, where the libraries are left out. */
    private static final double ASYNC_TIMEOUT =
            ASYNC.map(its -> Double.parseDouble(its.text("async-timeout"))).orElse(Double.NaN);

    /** Of the failures by a status (0 to 1), those of one from which it is what they fail with: another kind may be among them. */
    private static final double NEARLY_ALL = Thresholds.NEARLY_ALL;

    private Timeouts() {}

    public static List<String> notes(Evidence evidence) {
        Failures failures = evidence.workload().failures();
        long clients = failures.of(ErrorKind.TIMEOUT);
        long statuses = failures.of(ErrorKind.STATUS);
        List<String> notes = new ArrayList<>();
        if (clients >= WORTH_A_NOTE * failures.requests() && clients > 0) {
            notes.add("A second limit behind it: the client gave up on " + share(clients, failures) + " after "
                    + Numbers.seconds(failures.timeout()) + ", its own timeout.");
        }
        if (statuses >= WORTH_A_NOTE * failures.requests() && statuses > 0) {
            notes.add(
                    failures.statusesCameLate()
                            ? "A second limit behind it: " + share(statuses, failures) + " failed with "
                                    + FailureKinds.statuses(failures) + " after about "
                                    + Numbers.seconds(timeout(evidence)) + ", " + whose(evidence)
                                    + "; the slowest successful response took " + Numbers.seconds(failures.slowest())
                                    + "."
                            : share(statuses, failures) + " were answered with " + FailureKinds.statuses(failures)
                                    + (Double.isFinite(failures.seconds())
                                            ? " after " + Numbers.seconds(failures.seconds())
                                                    + " on average, sooner than they could have been served"
                                            : "")
                                    + ".");
        }
        return notes;
    }

    /** A timeout that fails requests though nothing is saturated: the answer simply takes longer. */
    static Stream<Hypothesis> in(Evidence evidence) {
        Failures failures = evidence.workload().failures();
        if (failures.late() < BINDING * failures.requests() || failures.late() == 0) {
            return Stream.empty();
        }
        boolean client = failures.of(ErrorKind.TIMEOUT) >= failures.of(ErrorKind.STATUS);
        double seconds = client ? failures.timeout() : timeout(evidence);
        Finding finding = Finding.of(
                Naming.limit(LimitKind.TIMEOUT, client ? "the client's timeout" : "a timeout of the service"),
                Remedy.of(
                        "Answer within " + Numbers.seconds(seconds) + ", or wait longer; a retry would only add load.",
                        "Nothing is full: the answer takes longer than it is waited for."),
                share(failures.late(), failures) + " failed after about " + Numbers.seconds(seconds) + ", "
                        + (client ? "the client's own timeout" : whose(evidence))
                        + ", though no pool of the service is full.");
        return Stream.of(Hypothesis.of("timeout", finding, place -> false));
    }

    /** Other timeouts are as long by default: it is this one where a container of servlets hands requests over, and what ends late ends as it ends those. */
    private static boolean asyncDefault(Evidence evidence) {
        Failures failures = evidence.workload().failures();
        return Math.abs(failures.seconds() - ASYNC_TIMEOUT) <= NEAR * ASYNC_TIMEOUT
                && failures.statuses().getOrDefault(UNAVAILABLE, 0L) >= NEARLY_ALL * failures.of(ErrorKind.STATUS)
                && evidence.structure()
                        .entry()
                        .filter(entry -> entry.kind() == StationKind.SERVLET_WORKERS)
                        .isPresent()
                && evidence.chain().links().stream().anyMatch(Link::asynchronous);
    }

    private static double timeout(Evidence evidence) {
        return asyncDefault(evidence)
                ? ASYNC_TIMEOUT
                : evidence.workload().failures().seconds();
    }

    private static String whose(Evidence evidence) {
        return asyncDefault(evidence)
                ? "the default timeout of asynchronous requests ("
                        + ASYNC.map(its -> its.text("setting")).orElse("") + ")"
                : "a timeout inside the service";
    }

    private static String share(long failed, Failures failures) {
        return failed + " of " + failures.requests() + " requests ("
                + Numbers.percent((double) failed / failures.requests()) + ")";
    }
}
