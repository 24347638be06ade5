package dev.headroom.core.diagnosis;

import dev.headroom.core.model.Diagnosis.Remedy;
import dev.headroom.core.model.ErrorKind;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Times;
import dev.headroom.core.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Someone's patience: the client's own timeout, which is known, or one inside the service, which shows as failures that all
 * took about as long as the slowest good answer. Behind a saturated pool it is the second limit: it fails what the pool
 * keeps waiting. Where nothing is saturated it is itself the limit.
 */
final class Timeouts {

    /** Failures from this share of all requests on are worth a word. */
    private static final double WORTH_A_NOTE = 0.01;

    /** And from this share on they are what the run is about. */
    private static final double BINDING = 0.05;

    /** Spring MVC leaves it to Tomcat, whose default for asynchronous requests this is, in seconds. */
    private static final double ASYNC_DEFAULT = 30;

    /** Relative: a timeout is looked for about once a second, and its answer has to be written. */
    private static final double NEAR = 0.12;

    private Timeouts() {}

    static List<String> notes(Evidence evidence) {
        LoadResult result = evidence.result();
        Patience patience = Patience.of(result);
        List<String> notes = new ArrayList<>();
        if (patience.clients() >= WORTH_A_NOTE * result.requests() && patience.clients() > 0) {
            notes.add("A second limit behind it: the client gave up on " + share(patience.clients(), result) + " after "
                    + Numbers.seconds(client(evidence)) + ", its own timeout.");
        }
        if (patience.statuses() >= WORTH_A_NOTE * result.requests() && patience.statuses() > 0) {
            notes.add(
                    patience.statusesCameLate()
                            ? "A second limit behind it: " + share(patience.statuses(), result) + " failed with "
                                    + statuses(result) + " after about "
                                    + Numbers.seconds(timeout(patience)) + ", " + whose(patience)
                                    + "; the slowest good answer took " + Numbers.seconds(patience.slowest()) + "."
                            : share(patience.statuses(), result) + " were answered with " + statuses(result)
                                    + (Double.isFinite(patience.seconds())
                                            ? " after " + Numbers.seconds(patience.seconds())
                                                    + " on average, sooner than they could have been served"
                                            : "")
                                    + ".");
        }
        return notes;
    }

    /** A timeout that fails requests though nothing is saturated: the answer simply takes longer. */
    static Stream<Hypothesis> in(Evidence evidence) {
        LoadResult result = evidence.result();
        Patience patience = Patience.of(result);
        if (patience.late() < BINDING * result.requests() || patience.late() == 0) {
            return Stream.empty();
        }
        boolean client = patience.clients() >= patience.statuses();
        double seconds = client ? client(evidence) : timeout(patience);
        Finding finding = Finding.of(
                Naming.limit(LimitKind.TIMEOUT, client ? "the client's timeout" : "a timeout of the service"),
                Optional.empty(),
                new Remedy(
                        "Answer within " + Numbers.seconds(seconds) + ", or wait longer; a retry would only add load.",
                        OptionalDouble.empty(),
                        "Nothing is full: the answer takes longer than it is waited for."),
                share((long) patience.late(), result) + " failed after about " + Numbers.seconds(seconds) + ", "
                        + (client ? "the client's own timeout" : whose(patience))
                        + ", though no pool of the service is full.");
        return Stream.of(Hypothesis.of("timeout", finding, place -> false));
    }

    private static double client(Evidence evidence) {
        return Times.seconds(evidence.load().transport().timeout());
    }

    private static boolean asyncDefault(Patience patience) {
        return Math.abs(patience.seconds() - ASYNC_DEFAULT) <= NEAR * ASYNC_DEFAULT;
    }

    private static double timeout(Patience patience) {
        return asyncDefault(patience) ? ASYNC_DEFAULT : patience.seconds();
    }

    private static String whose(Patience patience) {
        return asyncDefault(patience)
                ? "the default timeout of asynchronous requests (spring.mvc.async.request-timeout)"
                : "a timeout inside the service";
    }

    private static String share(long failed, LoadResult result) {
        return failed + " of " + result.requests() + " requests ("
                + Numbers.percent((double) failed / result.requests()) + ")";
    }

    /** How requests failed, most first. */
    static String kinds(LoadResult result) {
        return result.errors().entrySet().stream()
                .filter(kind -> kind.getValue() > 0)
                .sorted(Map.Entry.<ErrorKind, Long>comparingByValue().reversed())
                .map(kind -> kind.getKey() == ErrorKind.STATUS
                        ? statuses(result)
                        : kind.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .collect(Collectors.joining(", "));
    }

    private static String statuses(LoadResult result) {
        String seen = result.statuses().keySet().stream()
                .filter(status -> status < 200 || status >= 300)
                .sorted()
                .map(String::valueOf)
                .collect(Collectors.joining(" or "));
        return "status " + (seen.isEmpty() ? "other than 2xx" : seen);
    }
}
