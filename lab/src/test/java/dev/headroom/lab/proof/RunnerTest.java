package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Grounds;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Point;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.result.Failures;
import dev.headroom.core.model.result.Workload;
import dev.headroom.core.proof.Campaign;
import dev.headroom.core.proof.Campaign.Rights;
import dev.headroom.core.proof.Ruling;
import dev.headroom.lab.Recorded;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.probe.JvmEnded;
import dev.headroom.probe.LeaseLost;
import dev.headroom.probe.ProbeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A campaign about a recorded run, on a service whose law is known, in simulated time. */
class RunnerTest {

    private static final String COMMON_POOL = "common-pool";
    private static final String TOMCAT = "tomcat-8888";
    private static final Duration ENOUGH = Duration.ofMinutes(10);

    /** Of windows, a dozen fit in. */
    private static final Duration LITTLE = Duration.ofSeconds(15);

    private final Case about = Recorded.commonPool(COMMON_POOL, TOMCAT);
    private final Service service = new Service(about.evidence().throughput());
    private final List<Runner.Progress> told = new ArrayList<>();

    /** As it was diagnosed. */
    private Workload quick(Workload.Arrivals arrivals) {
        return new Workload(
                arrivals,
                Measure.exact(service.home, "told"),
                0,
                10,
                0,
                0.01,
                10,
                10,
                List.of(),
                List.of(),
                Failures.NONE,
                Optional.empty());
    }

    private List<Intervention> run(Duration budget, Predicate<Move> agreed) throws InterruptedException {
        return run(about, budget, agreed);
    }

    private List<Intervention> run(Case about, Duration budget, Predicate<Move> agreed) throws InterruptedException {
        return runner(budget, agreed).run(new Campaign(about, Rights.ALL), quick(new Workload.Closed(10, 0)));
    }

    private Runner runner(Duration budget, Predicate<Move> agreed) {
        return new Runner(service, budget, new SplittableRandom(5), agreed, told::add, service::nanos);
    }

    private List<Intervention> run() throws InterruptedException {
        return run(ENOUGH, move -> true);
    }

    private Grounds grounds(List<Intervention> moved) {
        return Ruling.of(about, moved).proof().orElseThrow().grounds();
    }

    @Test
    void aLimitThatThroughputAnswersIsRaisedOnceAndProved() throws Exception {
        service.law = moved -> moved.getOrDefault(COMMON_POOL, 1.0);

        List<Intervention> moved = run();

        assertThat(moved).singleElement().satisfies(one -> {
            assertThat(one.outcome()).isEqualTo(Outcome.FULL);
            assertThat(one.move().up()).isTrue();
            assertThat(one.series())
                    .as(
                            "the first is before anything was moved, the next four are of the rehearsal, the last that which goes on")
                    .hasSize(one.phases().size() + 6);
        });
        Diagnosis diagnosis = Ruling.of(about, moved);
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(grounds(moved)).isEqualTo(Grounds.RAISED);
        assertThat(service.isHome()).isTrue();
    }

    @Test
    void whatThroughputDoesNotAnswerEitherWayIsRefuted() throws Exception {
        List<Intervention> moved = run();

        assertThat(moved).extracting(Intervention::outcome).startsWith(Outcome.NONE, Outcome.NONE);
        assertThat(grounds(moved)).isEqualTo(Grounds.ANOTHER_REFUTED);
        assertThat(Ruling.of(about, moved).standing()).isNotEqualTo(Standing.PROVED);
    }

    @Test
    void twoThatTieAreMovedTogether() throws Exception {
        service.law = moved -> Math.min(moved.getOrDefault(COMMON_POOL, 1.0), moved.getOrDefault(TOMCAT, 1.0));

        List<Intervention> moved = run();

        assertThat(moved)
                .extracting(Intervention::outcome)
                .containsExactly(Outcome.NONE, Outcome.FULL, Outcome.FULL, Outcome.NONE);
        assertThat(moved.get(2).move().parts()).extracting(Part::target).containsExactlyInAnyOrder(COMMON_POOL, TOMCAT);
        assertThat(grounds(moved)).isEqualTo(Grounds.RAISED_TOGETHER);
    }

    /** As where one request of 50 takes a permit: more users answer as many requests more, until most of them stand there. */
    @Test
    void moreLoadThatIsCarriedForSomeWindowsOnlyProvesNothing() throws Exception {
        Case healthy = Recorded.nothingBinds();
        service.home = 1_000;
        service.law = moved -> moved.getOrDefault(Part.LOAD, 1.0);

        assertThat(Ruling.of(healthy, run(healthy, ENOUGH, move -> true)).standing())
                .isEqualTo(Standing.PROVED);
        service.lasts = 15; // two windows and the change before them
        List<Intervention> moved = run(healthy, ENOUGH, move -> true);

        assertThat(moved.getFirst().outcome()).isEqualTo(Outcome.NONE);
        assertThat(moved.getFirst().note()).contains("fell back");
        assertThat(Ruling.of(healthy, moved).standing()).isNotEqualTo(Standing.PROVED);
    }

