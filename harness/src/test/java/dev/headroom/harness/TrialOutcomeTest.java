package dev.headroom.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.DiagnosisBuilder;
import dev.headroom.core.model.result.KindOfRequest;
import dev.headroom.core.testing.Plain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TrialOutcomeTest {

    private static final Trial HIKARI =
            new Trial("hikari", Map.of("kind", "connection-pool", "named", "orders", "capacity", 10));

    @Test
    void aLimitIsNamedRightByKindIdentityAndCapacity() {
        assertThat(limit(LimitKind.CONNECTION_POOL, "HikariPool orders", 10)).isEqualTo(TrialOutcome.RIGHT);
        assertThat(limit(LimitKind.CONNECTION_POOL, "HikariPool orders", 12)).isEqualTo(TrialOutcome.WRONG);
        assertThat(limit(LimitKind.CONNECTION_POOL, "HikariPool users", 10)).isEqualTo(TrialOutcome.WRONG);
        assertThat(limit(LimitKind.LOCK, "orders", 10)).isEqualTo(TrialOutcome.WRONG);
    }

    @Test
    void aLimitThatIsNotNamedIsUnknown() {
        assertThat(limit(LimitKind.UNKNOWN, "", 10)).isEqualTo(TrialOutcome.UNKNOWN);
        assertThat(said(Trial.LIMIT, Verdict.NOT_STATIONARY)).isEqualTo(TrialOutcome.UNKNOWN);
    }

    @Test
    void withoutTheCatalogueTheNumberHasToBeRight() {
        assertThat(uncatalogued(LimitKind.UNKNOWN, OptionalInt.of(10))).isEqualTo(TrialOutcome.RIGHT);
        assertThat(uncatalogued(LimitKind.SEMAPHORE, OptionalInt.of(10))).isEqualTo(TrialOutcome.RIGHT);
        assertThat(uncatalogued(LimitKind.UNKNOWN, OptionalInt.of(9))).isEqualTo(TrialOutcome.WRONG);
        assertThat(uncatalogued(LimitKind.SEMAPHORE, OptionalInt.empty())).isEqualTo(TrialOutcome.UNKNOWN);
    }

    private static TrialOutcome uncatalogued(LimitKind kind, OptionalInt capacity) {
        return outcome(Trial.LIMIT, Verdict.LIMIT, Optional.of(new Limit(kind, "Pools", capacity)), false);
    }

    @Test
    void nothingBindsIsFalseWhereSomethingDoes() {
        assertThat(said(Trial.LIMIT, Verdict.LOAD_IS_THE_LIMIT)).isEqualTo(TrialOutcome.FALSE_NOTHING);
    }

    @Test
    void anythingBlamedInAHealthyTwinIsAFalseAlarm() {
        assertThat(said(Trial.TWIN, Verdict.LOAD_IS_THE_LIMIT)).isEqualTo(TrialOutcome.RIGHT);
        assertThat(said(Trial.TWIN, Verdict.LIMIT)).isEqualTo(TrialOutcome.FALSE_ALARM);
    }

    @Test
    void aRunWhoseGeneratorWasLateSaysNothing() {
        assertThat(said(Trial.LIMIT, Verdict.GENERATOR_IS_THE_LIMIT)).isEqualTo(TrialOutcome.VOID);
        assertThat(said(Trial.TWIN, Verdict.GENERATOR_IS_THE_LIMIT)).isEqualTo(TrialOutcome.VOID);
    }

    private static TrialOutcome limit(LimitKind kind, String name, int capacity) {
        return outcome(Trial.LIMIT, Verdict.LIMIT, Optional.of(new Limit(kind, name, OptionalInt.of(capacity))));
    }

    @Test
    void aWrongShareOfAKindOfRequestIsAWrongVerdict() {
        Trial trial = new Trial("two-kinds", Map.of("holds", Map.of("view", 0.31)));

        assertThat(TrialOutcome.ofKinds(trial, List.of(view(OptionalDouble.of(0.3)))))
                .isEqualTo(TrialOutcome.RIGHT);
        assertThat(TrialOutcome.ofKinds(trial, List.of(view(OptionalDouble.of(0.5)))))
                .isEqualTo(TrialOutcome.WRONG);
        assertThat(TrialOutcome.ofKinds(trial, List.of(view(OptionalDouble.empty()))))
                .isEqualTo(TrialOutcome.UNKNOWN);
    }

    private static KindOfRequest view(OptionalDouble shareOfLimit) {
        return new KindOfRequest(
                "view",
                3,
                0.75,
                60,
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                shareOfLimit,
                KindOfRequest.Evidence.LINES);
    }

    private static TrialOutcome said(String variant, Verdict verdict) {
        return outcome(variant, verdict, Optional.empty());
    }

    private static TrialOutcome outcome(String variant, Verdict verdict, Optional<Limit> limit) {
        return outcome(variant, verdict, limit, true);
    }

    private static TrialOutcome outcome(String variant, Verdict verdict, Optional<Limit> limit, boolean catalogued) {
        DiagnosisBuilder diagnosis =
                Diagnosis.builder(verdict, Measure.exact(100, "test")).standing(Diagnosis.Standing.SUPPORTED);
        limit.ifPresent(diagnosis::limit);
        return TrialOutcome.of(
                HIKARI, Plain.run(variant, Optional.empty(), diagnosis.build(), Optional.empty()), catalogued);
    }
}
