package dev.headroom.report.view.variant;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis.Account;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.result.Baseline;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.text.Format;
import java.time.Duration;
import java.util.Optional;

/** Whether anything binds, in one sentence: what one request takes alone, what the load could then get, and what it got. */
final class BoundView {

    /** Of what is offered (0 to 1), what may be missing at the edges of a window, or have failed. */
    private static final double LOST = 0.03;

    private BoundView() {}

    static Optional<String> of(Run run) {
        return run.diagnosis().flatMap(diagnosis -> {
            Account account = diagnosis.account();
            return account.unloaded()
                    .flatMap(alone -> account.bound()
                            .map(bound -> "One request alone takes " + Format.seconds(alone.value())
                                    + run.baseline().map(BoundView::twice).orElse("")
                                    + asked(run.load(), bound.value())
                                    + within(bound, diagnosis.throughput().value()) + "; "
                                    + Format.perSecond(diagnosis.throughput().value()) + " were measured"
                                    + binds(diagnosis.verdict(), account.reached() || carried(run, bound.value()))));
        });
    }

    /** Where nothing is named, whether something binds may not be known either. */
    private static String binds(Verdict verdict, boolean reached) {
        if (verdict == Verdict.LOAD_IS_THE_LIMIT) {
            return ": nothing binds.";
        }
        boolean named = verdict == Verdict.LIMIT || verdict == Verdict.DOWNSTREAM_IS_THE_LIMIT;
        return reached ? ": the load gets what it asks for." : named ? ": something binds." : ".";
    }

    /** An open load that is answered hides no limit in its rate, whatever its times tell. */
    private static boolean carried(Run run, double offered) {
        return run.load() instanceof Load.Open
                && run.diagnosis().orElseThrow().backlogGrowth().isEmpty()
                && run.result()
                        .filter(result -> result.unfinished() == 0 && result.failed() <= LOST * result.requests())
                        .isPresent()
                && run.diagnosis().orElseThrow().throughput().value() >= (1 - LOST) * offered;
    }

    /** The error of a bound that was passed by less than that: it is a quotient of measurements. */
    static String within(Measure bound, double measured) {
        return measured > bound.value() && measured <= bound.value() + bound.knownError()
                ? " (± " + Format.perSecond(bound.knownError()) + ")"
                : "";
    }

    private static String twice(Baseline baseline) {
        return baseline.before()
                .flatMap(before -> baseline.after()
                        .map(after -> " (" + moreUsers(baseline.response()) + Format.seconds(before.value())
                                + " before the load, "
                                + Format.seconds(after.value()) + " after it"
                                + (baseline.agree() ? ")" : ", which do not agree)")))
                .orElse("");
    }

    /** {@code the line through 1, 2 and 4 users read at one; }, which need not pass between before and after; empty where one user told it. */
    private static String moreUsers(Measure response) {
        int end = response.source().indexOf("; ");
        return end < 0 ? "" : response.source().substring(0, end + 2);
    }

    private static String users(int users, Duration think, String bound) {
        return ", so " + Format.count(users) + (users == 1 ? " user" : " users")
                + (think.isZero() ? "" : " who think " + Format.time(think)) + " can get " + bound + " at best";
    }

    private static String asked(Load load, double most) {
        String bound = Format.perSecond(most);
        return switch (load) {
            case Load.Open open -> {
                // to the service, a load whose connections are all in use is one of so many users
                boolean users =
                        open.connections().isPresent() && most != open.rate().perSecond();
                yield users
                        ? ", so the load's " + Format.count(open.connections().getAsInt()) + " connections can get "
                                + bound + " at best"
                        : ", and " + bound + " are offered";
            }
            case Load.Closed closed -> users(closed.users(), closed.thinkTime(), bound);
            case Load.Tool tool -> users(tool.users().orElse(1), Duration.ZERO, bound);
        };
    }
}