    /** As behind a rate that has saved up permits: windows at home fill it again. */
    @Test
    void aLimitWhoseRaiseIsAnsweredForSomeWindowsOnlyIsNotProved() throws Exception {
        service.law = moved -> moved.getOrDefault(COMMON_POOL, 1.0);
        service.lasts = 15; // two windows and the change before them

        List<Intervention> moved = run();

        assertThat(moved.getFirst().outcome()).isEqualTo(Outcome.NONE);
        assertThat(moved.getFirst().note()).contains("fell back");
        assertThat(Ruling.of(about, moved).standing()).isNotEqualTo(Standing.PROVED);
        assertThat(service.isHome()).isTrue();
    }

    /** What is saved up outlasts a small step for as long as that goes on; twice as much uses it up. */
    @Test
    void aLimitThatIsRaisedByLittleGoesOnByMore() throws Exception {
        service.law = moved -> Math.min(moved.getOrDefault(COMMON_POOL, 1.0), 1.5);
        service.noise = 0.0005;
        assertThat(run()).extracting(Intervention::outcome).startsWith(Outcome.PART, Outcome.FULL);

        service.saved = 1.5;
        List<Intervention> moved = run();

        assertThat(moved).extracting(Intervention::outcome).startsWith(Outcome.PART, Outcome.NONE);
        assertThat(moved.get(1).note()).contains("fell back");
        assertThat(Ruling.of(about, moved).standing()).isNotEqualTo(Standing.PROVED);
    }

    @Test
    void whatGoesNoFurtherIsKeptAtItsStep() throws Exception {
        service.law = moved -> moved.getOrDefault(COMMON_POOL, 1.0);
        service.furthest = Optional.of(new ProbeException("it was set to 14 and is 9"));

        assertThat(run()).singleElement().satisfies(one -> {
            assertThat(one.outcome()).isEqualTo(Outcome.FULL);
            assertThat(one.series()).hasSize(one.phases().size() + 6);
        });
        assertThat(service.isHome()).isTrue();
    }

