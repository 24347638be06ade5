package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.Account;
import dev.headroom.core.model.Diagnosis.Standing;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Intervention.Phase;
import dev.headroom.core.model.Intervention.Subject;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.Measure;
import dev.headroom.lab.service.ServiceException;
import dev.headroom.load.LoadProgress;
import dev.headroom.load.RunningLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Limits of a simulated service are moved under load: six permits, each held for 100 ms. */
class ProofTest {

    private final List<Move> told = new ArrayList<>();
    private final Simulated gate = new Simulated(6, 0.1);

    @Test
    void aLimitThatIsMovedAndPutBackIsFollowedByThroughput() throws Exception {
        Intervention moved = prove(users(30), 60, permits(9, 90)).getFirst();

        assertThat(moved.outcome()).as(moved.toString()).isEqualTo(Outcome.FOLLOWED);
        assertThat(moved.phases()).extracting(Phase::name).containsExactly("A", "B", "A'");
        assertThat(moved.phases()).extracting(Phase::setting).containsExactly(6, 9, 6);
        assertThat(moved.series()).isNotEmpty();
        assertThat(gate.permits()).isEqualTo(6);
    }

    @Test
    void aLimitThatDoesNotComeBackIsMovedTwice() throws Exception {
        Move twice = new Move(Subject.CAPACITY, "gate", "gate", 6, 9, new Measure(90, 0, "m / (V S)"), false);

        Intervention moved = prove(users(30), 60, twice).getFirst();

        assertThat(moved.outcome()).as(moved.toString()).isEqualTo(Outcome.FOLLOWED);
        assertThat(moved.phases()).extracting(Phase::name).containsExactly("A", "B", "C");
        assertThat(moved.phases()).extracting(Phase::setting).containsExactly(6, 9, 12);
        assertThat(gate.permits()).isEqualTo(6);
    }

    @Test
    void aWindowInWhichTheMoveWasNotHeldProvesNothing() throws Exception {
        for (int setting : new int[] {9, 12}) {
            Move twice = new Move(Subject.CAPACITY, "gate", "gate", 6, 9, new Measure(90, 0, "m / (V S)"), false);
            gate.loseAt(setting);

            Intervention moved = prove(users(30), 60, twice).getFirst();

            assertThat(moved.outcome()).as(moved.toString()).isEqualTo(Outcome.BROKEN_OFF);
            assertThat(moved.note()).contains("the lease was lost");
            assertThat(gate.permits()).isEqualTo(6);
        }
    }

    @Test
    void aGateThatIsNotTheLimitIsNotFollowed() throws Exception {
        // four users never fill six permits
        Intervention moved = prove(users(4), 40, permits(9, 60)).getFirst();

        assertThat(moved.outcome()).as(moved.toString()).isEqualTo(Outcome.NOT_FOLLOWED);
    }

    @Test
    void moreUsersGetMoreWhereNothingBinds() throws Exception {
        Move more = new Move(Subject.LOAD, "load", "users", 3, 6, new Measure(60, 0, "N / R0"), true);

        assertThat(prove(users(3), 30, more).getFirst())
                .satisfies(moved ->
                        assertThat(moved.outcome()).as(moved.toString()).isEqualTo(Outcome.FOLLOWED));
    }

    @Test
    void whatCannotBeMovedIsRefusedAndTheNextIsTried() throws Exception {
        Move other = new Move(Subject.CAPACITY, "other", "other", 5, 6, new Measure(72, 0, ""), true);

        List<Intervention> moved = prove(users(30), 60, other, permits(9, 90));

        assertThat(moved).extracting(Intervention::outcome).containsExactly(Outcome.REFUSED, Outcome.FOLLOWED);
        assertThat(moved.getFirst().note()).isEqualTo("nothing is named other");
        assertThat(told).hasSize(2);
    }

    @Test
    void whatDoesNotFitIntoTheTimeIsNotBegun() throws Exception {
        Proof proof = new Proof(gate, gate, 0, users(30), Duration.ofMillis(500), told::add);

        Intervention moved =
                proof.of(List.of(permits(9, 90)), diagnosis(60), 0.5).getFirst();

        assertThat(moved.outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(moved.note()).contains("do not fit");
        assertThat(moved.phases()).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void aLimitIsPutBackWhenTheProofIsInterrupted() {
        Proof proof = new Proof(
                whenMoved(() -> {
                    throw new InterruptedException("Ctrl-C");
                }),
                gate,
                0,
                users(30),
                Duration.ofSeconds(15),
                told::add);

        assertThatThrownBy(() -> proof.of(List.of(permits(9, 90)), diagnosis(60), 0.5))
                .isInstanceOf(InterruptedException.class);
        assertThat(gate.permits()).isEqualTo(6);
    }

    @Test
    void aServiceThatDiesMeanwhileBreaksItOff() throws Exception {
        Proof proof = new Proof(
                whenMoved(() -> {
                    throw new ServiceException("the service has died");
                }),
                gate,
                0,
                users(30),
                Duration.ofSeconds(15),
                told::add);

        Intervention moved =
                proof.of(List.of(permits(9, 90)), diagnosis(60), 0.5).getFirst();

        assertThat(moved.outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(moved.note()).isEqualTo("the service has died");
        assertThat(moved.phases()).extracting(Phase::name).containsExactly("A");
        assertThat(gate.permits()).isEqualTo(6);
    }

    private interface Trouble {
        void comes() throws InterruptedException, ServiceException;
    }

    private Bench whenMoved(Trouble trouble) {
        return new Bench() {
            @Override
            public RunningLoad start(Load load) {
                return gate.start(load);
            }

            @Override
            public boolean pause(RunningLoad load, Duration time, LoadProgress.Phase phase)
                    throws InterruptedException, ServiceException {
                if (gate.permits() > 6) {
                    trouble.comes();
                }
                return gate.pause(load, time, phase);
            }
        };
    }

    private List<Intervention> prove(Load load, double throughput, Move... moves) throws InterruptedException {
        return new Proof(gate, gate, 0, load, Duration.ofSeconds(15), told::add)
                .of(List.of(moves), diagnosis(throughput), 0.5);
    }

    private static Move permits(int to, double predicted) {
        return new Move(Subject.CAPACITY, "gate", "gate", 6, to, new Measure(predicted, 0, "m / (V S)"), true);
    }

    private static Load users(int users) {
        return new Load.Closed(
                users,
                Duration.ZERO,
                Duration.ZERO,
                new Load.Until.Elapsed(Duration.ofSeconds(10)),
                Load.Transport.DEFAULT,
                Optional.empty());
    }

    private static Diagnosis diagnosis(double throughput) {
        return new Diagnosis(
                Verdict.LIMIT,
                Standing.SUPPORTED,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new Measure(throughput, throughput / 20, "counted"),
                OptionalDouble.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                "",
                List.of(),
                List.of(),
                new Account(
                        Optional.of(Measure.exact(0.1, "R0")),
                        Optional.empty(),
                        false,
                        List.of(),
                        OptionalDouble.empty()),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }
}
