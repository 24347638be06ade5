package dev.headroom.harness;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.observation.CallSite;
import dev.headroom.core.model.result.KindOfRequest;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.text.Ids;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A verdict held against what is known by construction. */
public enum TrialOutcome {
    /** Kind, identity and capacity. */
    RIGHT,
    /** It was not said, which is honest. */
    UNKNOWN,
    WRONG,
    /** Something binds, and "nothing binds" was said: the worst. */
    FALSE_NOTHING,
    /** Nothing binds, and something was blamed. */
    FALSE_ALARM,
    /** The load generator was late: the run says nothing. */
    VOID,
    /** The run broke off. */
    FAILED;

    /** By which a share of the limit (0 to 1) may differ from what is known: some 200 holders seen in a short run tell it within 0.07 (95 %). */
    private static final double SHARE = 0.1;

    /** For the reader. */
    String words() {
        return switch (this) {
            case FALSE_NOTHING -> "FALSE \"NOTHING BINDS\"";
            case FALSE_ALARM -> "FALSE ALARM";
            case WRONG, FAILED -> name();
            case RIGHT, UNKNOWN, VOID -> name().toLowerCase(Locale.ROOT);
        };
    }

    /** Whether Headroom claimed what is not so. */
    public boolean untrue() {
        return this == WRONG || this == FALSE_NOTHING || this == FALSE_ALARM;
    }

    static TrialOutcome of(Trial trial, Run run) {
        return of(trial, run, !TrialRuns.isWithoutCatalogue());
    }

    /** @param catalogued whether kind and name are known: without the catalogue the number has to be right, whatever the thing is called */
    static TrialOutcome of(Trial trial, Run run, boolean catalogued) {
        boolean healthy =
                run.variant().name().equals(Trial.TWIN) || trial.verdict().equals(Ids.of(Verdict.LOAD_IS_THE_LIMIT));
        return run.failure().isPresent()
                ? FAILED
                : run.diagnosis()
                        .map(found -> healthy ? ofHealthy(found) : ofLimit(trial, found, catalogued))
                        .map(named -> healthy || named != RIGHT ? named : ofKinds(trial, run.kinds()))
                        .orElse(FAILED);
    }

    /** Of several kinds of request, each with its share of the limit. */
    static TrialOutcome ofKinds(Trial trial, List<KindOfRequest> kinds) {
        for (Map.Entry<String, Double> holds : trial.holds().entrySet()) {
            OptionalDouble share = kinds.stream()
                    .filter(kind -> kind.name().equals(holds.getKey()))
                    .map(KindOfRequest::shareOfLimit)
                    .findFirst()
                    .orElse(OptionalDouble.empty());
            if (share.isEmpty()) {
                return UNKNOWN;
            }
            if (Math.abs(share.getAsDouble() - holds.getValue()) > SHARE) {
                return WRONG;
            }
        }
        return RIGHT;
    }

    private static TrialOutcome ofHealthy(Diagnosis found) {
        return switch (found.verdict()) {
            case LOAD_IS_THE_LIMIT -> RIGHT;
            case UNKNOWN, NOT_STATIONARY -> UNKNOWN;
            case GENERATOR_IS_THE_LIMIT -> VOID;
            default -> FALSE_ALARM;
        };
    }

    private static TrialOutcome ofLimit(Trial trial, Diagnosis found, boolean catalogued) {
        if (found.verdict() == Verdict.LOAD_IS_THE_LIMIT) {
            return FALSE_NOTHING;
        }
        if (Ids.of(found.verdict()).equals(trial.verdict()) && names(trial, found, catalogued)) {
            return RIGHT;
        }
        if (found.verdict() == Verdict.GENERATOR_IS_THE_LIMIT) {
            return VOID;
        }
        boolean unsaid = found.verdict() == Verdict.UNKNOWN
                || found.verdict() == Verdict.NOT_STATIONARY
                || found.bindingLimit()
                        .filter(limit -> catalogued
                                ? limit.kind() == LimitKind.UNKNOWN
                                : limit.workers().isEmpty())
                        .isPresent();
        return unsaid ? UNKNOWN : WRONG;
    }

    /** Whether what was said while the load went on is what the run says in the end. */
    static boolean same(Diagnosis live, Diagnosis found) {
        return live.verdict() == found.verdict()
                && live.bindingLimit()
                        .map(TrialOutcome::identity)
                        .equals(found.bindingLimit().map(TrialOutcome::identity));
    }

    /** A pool may have grown meanwhile. */
    private static Limit identity(Limit limit) {
        return new Limit(limit.kind(), limit.pool(), OptionalInt.empty());
    }

    private static boolean names(Trial trial, Diagnosis found, boolean catalogued) {
        if (trial.kinds().isEmpty()) {
            return true;
        }
        return found.bindingLimit()
                .filter(limit ->
                        !catalogued || trial.kinds().contains(limit.kind().id()))
                .filter(limit -> trial.capacity().isEmpty() || limit.workers().equals(trial.capacity()))
                .filter(limit -> !catalogued
                        || trial.named()
                                .map(name -> Stream.concat(
                                                Stream.of(limit.pool()),
                                                found.holders().stream().map(CallSite::frame))
                                        .anyMatch(name.asPredicate()))
                                .orElse(true))
                .isPresent();
    }
}
