package dev.headroom.core.proof;

import static dev.headroom.core.testing.UsersCase.CEILING;
import static dev.headroom.core.testing.UsersCase.S;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Lifted;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.RequestKind;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Plain;
import dev.headroom.core.testing.Seen;
import dev.headroom.core.testing.UsersCase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LiftingTest {

    private static final Load.Open LOAD = Counts.open(20, 60);
    private static final Run LIMITED = run("common-pool", Counts.of(LOAD, CEILING, S), UsersCase.commonPool(), "");

    private static Run run(String name, LoadResult result, Seen seen, String failure, String... lifts) {
        Diagnosis diagnosis = Measured.run(LOAD, result, seen)
                .alone(UsersCase.PARALLEL, UsersCase.commonPoolAlone())
                .diagnosis();
        return Plain.run(
                Plain.variant(name, Expectations.NONE, lifts),
                LOAD,
                result,
                Optional.of(seen.observation()),
                diagnosis,
                failure);
    }

    /** @param kinds weights of the requests that its load sends */
    private static Run lifted(Load.Open load, int... kinds) {
        LoadResult result = Counts.of(load, 1000, S);
        Diagnosis diagnosis = Measured.run(load, result, UsersCase.lifted())
                .alone(UsersCase.PARALLEL, UsersCase.commonPoolAlone())
                .diagnosis();
        return Plain.run(
                Plain.variant(
                        "lifted",
                        IntStream.of(kinds)
                                .mapToObj(weight -> new RequestKind(
                                        kinds.length > 1 ? "of " + weight : "",
                                        weight,
                                        "GET",
                                        "/lifted",
                                        Map.of(),
                                        "",
                                        "",
                                        List.of(),
                                        ""))
                                .toList(),
                        "common-pool"),
                load,
                result,
                Optional.empty(),
                diagnosis,
                "");
    }

    @Test
    void whatGoesPastTheCeilingUnderAnotherLoadOrOfOtherRequestsLiftsNothing() {
        assertThat(Lifting.of(LIMITED, lifted(LOAD, 1)))
                .as("the same, at a path of its own")
                .isPresent();
        assertThat(Lifting.of(LIMITED, lifted(Counts.open(40, 60), 1)))
                .as("more is offered")
                .isPresent();
        assertThat(Lifting.of(LIMITED, lifted(LOAD, 1, 9))).isEmpty();
    }

    private static Diagnosis first(Run... runs) {
        return Lifting.note(List.of(runs)).getFirst().diagnosis().orElseThrow();
    }

    @Test
    void aLiftedRunBeyondTheCeilingIsToldBesideTheGradeThatTheRunEarnedByItself() {
        Run lifted = run("lifted", Counts.of(LOAD, 1000, S), UsersCase.lifted(), "", "common-pool");
        Diagnosis diagnosis = first(LIMITED, lifted);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
        assertThat(diagnosis.lifted()).hasValueSatisfying(by -> {
            assertThat(by.variant()).isEqualTo("lifted");
            assertThat(by.how()).isEqualTo(Lifted.How.PAST_THE_CEILING);
            assertThat(by.throughput()).isGreaterThan(19);
        });
    }

    @Test
    void whatNoRunHasLiftedAnyMoreSaysSoNoMore() {
        Run lifted = run("lifted", Counts.of(LOAD, 1000, S), UsersCase.lifted(), "", "common-pool");
        Run noted = Lifting.note(List.of(LIMITED, lifted)).getFirst();
        Run another = run("lifted", Counts.of(LOAD, CEILING, S), UsersCase.commonPool(), "", "common-pool");

        assertThat(first(noted, lifted).lifted()).isPresent();
        assertThat(first(noted, another).lifted()).isEmpty();
        assertThat(first(noted).lifted()).isEmpty();
    }

    @Test
    void aRunThatLiftsSomethingElseVerifiesNothing() {
        Run lifted = run("lifted", Counts.of(LOAD, 1000, S), UsersCase.lifted(), "", "another");
        assertThat(first(LIMITED, lifted)).isEqualTo(LIMITED.diagnosis().orElseThrow());
    }

    @Test
    void aLiftedRunThatBrokeOffVerifiesNothing() {
        Run lifted = run("lifted", Counts.of(LOAD, 1000, S), UsersCase.lifted(), "it died", "common-pool");
        assertThat(first(LIMITED, lifted)).isEqualTo(LIMITED.diagnosis().orElseThrow());
    }

    @Test
    void aLiftedRunThatGetsNoFurtherHasNotLiftedIt() {
        Run lifted = run("lifted", Counts.of(LOAD, CEILING, S), UsersCase.commonPool(), "", "common-pool");
        assertThat(first(LIMITED, lifted).lifted()).isEmpty();
    }

    @Test
    void aRunThatGoesPastTheCeilingOfTheVerySameLimitHasNotLiftedIt() {
        Run quicker = run("quicker", Counts.of(LOAD, 1.12 * CEILING, S), UsersCase.commonPool(), "", "common-pool");
        assertThat(quicker.diagnosis().orElseThrow().bindingLimit())
                .isEqualTo(LIMITED.diagnosis().orElseThrow().bindingLimit());
        assertThat(Lifting.of(LIMITED, quicker)).isEmpty();
    }

    @Test
    void whereTheCeilingIsNotKnownABacklogThatIsGoneTells() {
        Seen full = Seen.during(60)
                .pool(Seen.pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                        .active(280)
                        .waits(Activity.AWAITING_CONNECTION, "some pool", 277))
                .resource(
                        Seen.resource("some pool", StationKind.CONNECTION_POOL).full(0, 277));
        Run limited = run("few-threads", Counts.of(LOAD, CEILING, S), full, "");
        Run lifted = run("lifted", Counts.of(LOAD, 1000, S), UsersCase.lifted(), "", "few-threads");
        Diagnosis diagnosis = first(limited, lifted);
        assertThat(diagnosis.ceiling()).isEmpty();
        assertThat(diagnosis.lifted().map(Lifted::how)).contains(Lifted.How.NO_BACKLOG);
    }

    @Test
    void aRunWhereTheLoadIsTheLimitHasNothingToVerify() {
        Run own = run("own-pool", Counts.of(LOAD, 1000, S), UsersCase.ownPool(), "");
        Run lifted = run("lifted", Counts.of(LOAD, 1000, S), UsersCase.lifted(), "", "own-pool");
        assertThat(first(own, lifted)).isEqualTo(own.diagnosis().orElseThrow());
    }
}
