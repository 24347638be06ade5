package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.tomcat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Activity;
import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.Standing;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Intervention.Phase;
import dev.headroom.core.model.Intervention.Subject;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.PoolKind;
import dev.headroom.core.testing.Cases;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import dev.headroom.core.testing.UsersCase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MovesTest {

    private static List<Move> plan(Measured run) {
        return Doctor.plan(run.measurement(), run.diagnosis());
    }

    /** So many threads, each held for a second, with {@code users} in a loop. */
    private static Measured threads(int threads, int users, boolean comesBack) {
        Load.Closed load = Counts.closed(users, 0, new Load.Until.Iterations(10));
        Seen seen = Seen.during(50)
                .pool(tomcat(threads)
                        .active(threads)
                        .queue(users - threads, 0)
                        .saturated(1)
                        .completed(threads * 50.0)
                        .byClock(1)
                        .doing(Activity.SLEEPING, threads))
                .lever("tomcat-8888", threads, comesBack);
        return Measured.run(load, Counts.of(load, threads, users / (double) threads, 50), seen)
                .alone(1);
    }

    @Test
    void aLimitIsRaisedByHalfAndThroughputHasToFollow() {
        assertThat(plan(threads(20, 100, true))).singleElement().satisfies(move -> {
            assertThat(move.subject()).isEqualTo(Subject.CAPACITY);
            assertThat(move.target()).isEqualTo("tomcat-8888");
            assertThat(move.from()).isEqualTo(20);
            assertThat(move.to()).isEqualTo(30);
            assertThat(move.predicted().value()).isCloseTo(30, within(0.1));
        });
    }

    @Test
    void whereTheLoadLeavesNoRoomForMoreTheLimitIsLowered() {
        assertThat(plan(threads(20, 23, true))).singleElement().satisfies(move -> {
            assertThat(move.to()).isEqualTo(13);
            assertThat(move.predicted().value()).isCloseTo(13, within(0.1));
        });
    }

    @Test
    void whatWouldNotComeBackIsNotLowered() {
        assertThat(plan(threads(20, 23, false)))
                .singleElement()
                .satisfies(move -> assertThat(move.subject()).isEqualTo(Subject.OVERLOAD));
        assertThat(plan(threads(20, 100, false)))
                .singleElement()
                .satisfies(move -> assertThat(move.comesBack()).isFalse());
    }

    @Test
    void throughputIsInProportionAfterEachStepAndNonePassesTheBoundOfTheLoad() {
        Cases.forAll(any -> {
            int threads = any.whole(1, 100);
            int users = (int) Math.ceil(threads * any.between(1.3, 10));
            for (Move move : plan(threads(threads, users, any.whole(0, 1) == 0))) {
                assertThat(move.to()).isBetween(1, 2 * move.from()).isNotEqualTo(move.from());
                assertThat(move.predicted().value()).isLessThanOrEqualTo(users * 1.0001);
                double share = move.subject() == Subject.OVERLOAD ? 1 : move.to() / (double) move.from();
                assertThat(move.predicted().value()).isCloseTo(threads * share, within(1e-6));
            }
        });
    }

    @Test
    void theRootIsMovedBeforeItsSymptomAndOnlyAsFarAsIsOffered() {
        Load.Open load = Counts.open(14, 60);
        Seen seen = UsersCase.commonPool().lever("tomcat-8888", 200, true).lever("common-pool", 7, false);
        List<Move> moves = plan(Measured.run(load, Counts.of(load, UsersCase.CEILING, UsersCase.S), seen)
                .alone(UsersCase.PARALLEL, UsersCase.commonPoolAlone()));
        assertThat(moves.getFirst().target()).isEqualTo("common-pool");
        assertThat(moves.getFirst().to()).isEqualTo(8); // as far again is 9, of which 14/s keep nearly all busy
    }

    @Test
    void whereNothingBindsAQuarterMoreUsersHaveToGetAQuarterMore() {
        Load.Closed load = Counts.closed(60, 0, new Load.Until.Iterations(10));
        Seen seen = Seen.during(50).pool(tomcat(200).active(60).completed(3000).byClock(1));
        assertThat(plan(Measured.run(load, Counts.of(load, 60, 1, 50), seen).alone(1)))
                .singleElement()
                .satisfies(move -> {
                    assertThat(move.subject()).isEqualTo(Subject.LOAD);
                    assertThat(move.from()).isEqualTo(60);
                    assertThat(move.to()).isEqualTo(75);
                    assertThat(move.predicted().value()).isCloseTo(75, within(0.1));
                });
    }

    @Test
    void whereTheNextLimitIsNearTheLoadIsLowered() {
        Load.Closed load = Counts.closed(60, 0, new Load.Until.Iterations(10));
        Seen seen = Seen.during(50).pool(tomcat(64).active(60).completed(3000).byClock(1));
        assertThat(plan(Measured.run(load, Counts.of(load, 60, 1, 50), seen).alone(1)))
                .singleElement()
                .satisfies(move -> assertThat(move.to()).isEqualTo(45));
    }

    @Test
    void aFullProcessorLosesACore() {
        Load.Closed load = Counts.closed(60, 0, new Load.Until.Iterations(10));
        Seen seen = Seen.during(50)
                .pool(pool("virtual-threads", PoolKind.VIRTUAL_THREADS)
                        .active(60)
                        .doing(Activity.RUNNING, 60))
                .processor(1.8, 20, 0);
        assertThat(plan(Measured.run(load, Counts.of(load, 18, 60 / 18.0, 50), seen)
                        .alone(0.1)))
                .first()
                .satisfies(move -> {
                    assertThat(move.subject()).isEqualTo(Subject.CORES);
                    assertThat(move.from()).isEqualTo(2);
                    assertThat(move.to()).isEqualTo(1);
                    assertThat(move.predicted().value()).isCloseTo(10, within(0.1));
                });
    }

    /** One lock that each of 60 users holds for 0.1 s. */
    private static Measured lock() {
        Load.Closed load = Counts.closed(60, 0, new Load.Until.Iterations(10));
        Seen seen = Seen.during(50)
                .pool(tomcat(200)
                        .active(60)
                        .completed(500)
                        .byClock(1)
                        .doing(Activity.AWAITING_LOCK, 59)
                        .doing(Activity.SLEEPING, 1));
        return Measured.run(load, Counts.of(load, 10, 6, 50), seen).alone(0.1);
    }

    @Test
    void beyondALimitThatCannotBeMovedTheLoadIsRaisedAndThroughputHasToStay() {
        assertThat(plan(lock())).singleElement().satisfies(move -> {
            assertThat(move.subject()).isEqualTo(Subject.OVERLOAD);
            assertThat(move.from()).isEqualTo(60);
            assertThat(move.to()).isEqualTo(90);
            assertThat(move.predicted().value()).isCloseTo(10, within(0.1));
        });
    }

    @Test
    void whereNobodyKnowsWhetherTheLoadIsHeldBackMoreLoadTells() {
        Load.Closed load = Counts.closed(60, 0, new Load.Until.Iterations(10));
        Seen seen = Seen.during(50).pool(tomcat(200).active(60).completed(3000).byClock(1));
        Measured run = Measured.run(load, Counts.of(load, 60, 1, 50), seen).alone(0.7, 0.4, Optional.empty());
        assertThat(run.diagnosis().verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(plan(run)).singleElement().satisfies(move -> {
            assertThat(move.subject()).isEqualTo(Subject.LOAD);
            assertThat(move.predicted().value()).isCloseTo(75, within(0.1));
        });
        Diagnosis held = judged(run, plan(run).getFirst(), Outcome.NOT_FOLLOWED, 10);
        assertThat(held.verdict()).isNotEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(held.notes()).contains("More load brought no more, so something binds.");
        Intervention followed = new Intervention(plan(run).getFirst(), List.of(), Outcome.FOLLOWED, "", List.of());
        Diagnosis judged = Doctor.judge(run.measurement(), run.diagnosis(), List.of(followed));
        assertThat(judged.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(judged.standing()).isEqualTo(Standing.PROVED);
    }

    @Test
    void whatDoesNotHoldMoreLoadBackIsNotTheLimit() {
        Measured run = lock();
        Move move = plan(run).getFirst();
        Diagnosis claim = run.diagnosis();
        assertThat(judged(run, move, Outcome.FOLLOWED, 10)).satisfies(stays -> {
            assertThat(stays.bindingLimit()).isEqualTo(claim.bindingLimit());
            assertThat(stays.standing()).isEqualTo(claim.standing());
        });
        assertThat(judged(run, move, Outcome.NOT_FOLLOWED, 15).verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(judged(run, move, Outcome.NOT_FOLLOWED, 8).bindingLimit()).isEqualTo(claim.bindingLimit());
    }

    private static Diagnosis judged(Measured run, Move move, Outcome outcome, double raised) {
        Measure ten = new Measure(10, 0.1, "");
        List<Phase> phases = List.of(
                new Phase("A", Duration.ZERO, Duration.ofSeconds(1), 60, ten, ten),
                new Phase("B", Duration.ofSeconds(1), Duration.ofSeconds(1), 90, new Measure(raised, 0.1, ""), ten));
        return Doctor.judge(
                run.measurement(), run.diagnosis(), List.of(new Intervention(move, phases, outcome, "", List.of())));
    }

    @Test
    void nothingIsMovedWhileTheServiceWorksOnRequestsOfALoadThatIsOver() {
        Measured run = threads(20, 100, true);
        assertThat(plan(Measured.run(run.load(), Counts.cutShort(run.result(), 30), run.observation())
                        .alone(1)))
                .isNotEmpty();
        assertThat(plan(Measured.run(run.load(), Counts.cutShort(run.result(), 80), run.observation())
                        .alone(1)))
                .isEmpty();
    }

    @Test
    void ofARunThatSaysNothingNothingIsMoved() {
        Measured run = threads(20, 100, true);
        assertThat(plan(Measured.run(run.load(), Counts.lagged(run.result()), run.observation())))
                .isEmpty();
    }
}
