package dev.headroom.report.text;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Station;
import dev.headroom.core.model.result.Diagnosed;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What binds one run, in words. A limit may count more workers than its pool has: the callers of a parallel stream who run
 * tasks while they wait. They are named as what they are.
 */
public final class Binding {

    private Binding() {}

    /** The few words of the column "what binds": {@code common-pool, 3 workers and 9 callers that help}. */
    public static String of(Diagnosed run) {
        if (run.failure().isPresent()) {
            return "the run broke off";
        }
        if (run.leftOut().isPresent()) {
            return "left out";
        }
        return run.diagnosis()
                .map(diagnosis -> limit(run)
                        .filter(limit -> helpers(run, limit).isPresent())
                        .map(limit -> limit.pool() + ", " + sizeWithHelpers(run, limit))
                        .orElseGet(() -> Words.binds(diagnosis)))
                .orElse("unknown: no diagnosis");
    }

    /** The same as a phrase of its own: {@code bound by common-pool, 7 workers}. */
    public static String verdict(Diagnosed run) {
        return Tone.of(run) == Tone.BOUND
                ? "bound by " + of(run)
                : run.failure().isPresent()
                        ? of(run)
                        : run.diagnosis().map(Words::verdict).orElseGet(() -> of(run)) + slow(run);
    }

    /** Nothing binds, and still it is no quick one. */
    private static String slow(Diagnosed run) {
        return Tone.of(run) == Tone.SLOW
                ? "; " + Format.digits(Tone.overPhysics(run).orElseThrow()) + " times the limit of physics"
                : "";
    }

    /** {@code the 7 workers of common-pool}, its name marked as code. */
    public static Prose prose(Diagnosed run) {
        return limit(run).map(limit -> prose(run, limit)).orElseGet(() -> Prose.of(of(run)));
    }

    private static Prose prose(Diagnosed run, Limit limit) {
        OptionalInt helpers = helpers(run, limit);
        String size = Words.size(limit);
        if (helpers.isPresent()) {
            String own = Words.counted(limit.workers().orElse(0) - helpers.getAsInt(), limit.kind());
            return Prose.of("the " + own + " of ", limit.pool(), " and " + helping(helpers.getAsInt()));
        }
        return switch (limit.kind()) {
            case WORKER_POOL, EVENT_LOOPS, CONNECTION_POOL, SEMAPHORE, OBJECT_POOL ->
                size.isEmpty() ? Prose.of("", limit.pool()) : Prose.of("the " + size + " of ", limit.pool());
            case DOWNSTREAM -> Prose.of("the downstream ", limit.pool());
            case LOCK -> Prose.of("the lock of ", limit.pool());
            case UNKNOWN ->
                Prose.of("something unknown at ", Frames.brief(limit.pool()), size.isEmpty() ? "" : ", " + size);
            default -> Prose.of(Words.of(limit));
        };
    }

    private static Optional<Limit> limit(Diagnosed run) {
        return run.diagnosis().flatMap(Diagnosis::bindingLimit);
    }

    private static String sizeWithHelpers(Diagnosed run, Limit limit) {
        int helpers = helpers(run, limit).orElse(0);
        return Words.counted(limit.workers().orElse(0) - helpers, limit.kind()) + " and " + helping(helpers);
    }

    private static String helping(int callers) {
        return callers == 1 ? "1 caller that helps" : Format.count(callers) + " callers that help";
    }

    private static OptionalInt helpers(Diagnosed run, Limit limit) {
        if (limit.kind() != LimitKind.WORKER_POOL || limit.workers().isEmpty()) {
            return OptionalInt.empty();
        }
        int workers = limit.workers().getAsInt();
        return run.observation().flatMap(seen -> seen.station(limit)).map(Station::maximum).stream()
                .flatMapToInt(OptionalInt::stream)
                .filter(maximum -> maximum < workers)
                .map(maximum -> workers - maximum)
                .findFirst();
    }
}
