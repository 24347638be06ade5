package dev.headroom.core.expectation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.DiagnosisBuilder;
import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.experiment.Expectations.Binds;
import dev.headroom.core.model.experiment.Expectations.Bound;
import dev.headroom.core.model.experiment.Expectations.Figure;
import dev.headroom.core.model.experiment.Expectations.Outcome;
import dev.headroom.core.model.experiment.Expectations.Relation;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Success;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.testing.Plain;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class EvaluationTest {

    private static final Bound P95 = new Bound(Figure.P95, Relation.BELOW, 0.5);
    private static final Bound ERRORS = new Bound(Figure.ERRORS, Relation.AT_MOST, 0.01);
    private static final Bound GOODPUT = new Bound(Figure.GOODPUT, Relation.ABOVE, 100);
    private static final Limit COMMON_POOL = new Limit(LimitKind.WORKER_POOL, "common-pool", OptionalInt.of(7));

    @Test
    void aFigureIsHeldAgainstItsBound() {
        assertThat(outcomes(bounds(P95, ERRORS, GOODPUT), answered(1000, 5, 0.4), loadIsTheLimit(120)))
                .containsExactly(
                        new Outcome("p95", "< 500 ms", "400 ms", true),
                        new Outcome("errors", "<= 1 %", "0.5 %", true),
                        new Outcome("goodput", "> 100/s", "120/s", true));
        assertThat(outcomes(bounds(P95, ERRORS, GOODPUT), answered(1000, 50, 0.6), loadIsTheLimit(100)))
                .containsExactly(
                        new Outcome("p95", "< 500 ms", "600 ms", false),
                        new Outcome("errors", "<= 1 %", "4.8 %", false),
                        new Outcome("goodput", "> 100/s", "100/s", false));
    }

    @Test
    void nothingThatWasAnsweredMeetsNoBound() {
        assertThat(outcomes(bounds(P95, GOODPUT), answered(0, 100, 0), loadIsTheLimit(0)))
                .containsExactly(
                        new Outcome("p95", "< 500 ms", "nothing was answered", false),
                        new Outcome("goodput", "> 100/s", "0/s", false));
    }

    @Test
    void aVoidRunMeetsNoneThoughItsFiguresWould() {
        assertThat(outcomes(
                        bounds(P95),
                        answered(1000, 0, 0.4),
                        Diagnosis.builder(Verdict.GENERATOR_IS_THE_LIMIT, Measure.exact(100, "test"))
                                .build()))
                .extracting(Outcome::met)
                .containsOnly(false);
    }

    /** 1,000 answers before the load was fully on, and none since. */
    @Test
    void aRunOfWhichAllRequestsFailMeetsNoneThoughItsFiguresWould() {
        assertThat(outcomes(
                        bounds(P95),
                        answered(1000, 9000, 0.4),
                        Diagnosis.builder(Verdict.ALL_REQUESTS_FAIL, Measure.exact(0, "test"))
                                .build()))
                .extracting(Outcome::met)
                .containsOnly(false);
    }

    @Test
    void nothingThatIsOnlySuspectedIsNotMet() {
        Diagnosis suspected = Diagnosis.builder(Verdict.LOAD_IS_THE_LIMIT, Measure.exact(100, "test"))
                .build();
        assertThat(verdict(Binds.NOTHING, suspected))
                .isEqualTo(new Outcome("verdict", "nothing", "cannot be told: nothing, suspected", false));
    }

    @Test
    void aQuantileAmongThoseThatTimedOutIsNotBelowAnyBound() {
        Bound generous = new Bound(Figure.P95, Relation.BELOW, 60);
        LoadResult result = timedOut();

        assertThat(outcomes(bounds(generous), result, loadIsTheLimit(100)))
                .containsExactly(new Outcome("p95", "< 60 s", "at least 30 s", false));
    }

    @Test
    void aQuantileThatTooFewRequestsCarryIsNotMet() {
        assertThat(outcomes(bounds(P95), answered(19, 0, 0.4), loadIsTheLimit(100)))
                .containsExactly(new Outcome("p95", "< 500 ms", "too few responses to tell", false));
    }

    @Test
    void theVerdictIsHeldAgainstKindPoolAndWorkers() {
        Diagnosis limit = limit();
        assertThat(verdict(new Binds(Optional.of(LimitKind.WORKER_POOL), Optional.empty(), OptionalInt.empty()), limit))
                .isEqualTo(new Outcome("verdict", "worker-pool", "worker-pool common-pool, 7", true));
        assertThat(verdict(
                                new Binds(
                                        Optional.of(LimitKind.WORKER_POOL),
                                        Optional.of("common-pool"),
                                        OptionalInt.of(8)),
                                limit)
                        .met())
                .isFalse();
        assertThat(verdict(
                                new Binds(
                                        Optional.of(LimitKind.WORKER_POOL), Optional.of("tomcat"), OptionalInt.empty()),
                                limit)
                        .met())
                .isFalse();
        assertThat(verdict(Binds.NOTHING, limit))
                .isEqualTo(new Outcome("verdict", "nothing", "worker-pool common-pool, 7", false));
        assertThat(verdict(Binds.NOTHING, loadIsTheLimit(100)).met()).isTrue();
        assertThat(verdict(
                        Binds.NOTHING,
                        Diagnosis.builder(Verdict.NOT_STATIONARY, Measure.exact(100, "test"))
                                .build()))
                .isEqualTo(new Outcome("verdict", "nothing", "not-stationary", false));
    }

    @Test
    void noResponseMayFailItsCheckUnlessABoundSaysHowManyMay() {
        Success success = new Success(List.of(200, 304), "ok");
        LoadResult result = answered(990, 10, 0.4);

        assertThat(outcomes(new Expectations(List.of(), Optional.empty(), success), result, loadIsTheLimit(100)))
                .containsExactly(
                        new Outcome("status", "200 or 304", "10 of 1000 have another", false),
                        new Outcome("body", "contains ok", "every response", true));
        assertThat(outcomes(new Expectations(List.of(ERRORS), Optional.empty(), success), result, loadIsTheLimit(100)))
                .containsExactly(new Outcome("errors", "<= 1 %", "1 %", true));
    }

    private static final Success SUCCESS = new Success(List.of(200), "ok");

    private static List<Outcome> byTool(Expectations expected, LoadResult result, LoadResult.Tool tool) {
        return outcomes(expected, result.with(result.generator().with(tool)), loadIsTheLimit(120));
    }

    private static LoadResult.Tool tool(LoadResult.Tool.Source counted, long failedChecks, boolean judged) {
        return tool(counted, failedChecks, judged, 1000);
    }

    private static LoadResult.Tool tool(
            LoadResult.Tool.Source counted, long failedChecks, boolean judged, long iterations) {
        return new LoadResult.Tool(
                counted,
                OptionalLong.empty(),
                OptionalLong.of(iterations),
                Optional.of(new LoadResult.Tool.Checks(1000, failedChecks)),
                judged);
    }

    @Test
    void errorsThatNobodyCountedAreNotNone() {
        LoadResult.Tool silent = tool(LoadResult.Tool.Source.SERVICE, 0, false);

        assertThat(byTool(bounds(P95, ERRORS, GOODPUT), answered(1000, 0, 0.4), silent))
                .extracting(Outcome::measured, Outcome::met)
                .containsExactly(
                        tuple("400 ms", true),
                        tuple("cannot be told: nobody counted which responses were errors", false),
                        tuple("cannot be told: nobody counted which responses were errors", false));
        assertThat(byTool(new Expectations(List.of(), Optional.empty(), SUCCESS), answered(1000, 0, 0.4), silent))
                .hasSize(2)
                .allSatisfy(one -> assertThat(one.measured()).startsWith("cannot be told: nobody counted"))
                .noneMatch(Outcome::met);
        LoadResult.Tool seen = silent.beside(Optional.empty(), OptionalDouble.empty(), true);
        assertThat(byTool(bounds(ERRORS), answered(1000, 0, 0.4), seen)).allMatch(Outcome::met);
    }

    /** As many as failed were of a response each, or all of responses that count as errors anyhow. */
    @Test
    void whatHoldsWhicheverResponsesTheFailedChecksOfAScriptWereOfIsMet() {
        LoadResult.Tool few = tool(LoadResult.Tool.Source.ACTUAL_START, 3, false);
        LoadResult.Tool ofBatches = tool(LoadResult.Tool.Source.ACTUAL_START, 3, false, 100);
        assertThat(byTool(bounds(ERRORS), answered(1000, 0, 0.4), ofBatches))
                .extracting(Outcome::measured)
                .singleElement()
                .asString()
                .as("each of ten responses")
                .contains("0 % to 3 %");
        assertThat(byTool(bounds(P95, ERRORS, GOODPUT), answered(1000, 0, 0.4), few))
                .extracting(Outcome::measured, Outcome::met)
                .containsExactly(
                        tuple("400 ms", true),
                        tuple("0 % to 0.3 %, for 3 checks of the script failed, of which responses nobody knows", true),
                        tuple("120/s, for 3 checks of the script failed, of which responses nobody knows", true));

        LoadResult.Tool many = tool(LoadResult.Tool.Source.ACTUAL_START, 200, false);
        assertThat(byTool(bounds(ERRORS, GOODPUT), answered(1000, 0, 0.4), many))
                .extracting(Outcome::measured, Outcome::met)
                .containsExactly(
                        tuple(
                                "cannot be told: 0 % to 20 %, for 200 checks of the script failed, of which responses nobody knows",
                                false),
                        tuple(
                                "cannot be told: 96/s to 120/s, for 200 checks of the script failed, of which responses nobody knows",
                                false));

        assertThat(byTool(bounds(ERRORS), answered(1000, 100, 0.4), few))
                .allSatisfy(one -> assertThat(one.measured()).startsWith("9.1 % to 9.4 %"))
                .noneMatch(Outcome::met);
    }

    @Test
    void checksThatAllHeldLeaveNoDoubt() {
        assertThat(byTool(
                        bounds(ERRORS, GOODPUT),
                        answered(1000, 0, 0.4),
                        tool(LoadResult.Tool.Source.ACTUAL_START, 0, false)))
                .allMatch(Outcome::met)
                .extracting(Outcome::measured)
                .containsExactly("0 %", "120/s");
    }

    @Test
    void aScriptOfOthersDoesNotAskWhatTheExperimentExpectsOfEachResponse() {
        Expectations expected = new Expectations(List.of(), Optional.empty(), SUCCESS);

        assertThat(byTool(expected, answered(1000, 0, 0.4), tool(LoadResult.Tool.Source.ACTUAL_START, 0, false)))
                .allSatisfy(one -> assertThat(one.measured()).startsWith("cannot be told: the script"))
                .noneMatch(Outcome::met);
        assertThat(byTool(expected, answered(1000, 0, 0.4), tool(LoadResult.Tool.Source.ACTUAL_START, 0, true)))
                .as("one that was written of the experiment does")
                .allMatch(Outcome::met);
    }

    @Test
    void aVariantReplacesSingleKeysOfTheExperiment() {
        Bound looser = new Bound(Figure.P95, Relation.AT_MOST, 2);
        Expectations experiment =
                new Expectations(List.of(P95, ERRORS), Optional.of(Binds.NOTHING), new Success(List.of(200), "a"));

        assertThat(experiment.under(Expectations.NONE)).isEqualTo(experiment);
        assertThat(experiment.under(new Expectations(List.of(looser), Optional.empty(), new Success(List.of(), "b"))))
                .isEqualTo(new Expectations(
                        List.of(looser, ERRORS), Optional.of(Binds.NOTHING), new Success(List.of(200), "b")));
    }

    private static Outcome verdict(Binds binds, Diagnosis diagnosis) {
        return outcomes(
                        new Expectations(List.of(), Optional.of(binds), Success.DEFAULT),
                        answered(1000, 0, 0.4),
                        diagnosis)
                .getFirst();
    }

    private static Expectations bounds(Bound... bounds) {
        return new Expectations(List.of(bounds), Optional.empty(), Success.DEFAULT);
    }

    private static Diagnosis loadIsTheLimit(double goodput) {
        return Diagnosis.builder(Verdict.LOAD_IS_THE_LIMIT, Measure.exact(goodput, "test"))
                .standing(Standing.SUPPORTED)
                .build();
    }

    private static Diagnosis limit() {
        DiagnosisBuilder builder = Diagnosis.builder(Verdict.LIMIT, Measure.exact(100, "test"));
        builder.limit(COMMON_POOL);
        return builder.build();
    }

    private static LoadResult answered(long succeeded, long failed, double seconds) {
        Duration time = Duration.ofMillis(Math.round(seconds * 1e3));
        return result(
                succeeded,
                failed,
                succeeded == 0
                        ? Latency.NONE
                        : new Latency(
                                succeeded,
                                time,
                                time,
                                time,
                                time,
                                time,
                                time,
                                time,
                                time,
                                time,
                                List.of(),
                                0,
                                0,
                                Duration.ZERO));
    }

    /** 56 of 5,000 are answered, after 15 s; the others time out after 30 s. */
    private static LoadResult timedOut() {
        Duration time = Duration.ofSeconds(15);
        Duration timeout = Duration.ofSeconds(30);
        return result(
                56,
                4944,
                new Latency(
                        56, time, time, time, timeout, timeout, timeout, timeout, timeout, time, List.of(), 4944, 0,
                        timeout));
    }

    private static LoadResult result(long succeeded, long failed, Latency latency) {
        return new LoadResult(
                Instant.EPOCH,
                Duration.ofSeconds(10),
                succeeded + failed,
                succeeded,
                failed == 0 ? Map.of() : Map.of(ErrorKind.STATUS, failed),
                Map.of(),
                Rate.of(succeeded, Duration.ofSeconds(10)),
                latency,
                latency,
                List.of(),
                new LoadResult.Generator("", Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1, false),
                List.of(),
                Map.of(),
                List.of(),
                Optional.empty());
    }

    private static List<Outcome> outcomes(Expectations expected, LoadResult result, Diagnosis diagnosis) {
        Load load = new Load.Open(Rate.perSecond(1), Duration.ofSeconds(1), Transport.DEFAULT, Optional.empty());
        Run run = Plain.run(Plain.variant("a", expected), load, result, Optional.empty(), diagnosis, "");
        return Evaluation.evaluated(run).expectations();
    }
}
