package dev.headroom.lab.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.result.Failures;
import dev.headroom.core.model.result.Workload;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** For how long what was raised goes on at last, of 15 s. */
class PlanTest {

    private static final double TIME = 15;
    private static final double FIFTH = 3;
    private static final double SLOW = 4;

    private static Plan plan(Subject subject, double to, Workload.Arrivals arrivals, double cycle) {
        return plan(subject, Back.SET, to, arrivals, cycle);
    }

    private static Plan plan(Subject subject, Back back, double to, Workload.Arrivals arrivals, double cycle) {
        Workload seen = new Workload(
                arrivals,
                Measure.exact(100, "told"),
                0,
                10,
                0,
                0.1,
                10,
                10,
                List.of(),
                List.of(),
                Failures.NONE,
                Optional.empty());
        Move move = new Move(subject, List.of(new Part("p", "p", 4, to)), to / 4, back, Double.NaN);
        return Plan.of(move, seen, cycle, TIME, false);
    }

    private static double lasts(Subject subject, double to, double used) {
        return plan(subject, to, new Workload.Closed(10, 0), 0.1).lasts(used);
    }

    @Test
    void aLimitGoesOnForWhatItsWindowsHaveLeft() {
        assertThat(lasts(Subject.CAPACITY, 8, 9)).isEqualTo(FIFTH);
        assertThat(lasts(Subject.CAPACITY, 8, 13)).isEqualTo(2);
        assertThat(lasts(Subject.CAPACITY, 8, 14.9))
                .as("in which no window fits")
                .isZero();
        assertThat(lasts(Subject.CAPACITY, 8, 16)).isZero();
        assertThat(lasts(Subject.CAPACITY, 2, 9)).as("lowered").isZero();
        assertThat(lasts(Subject.OCCUPATION, 2, 9)).isZero();
    }

    @Test
    void moreLoadAlwaysGoesOn() {
        assertThat(lasts(Subject.LOAD, 8, 12)).isEqualTo(FIFTH);
        assertThat(plan(Subject.LOAD, 8, new Workload.Closed(10, 0), SLOW).lasts(12))
                .as("of a service that takes longer than that")
                .isEqualTo(FIFTH);
        assertThat(plan(Subject.CAPACITY, 8, new Workload.Closed(10, 0), SLOW).lasts(12))
                .as("of which a limit would show nothing")
                .isZero();
    }

    @Test
    void onlyWhatComesBackGoesFurther() {
        Workload.Arrivals users = new Workload.Closed(10, 0);

        assertThat(plan(Subject.CAPACITY, 8, users, 0.1).usesUp()).isTrue();
        assertThat(plan(Subject.LOAD, 8, users, 0.1).usesUp()).isFalse();
        assertThat(plan(Subject.CAPACITY, Back.NEVER, 8, users, 0.1).usesUp()).isFalse();
        assertThat(plan(Subject.CAPACITY, Back.OCCUPIED, 8, users, 0.1).usesUp())
                .isFalse();
    }

    @Test
    void nobodyElsesUsersAreKeptWaiting() {
        assertThat(plan(Subject.CAPACITY, 8, new Workload.Observed(true), 0.1).lasts(9))
                .isZero();
    }
}
