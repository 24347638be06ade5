package dev.headroom.report.text;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.result.Diagnosed;
import java.util.Optional;

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
                        .flatMap(limit -> helped(run, limit)
                                .map(its -> limit.pool() + ", " + its.own() + " and " + its.helping()))
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
        return limit(run)
                .map(limit -> helped(run, limit)
                        .map(its -> Prose.of("the " + its.own() + " of ", limit.pool(), " and " + its.helping()))
                        .orElseGet(() -> prose(limit)))
                .orElseGet(() -> Prose.of(of(run)));
    }

    private static Prose prose(Limit limit) {
        String size = Words.size(limit);
        return switch (limit.kind()) {
            case CONNECTION_POOL -> Words.isOfConnections(limit) ? Prose.of(Words.of(limit)) : sized(limit, size);
            case WORKER_POOL, EVENT_LOOPS, SEMAPHORE, OBJECT_POOL -> sized(limit, size);
            case DOWNSTREAM -> Prose.of("the downstream ", limit.pool());
            case LOCK ->
                limit.workers().orElse(1) > 1
                        ? Prose.of("the " + Format.count(limit.workers().getAsInt()) + " locks at ", limit.pool())
                        : Prose.of("the lock of ", limit.pool());
            case UNKNOWN ->
                Prose.of("something unknown at ", Frames.brief(limit.pool()), size.isEmpty() ? "" : ", " + size);
            default -> Prose.of(Words.of(limit));
        };
    }

    private static Prose sized(Limit limit, String size) {
        return size.isEmpty() ? Prose.of("", limit.pool()) : Prose.of("the " + size + " of ", limit.pool());
    }

    private static Optional<Limit> limit(Diagnosed run) {
        return run.diagnosis().flatMap(Diagnosis::bindingLimit);
    }

    /** {@code 3 workers}, and {@code 9 callers that help}. */
    private record Helped(String own, String helping) {}

    private static Optional<Helped> helped(Diagnosed run, Limit limit) {
        int workers = limit.kind() == LimitKind.WORKER_POOL ? limit.workers().orElse(0) : 0;
        return run.observation().flatMap(seen -> seen.station(limit)).stream()
                .flatMapToInt(pool -> pool.maximum().stream())
                .filter(maximum -> maximum < workers)
                .mapToObj(maximum -> new Helped(
                        Words.counted(maximum, limit.kind()),
                        workers - maximum == 1
                                ? "1 caller that helps"
                                : Format.count(workers - maximum) + " callers that help"))
                .findFirst();
    }
}
