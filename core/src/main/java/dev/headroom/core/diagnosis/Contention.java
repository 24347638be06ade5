package dev.headroom.core.diagnosis;

import dev.headroom.core.laws.Ceiling;
import dev.headroom.core.laws.Sizing;
import dev.headroom.core.model.Activity;
import dev.headroom.core.model.Diagnosis.Remedy;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Pool;
import dev.headroom.core.model.Pool.Wait;
import dev.headroom.core.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A lock, a semaphore or a connection pool for which most workers wait. Those at work are the ones that hold it: N held =
 * workers past the wait, which is m of the lock or the permits. A pool whose workers mostly wait so is full because of
 * it, and a virtual thread that waits so is held back though it has no pool.
 */
final class Contention {

    private static final double MOSTLY = 0.5;

    private Contention() {}

    /** What keeps the workers of a saturated pool. */
    static Optional<Finding> behind(Pool pool, Evidence evidence) {
        return Stream.of(Activity.AWAITING_LOCK, Activity.AWAITING_CONNECTION)
                .filter(activity -> share(pool, activity) >= MOSTLY)
                .findFirst()
                .map(activity -> finding(pool, activity, evidence));
    }

    /** The same where no pool is saturated, as with virtual threads. */
    static Optional<Finding> in(Evidence evidence) {
        return evidence.chain().pools().reversed().stream()
                .flatMap(pool -> behind(pool, evidence).stream())
                .findFirst();
    }

    private static double share(Pool pool, Activity activity) {
        double others = pool.active() - pool.activities().getOrDefault(Activity.AWAITING_POOL, 0.0);
        double waiting = pool.activities().getOrDefault(activity, 0.0);
        return waiting >= 1 && others > 0 ? waiting / others : 0;
    }

    private static Finding finding(Pool pool, Activity activity, Evidence evidence) {
        Optional<Wait> wait = pool.waits().stream()
                .filter(one -> one.activity() == activity)
                .max(Comparator.comparingDouble(Wait::workers));
        String name = wait.map(Wait::target).orElse("unknown");
        LimitKind kind = kind(activity, wait);
        Optional<Terms> terms = terms(pool, activity, kind, evidence);
        String what = switch (kind) {
            case CONNECTION_POOL -> "a connection";
            case SEMAPHORE -> "a permit";
            default -> "a lock";
        };
        OptionalInt workers = terms.map(its -> OptionalInt.of(its.workers())).orElse(OptionalInt.empty());
        return new Finding(
                new Limit(kind, name, workers),
                Optional.empty(),
                terms,
                Optional.of(remedy(kind, name, terms, evidence)),
                Optional.empty(),
                Numbers.percent(share(pool, activity)) + " of the busy " + Naming.workers(pool) + " wait for " + what
                        + " (" + name + ")"
                        + terms.map(its -> ", " + its.workers() + (its.workers() == 1 ? " holds it" : " hold one")
                                        + " for "
                                        + Numbers.seconds(its.holdingTime().value()) + " at a time: "
                                        + Numbers.of(its.ceiling().value()) + " requests/s, and "
                                        + Numbers.of(evidence.served().value()) + " were measured")
                                .orElse("")
                        + ".",
                List.of());
    }

    private static LimitKind kind(Activity activity, Optional<Wait> wait) {
        if (activity == Activity.AWAITING_CONNECTION) {
            return LimitKind.CONNECTION_POOL;
        }
        boolean permits = wait.filter(one -> (one.target() + " " + one.evidence())
                        .toLowerCase(Locale.ROOT)
                        .contains("semaphore"))
                .isPresent();
        return permits ? LimitKind.SEMAPHORE : LimitKind.LOCK;
    }

    /** m: workers seen past the wait, on average. S = B / C: what they were busy, over the requests that were served. */
    private static Optional<Terms> terms(Pool pool, Activity activity, LimitKind kind, Evidence evidence) {
        double past = pool.active()
                - pool.activities().getOrDefault(activity, 0.0)
                - pool.activities().getOrDefault(Activity.AWAITING_POOL, 0.0);
        double rate = evidence.served().value();
        if (past <= 0 || rate <= 0) {
            return Optional.empty();
        }
        int permits = kind == LimitKind.LOCK ? 1 : (int) Math.max(1, Math.rint(past));
        Measure visits = Measure.exact(1, "each request holds it once");
        double held = Math.min(past, permits);
        Measure time = new Measure(held / rate, Double.NaN, "workers past the wait / answers");
        return Optional.of(new Terms(permits, visits, time, Ceiling.of(permits, visits, time), false, false));
    }

    private static Remedy remedy(LimitKind kind, String name, Optional<Terms> terms, Evidence evidence) {
        OptionalDouble needed = terms.filter(its -> kind != LimitKind.LOCK)
                .map(its -> {
                    double time = its.holdingTime().value();
                    return OptionalDouble.of(Sizing.atLeast(evidence.wanted(time), 1, time));
                })
                .orElse(OptionalDouble.empty());
        String to = needed.isPresent() ? " to at least " + Numbers.of(needed.getAsDouble()) : "";
        String action = switch (kind) {
            case CONNECTION_POOL -> "Raise the maximum of the connection pool" + to + ".";
            case SEMAPHORE ->
                "Raise the permits of " + name + to + "; where the bound is meant, turn requests away at once.";
            default -> "Hold the lock for less, or split it: no number of threads helps.";
        };
        return new Remedy(
                action,
                needed,
                terms.map(its -> "Little: N = X S, with S = "
                                + Numbers.seconds(its.holdingTime().value()) + " past the wait.")
                        .orElse(""));
    }
}