    @Test
    void aLeaseThatIsLostWhileItGoesFurtherEndsTheMove() throws Exception {
        service.law = moved -> moved.getOrDefault(COMMON_POOL, 1.0);
        service.furthest = Optional.of(new LeaseLost("the lease was lost", false));

        assertThat(run().getFirst().outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(service.isHome()).isTrue();
    }

    @Test
    void nobodyElsesUsersAreKeptWaitingByALimitThatGoesOn() throws Exception {
        service.law = moved -> moved.getOrDefault(COMMON_POOL, 1.0);
        Workload somebodyElses = quick(new Workload.Observed(true));

        Intervention moved = runner(ENOUGH, move -> true)
                .run(new Campaign(about, Rights.ALL), somebodyElses)
                .getFirst();

        assertThat(moved.outcome()).isEqualTo(Outcome.FULL);
        assertThat(moved.series()).hasSize(moved.phases().size() + 5);
    }

    @Test
    void windowsThatAreTooUnevenTellNothingWhenTheTimeIsUp() throws Exception {
        service.law = moved -> moved.getOrDefault(COMMON_POOL, 1.0);
        service.noise = 0.3;

        List<Intervention> moved = run(LITTLE, move -> true);

        assertThat(moved).singleElement().satisfies(one -> {
            assertThat(one.outcome()).isEqualTo(Outcome.UNDECIDED);
            assertThat(one.elasticity()).isPresent();
        });
        assertThat(grounds(moved)).isEqualTo(Grounds.UNDECIDED);
        assertThat(service.isHome()).isTrue();
    }

    @Test
    void whereNotEvenAFirstLookFitsNothingIsMoved() throws Exception {
        List<Intervention> moved = run(Duration.ofSeconds(1), move -> true);

        assertThat(moved).singleElement().satisfies(one -> {
            assertThat(one.outcome()).isEqualTo(Outcome.UNDECIDED);
            assertThat(one.note()).isEqualTo("no time is left for it");
        });
        assertThat(service.begun).isZero();
    }

    @Test
    void whoIsAskedMayThinkWithoutLosingTime() throws Exception {
        service.law = moved -> moved.getOrDefault(COMMON_POOL, 1.0);

        List<Intervention> moved = run(LITTLE, move -> {
            service.now += Times.seconds(LITTLE) * 0.9; // so that too little would be left for a first look
            return true;
        });

        assertThat(moved).extracting(Intervention::outcome).containsExactly(Outcome.FULL);
    }

    @Test
    void whatTheServiceDoesNotLetBeMovedIsRefusedWithItsWords() throws Exception {
        service.trouble = new ProbeException("the executor has been replaced");

        List<Intervention> moved = run();

        assertThat(moved.getFirst().outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(moved.getFirst().note()).isEqualTo("the executor has been replaced");
        assertThat(service.isHome()).isTrue();
    }

    @Test
    void whatRefusesToBeMovedWithEverythingIsLeftOutOfIt() throws Exception {
        service.refuses = Optional.of(TOMCAT);

        List<Intervention> moved = run();

        Intervention everything = moved.getLast();
        assertThat(everything.move().subject()).isEqualTo(Subject.EVERYTHING);
        assertThat(everything.outcome()).isEqualTo(Outcome.NONE);
        assertThat(everything.move().concerns(TOMCAT)).isFalse();
        assertThat(everything.note()).startsWith("without " + TOMCAT + ", which refused: it is replaced");
        assertThat(everything.move().concerns(COMMON_POOL)).isTrue();
        assertThat(everything.move().factor())
                .isEqualTo(Move.leastFactor(everything.move().parts()));
        assertThat(moved)
                .filteredOn(one -> one.move().subject() == Subject.EVERYTHING)
                .hasSize(1);
        assertThat(service.isHome()).isTrue();
    }

    @Test
    void aLeaseThatIsLostBreaksItOffAndKeepsWhatWasCounted() throws Exception {
        service.trouble = new LeaseLost("the lease was lost", false);

        Intervention moved = run().getFirst();

        assertThat(moved.outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(moved.note()).isEqualTo("the lease was lost; everything was put back");
        assertThat(service.isHome()).isTrue();
    }

    @Test
    void aServiceThatDiesMeanwhileBreaksItOff() throws Exception {
        service.trouble = new ServiceException("the service has died");

        assertThat(run().getFirst().outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(service.isHome()).isTrue();
    }

    @Test
    void failuresThatComeWithTheMoveBreakItOff() throws Exception {
        service.law = moved -> moved.getOrDefault(COMMON_POOL, 1.0);
        service.failing = 0.5;

        List<Intervention> moved = run();

        assertThat(moved.getFirst().outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(moved.getFirst().note()).contains("fail");
        assertThat(moved.getFirst().phases())
                .filteredOn(Phase::isMoved)
                .as("by the first window: the rehearsal is too brief for so few answers")
                .hasSize(1);
        assertThat(Ruling.of(about, moved).standing()).isNotEqualTo(Standing.PROVED);
        assertThat(service.isHome()).isTrue();
    }

    @Test
    void aRaiseThatHalvesThroughputIsBrokenOffAfterTwoWindows() throws Exception {
        service.law = moved -> Math.pow(moved.getOrDefault(COMMON_POOL, 1.0), -2);

        Intervention moved = run().getFirst();

        assertThat(moved.outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(moved.note()).contains("less than half");
        assertThat(settings(moved).stream().filter(Setting.MOVED::equals)).hasSizeLessThan(4);
        assertThat(service.isHome()).isTrue();
    }

    @Test
    void aRaiseThatMakesResponsesTwiceAsLongIsBrokenOff() throws Exception {
        service.queue = 2.5;

        Intervention moved = run().getFirst();

        assertThat(moved.outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(moved.note()).contains("twice as long");
    }

    @Test
    void whatIsNotKnownToBePutBackProvesNothing() throws Exception {
        service.law = moved -> moved.getOrDefault(COMMON_POOL, 1.0);
        service.stuck = Optional.of(new ProbeException("common-pool is 14 and was 7"));

        List<Intervention> moved = run();

        assertThat(moved.getFirst().outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(moved.getFirst().note()).isEqualTo("it was not put back: common-pool is 14 and was 7");
        assertThat(Ruling.of(about, moved).standing()).isNotEqualTo(Standing.PROVED);
    }

    @Test
    void whatIsNotKnownToBePutBackIsToldWhateverEndedTheMove() throws Exception {
        service.trouble = new ProbeException("the setter failed");
        service.stuck = Optional.of(new ProbeException("common-pool is 14 and was 7"));

        List<Intervention> moved = run();

        assertThat(moved).singleElement().matches(one -> one.outcome() == Outcome.BROKEN_OFF);
        assertThat(moved.getFirst().note())
                .isEqualTo("the setter failed; it was not put back: common-pool is 14 and was 7");
    }

    @Test
    void withAServiceThatEndedEndsWhatWasMoved() throws Exception {
        service.trouble = new JvmEnded("process 7 ended while it was watched");
        service.stuck = Optional.of(new JvmEnded("the JVM has ended"));

        List<Intervention> moved = run();

        assertThat(moved).singleElement().matches(one -> one.outcome() == Outcome.BROKEN_OFF);
        assertThat(moved.getFirst().note())
                .isEqualTo("process 7 ended while it was watched; what was moved ended with it");
    }

    @Test
    void anInterruptionPutsEverythingBack() {
        service.trouble = new InterruptedException("Ctrl-C");

        assertThatThrownBy(this::run).isInstanceOf(InterruptedException.class);
        assertThat(service.isHome()).isTrue();
    }

    @Test
    void aFaultOfOursPutsEverythingBackAsWell() {
        service.trouble = new IllegalStateException("a fault");

        assertThatThrownBy(this::run).isInstanceOf(IllegalStateException.class);
        assertThat(service.isHome()).isTrue();
    }

    @Test
    void theCampaignEndsWithTheFirstMoveThatNobodyAgreesTo() throws Exception {
        List<Intervention> moved = run(ENOUGH, Move::up);

        assertThat(moved).singleElement().matches(one -> one.move().up());
    }

    @Test
    void eachWindowIsToldBeforeItBegins() throws Exception {
        service.law = moved -> moved.getOrDefault(COMMON_POOL, 1.0);

        Intervention moved = run().getFirst();

        assertThat(told).extracting(Runner.Progress::setting).isEqualTo(settings(moved));
        assertThat(told.getFirst().words())
                .startsWith("common-pool: window 1, ")
                .endsWith(" left at the most");
    }

    private static List<Setting> settings(Intervention moved) {
        return moved.phases().stream().map(Phase::setting).toList();
    }

    /** Throughput by a law of what is moved; a window takes no time. */
    private static final class Service implements Plant {
        private double home;
        private ToDoubleFunction<Map<String, Double>> law = moved -> 1;
        private final SplittableRandom random = new SplittableRandom(3);
        private Exception trouble = new Exception("none");

        /** That, where more than one is moved. */
        private Optional<String> refuses = Optional.empty();

        private double noise = 0.01;
        private double failing;
        private double queue = 1;
        private Optional<ProbeException> stuck = Optional.empty();
        private int begun;
        private double lasts = Double.POSITIVE_INFINITY;
        /** Times what it was, beyond which what is saved up is used up at once. */
        private double saved = Double.POSITIVE_INFINITY;

        private Optional<ProbeException> furthest = Optional.empty();

        private boolean moved;
        private double movedAt;
        private double now;

        /** @param home good answers per second */
        Service(double home) {
            this.home = home;
        }

        long nanos() {
            return Times.ofSeconds(now).toNanos();
        }

        boolean isHome() {
            return !moved;
        }

        @Override
        public double cycle() {
            return 0.1;
        }

        @Override
        public Moving begin(Move move, Duration longest, Duration wait) {
            begun++;
            List<Point> series = new ArrayList<>();
            Map<String, Double> factors =
                    move.parts().stream().collect(Collectors.toMap(Part::target, part -> part.to() / part.from()));
            return new Moving() {
                @Override
                public void turn(Setting to) throws PartRefused {
                    if (to == Setting.MOVED
                            && refuses.filter(move::concerns).isPresent()
                            && move.parts().size() > 1) {
                        throw new PartRefused(refuses.get(), new ProbeException("it is replaced"));
                    }
                    movedAt = moved ? movedAt : now;
                    moved = to == Setting.MOVED;
                }

                @Override
                public void further(double factor) throws ProbeException {
                    if (furthest.isPresent()) {
                        throw furthest.get();
                    }
                    turn(Setting.MOVED);
                    lasts = factor > saved ? 0 : lasts;
                }

                @Override
                public void pass(double seconds) {
                    now += seconds;
                }

                @Override
                public Phase count(Setting at, double seconds)
                        throws ProbeException, ServiceException, InterruptedException {
                    if (moved) {
                        comes();
                    }
                    double x = home
                            * law.applyAsDouble(moved && now - movedAt < lasts ? factors : Map.of())
                            * Math.exp(noise * random.nextGaussian());
                    series.add(new Point(Times.ofSeconds(now), x));
                    now += seconds;
                    return new Phase(
                            at,
                            Times.ofSeconds(now - seconds),
                            Times.ofSeconds(seconds),
                            moved ? move.factor() : 1,
                            Measure.exact(x, "simulated"),
                            0.1,
                            moved ? x * failing / (1 - failing) : 0,
                            moved ? 10 * queue : 10,
                            Double.NaN);
                }

                @Override
                public void putBack() throws ProbeException {
                    if (stuck.isPresent()) {
                        throw stuck.get();
                    }
                }

                @Override
                public List<Point> series() {
                    return series;
                }

                @Override
                public void close() {
                    moved = false;
                }
            };
        }

        private void comes() throws ProbeException, ServiceException, InterruptedException {
            switch (trouble) {
                case ProbeException e -> throw e;
                case ServiceException e -> throw e;
                case InterruptedException e -> throw e;
                case RuntimeException e -> throw e;
                default -> {}
            }
        }
    }
}
