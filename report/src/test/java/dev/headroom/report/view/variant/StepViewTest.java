package dev.headroom.report.view.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Account;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.DiagnosisBuilder;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.experiment.Published;
import dev.headroom.core.model.result.Run;
import dev.headroom.report.fixture.Eleven;
import dev.headroom.report.fixture.Evidence;
import dev.headroom.report.fixture.Users;
import dev.headroom.report.view.ReportView;
import dev.headroom.report.view.chart.Chart;
import dev.headroom.report.view.chart.LiveThreads;
import dev.headroom.report.view.comparison.Cost;
import dev.headroom.report.view.comparison.Story;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class StepViewTest {

    private static final List<VariantView> ELEVEN = variants(Eleven.runs());

    private static List<VariantView> variants(List<Run> runs) {
        return ReportView.of(Users.result(runs)).variants();
    }

    private static VariantView variant(String name) {
        return ELEVEN.stream()
                .filter(variant -> variant.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static StepView step(String name) {
        return variant(name).step();
    }

    private static String plain(String text) {
        return text.replace('\u00a0', ' ');
    }

    private static Optional<NextLimit> next(Intervention... moves) {
        return StepView.next(free(moves).build());
    }

    private static DiagnosisBuilder free(Intervention... moves) {
        NextLimit cores = new NextLimit(new Limit(LimitKind.CPU, "cpu", OptionalInt.of(2)), Rate.perSecond(2311));
        return Diagnosis.builder(Verdict.LOAD_IS_THE_LIMIT, Measure.exact(302, "test"))
                .next(Optional.of(cores))
                .moves(List.of(moves));
    }

    /** Forty users and eighty. */
    private static Intervention moreLoad(Outcome outcome, double was, double is) {
        Part users = new Part(Part.LOAD, "the load", 40, 80);
        return Evidence.moved(new Move(Subject.LOAD, List.of(users), 2, Back.SET, Double.NaN), outcome, was, is, 0.05);
    }

    @Test
    void whatMoreLoadDidNotComeNearIsNotNextToBind() {
        assertThat(next()).isPresent();
        assertThat(next(moreLoad(Outcome.FULL, 307, 614))).isPresent();
        assertThat(next(moreLoad(Outcome.PART, 307, 493))).isEmpty();
        assertThat(next(moreLoad(Outcome.PART, 1800, 2250))).as("it did").isPresent();
        Limit orders = new Limit(LimitKind.WORKER_POOL, "orders", OptionalInt.of(6));
        assertThat(StepView.next(free(moreLoad(Outcome.NONE, 302, 302))
                        .verdict(Verdict.LIMIT)
                        .limit(orders)
                        .build()))
                .as("what binds now holds the load back, and not what is next")
                .isPresent();
    }

    @Test
    void stepsStandInTheOrderOfTheExperiment() {
        assertThat(ELEVEN.stream().map(VariantView::name))
                .containsExactlyElementsOf(
                        Eleven.runs().stream().map(run -> run.variant().name()).toList());
        assertThat(ELEVEN.stream().map(variant -> variant.step().number()))
                .startsWith(1, 2, 3)
                .endsWith(11);
    }

    @Test
    void aStepTellsWhatItLiftsWithWhatEffect() {
        assertThat(step("servlet").effects()).singleElement().satisfies(effect -> {
            assertThat(plain(effect.sentence()))
                    .isEqualTo("Lifts common-pool, 7 workers (servlet-20-threads): 10.6/s → 20/s (+89 %),"
                            + " mean 26.9 s → 333 ms; past its ceiling of 10.6/s: lifted.");
            assertThat(effect.lifts()).isTrue();
        });
    }

    @Test
    void whereTheRateIsGivenTheTimeIsTheEffect() {
        List<Run> runs = List.of(Users.commonPool(), Users.lifted());
        assertThat(plain(variants(runs).getLast().step().effects().getFirst().sentence()))
                .contains("10.6/s → 20/s, mean 26.9 s → 333 ms (81× sooner)");
    }

    @Test
    void aLimitThatWasLiftedByAStepInBetweenIsNotToldAgain() {
        assertThat(step("elastic").effects()).extracting(Effect::variant).containsExactly("refused");
        assertThat(step("lifted").effects())
                .extracting(Effect::variant)
                .containsExactly("servlet-20-threads", "refused");
    }

    @Test
    void whatShowsNothingSaysWhyNot() {
        assertThat(step("refused").effects())
                .extracting(effect -> plain(effect.evidence()))
                .containsExactly("not past its ceiling of 10.6/s: nothing is shown");
        assertThat(step("elastic").effects())
                .extracting(Effect::evidence)
                .containsExactly("no ceiling is known to go past: nothing is shown");
        assertThat(step("void").effects())
                .extracting(Effect::evidence)
                .containsExactly("nothing is shown: this run has no verdict");
    }

    /** Past it by no more than its error is. */
    @Test
    void whatDoesNotLiftItIsNotSaidToLiftIt() {
        Run bound = Users.commonPool();
        Run meant = Users.like(
                bound,
                Users.variant("more", "", "/", bound.settings(), Published.NONE, List.of("common-pool")),
                bound.result(),
                bound.observation(),
                bound.diagnosis()
                        .map(found -> found.toBuilder()
                                .limit(new Limit(LimitKind.WORKER_POOL, "other", OptionalInt.of(7)))
                                .build()),
                Optional.empty(),
                List.of());
        Run lower = bound.withDiagnosis(bound.diagnosis().orElseThrow().toBuilder()
                .ceiling(new Measure(10.5, 0.6, "m / (V S)"))
                .build());

        assertThat(plain(variants(List.of(lower, meant))
                        .getLast()
                        .step()
                        .effects()
                        .getFirst()
                        .sentence()))
                .startsWith("Is to lift common-pool, 7 workers (common-pool)")
                .endsWith("not past its ceiling of 10.5/s by more than chance: nothing is shown.");
    }

    private static String words(double bound, Optional<Double> ceiling, double throughput, double next) {
        Limit orders = new Limit(LimitKind.WORKER_POOL, "orders", OptionalInt.of(6));
        Limit tomcat = new Limit(LimitKind.WORKER_POOL, "tomcat", OptionalInt.of(200));
        DiagnosisBuilder bounded = Diagnosis.builder(Verdict.LIMIT, Measure.exact(throughput, "test"))
                .limit(orders)
                .account(new Account(
                        Optional.empty(),
                        Optional.of(Measure.exact(bound, "test")),
                        false,
                        List.of(),
                        OptionalDouble.empty()));
        ceiling.ifPresent(value -> bounded.ceiling(Measure.exact(value, "test")));
        return plain(StepView.words(bounded.build(), new NextLimit(tomcat, Rate.perSecond(next))));
    }

    /** As an open load that is answered, or users of whom one alone was slower. */
    @Test
    void aLoadThatEndsNothingLaterIsNotNext() {
        assertThat(words(30, Optional.of(25.0), 20, 40)).startsWith("the load itself, at 30/s");
        assertThat(words(20, Optional.of(25.0), 20, 40)).isEqualTo("tomcat, 200 workers, at 40/s");
        assertThat(words(80, Optional.empty(), 78, 82)).startsWith("the load itself, at 80/s");
        assertThat(words(70, Optional.empty(), 78, 82)).isEqualTo("tomcat, 200 workers, at 82/s");
    }

    @Test
    void theNextLimitIsSaidToComeAfterTheLoadWhereThatEndsFirst() {
        VariantView bound = variants(List.of(Users.commonPool())).getFirst();

        assertThat(plain(bound.found().next().orElseThrow()))
                .isEqualTo("Next to bind would be the load itself, at 20/s, then tomcat-8888, 200 workers, at 604/s.");
        assertThat(bound.step().detail())
                .extracting(StepViewTest::plain)
                .contains("next would be the load itself, at 20/s, then tomcat-8888, 200 workers, at 604/s");

        Run near = Users.commonPool();
        Diagnosis found = near.diagnosis().orElseThrow();
        Diagnosis sooner = found.toBuilder()
                .next(found.next().map(next -> new NextLimit(next.limit(), Rate.perSecond(15))))
                .build();
        assertThat(plain(variants(List.of(near.withDiagnosis(sooner)))
                        .getFirst()
                        .found()
                        .next()
                        .orElseThrow()))
                .isEqualTo("Next to bind would be tomcat-8888, 200 workers, at 15/s.");
    }

    @Test
    void callersThatHelpAreNotTakenForWorkersOfThePool() {
        assertThat(plain(variant("parallel-stream").comparison().binds()))
                .isEqualTo("common-pool, 7 workers and 5 callers that help");
    }

    @Test
    void aRunWithoutAVerdictSaysWhyAndABrokenOneHasNoFigures() {
        assertThat(step("too-short").detail()).containsExactly("Too little was seen.");
        assertThat(variant("too-short").comparison().standing()).isEmpty();
        assertThat(step("broken").throughput()).isEmpty();
        assertThat(variant("broken").comparison().binds()).isEqualTo("the run broke off");
    }

    @Test
    void whatIsReachedIsHeldAgainstPhysicsWhereThereIsAny() {
        assertThat(plain(step("servlet").reached())).isEqualTo("99.9 % of physics · mean 333 ms");
        assertThat(plain(step("functional").reached())).isEqualTo("mean 333 ms");
    }

    @Test
    void aVoidRunCostNothingThatMeansAnything() {
        assertThat(Cost.of(Eleven.runs()))
                .extracting(Cost::name)
                .doesNotContain("void", "broken")
                .contains("too-short");
        assertThat(Cost.of(Eleven.runs()))
                .allSatisfy(cost -> assertThat(plain(cost.figures().getLast())).isEqualTo("212 MB"));
    }

    @Test
    void allThreadsAreDrawnOnOneScale() {
        LiveThreads live = LiveThreads.of(Eleven.runs());
        assertThat(live.charts()).hasSize(10).extracting(Chart::top).containsOnly(240);
        assertThat(live.sameTime()).isTrue();
        assertThat(live.charts().get(1).summary()).endsWith("240 live threads at the most.");
    }

    @Test
    void theStoryPutsTheWorstFirstAndThenWhatLiftingItBrings() {
        String story = Story.of(Users.result(Eleven.runs())).stream()
                .map(prose -> plain(prose.plain()))
                .reduce("", String::concat);
        assertThat(story)
                .startsWith(
                        "servlet-20-threads is bound by the 7 workers of common-pool, which can give 10.6/s: the backlog"
                                + " grows by 9.42 requests every second, and a response takes 26.9 s on average. Lifting the"
                                + " limit, lifted answers 20/s in place of 10.6/s, with no errors: 99.9 % of the limit of"
                                + " physics. parallel-stream is bound by the 7 workers of common-pool and 5 callers that help,"
                                + " refused by the accept queue of port 8080. Nothing binds the other 5: they answer")
                .contains("void: void, nothing is said about the service", "too-short showed too little")
                .endsWith("Broken off: broken. ");
    }
}
