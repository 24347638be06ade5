package dev.headroom.harness.calibration;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.text.Ids;
import dev.headroom.harness.TrialRow;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What was said of a service, by Headroom or by a baseline.
 *
 * @param limits what is named; more than one where they are named together
 * @param grade of evidence; {@code none} of a baseline
 */
record Said(Claim claim, List<Limit> limits, String grade) {

    enum Claim {
        LIMIT,
        NOTHING_BINDS,
        UNKNOWN,
        /** The load generator was late: the run says nothing. */
        VOID
    }

    static final String NO_GRADE = "none";

    static Said of(Diagnosis found) {
        List<Limit> together = found.proof().map(Diagnosis.Proof::together).orElse(List.of());
        List<Limit> limits = (together.isEmpty() ? found.bindingLimit().stream() : together.stream())
                .filter(limit -> limit.kind() != LimitKind.UNKNOWN)
                .toList();
        Claim claim = switch (found.verdict()) {
            case LIMIT, DOWNSTREAM_IS_THE_LIMIT -> limits.isEmpty() ? Claim.UNKNOWN : Claim.LIMIT;
            case LOAD_IS_THE_LIMIT -> Claim.NOTHING_BINDS;
            case GENERATOR_IS_THE_LIMIT -> Claim.VOID;
            case NOT_STATIONARY, ALL_REQUESTS_FAIL, UNKNOWN -> Claim.UNKNOWN;
        };
        return new Said(claim, claim == Claim.LIMIT ? limits : List.of(), Ids.of(found.standing()));
    }

    static Said limit(Limit limit) {
        return new Said(Claim.LIMIT, List.of(limit), NO_GRADE);
    }

    static Said nothing() {
        return new Said(Claim.NOTHING_BINDS, List.of(), NO_GRADE);
    }

    String words() {
        return claim == Claim.LIMIT
                ? limits.stream().map(TrialRow::words).collect(Collectors.joining(" and "))
                : Ids.of(claim);
    }
}
