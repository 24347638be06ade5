package dev.headroom.lab.running;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Phase;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.result.Inspection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class MovedTest {

    private static final Instant AT = Instant.EPOCH;

    private static final Phase WINDOW = new Phase(
            Setting.HOME,
            Duration.ZERO,
            Duration.ofSeconds(1),
            1,
            Measure.exact(100, "counted"),
            0.1,
            0,
            10,
            Double.NaN);

    private final Inspection found = InspectorTest.full();
    private final Moved moved = new Moved(found, List.of(moved(Outcome.FULL)), AT);

    private static Intervention moved(Outcome outcome) {
        return moved("tomcat-8080", outcome);
    }

    private static Intervention moved(String pool, Outcome outcome) {
        Move move = new Move(Subject.CAPACITY, List.of(new Part(pool, pool, 10, 20)), 2, Back.SET, Double.NaN);
        return new Intervention(move, List.of(WINDOW), outcome, Optional.empty(), Optional.empty(), "", List.of());
    }

    /** Before a window was counted. */
    private static Intervention untold(Outcome outcome) {
        return new Intervention(
                moved(outcome).move(), List.of(), outcome, Optional.empty(), Optional.empty(), "", List.of());
    }

    private Inspection naming(Limit limit) {
        return found.with(found.found().toBuilder().limit(limit).build());
    }

    private static boolean isJudged(Inspection inspection) {
        return inspection.diagnosis().flatMap(Diagnosis::proof).isPresent();
    }

    @Test
    void theSameLimitIsJudgedByIt() {
        assertThat(isJudged(moved.judge(found, AT.plusSeconds(1)))).isTrue();
    }

    /** Figures of a later look are of another moment than that of the move. */
    @Test
    void itProvesNoMoreLaterThanAtOnce() {
        assertThat(moved.judge(found, AT).found().standing()).isEqualTo(Standing.PROVED);
        Diagnosis carried = found.found().toBuilder()
                .verdict(Verdict.LOAD_IS_THE_LIMIT)
                .standing(Standing.SUSPECTED)
                .build();
        Moved earlier = new Moved(found.with(carried), moved.interventions(), AT);

        assertThat(earlier.judge(found, AT.plusSeconds(1)).found().standing()).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void afterTenMinutesItProvesNothingAnyMore() {
        assertThat(isJudged(moved.judge(found, AT.plus(Duration.ofMinutes(10)))))
                .isTrue();
        assertThat(isJudged(moved.judge(found, AT.plus(Duration.ofMinutes(10)).plusMillis(1))))
                .isFalse();
    }

    @Test
    void anotherLimitIsNotJudgedByIt() {
        Limit other = new Limit(LimitKind.WORKER_POOL, "tomcat-8081", OptionalInt.of(10));

        assertThat(isJudged(new Moved(naming(other), moved.interventions(), AT).judge(found, AT)))
                .isFalse();
    }

    /** As where the named one was refuted, and who watches had the next one moved as well. */
    @Test
    void whatIsMovedAfterItIsAboutTheLimitThatWasNamedAtFirst() {
        Limit next = new Limit(LimitKind.WORKER_POOL, "tomcat-8081", OptionalInt.of(10));
        Moved second = new Moved(naming(next), List.of(moved("tomcat-8081", Outcome.NONE)), AT.plusSeconds(60));

        Moved both = moved.and(second);

        assertThat(both.interventions()).extracting(Intervention::outcome).containsExactly(Outcome.FULL, Outcome.NONE);
        assertThat(isJudged(both.judge(found, AT.plusSeconds(61)))).isTrue();
        assertThat(both.stands(AT.plus(Moved.STANDS))).isTrue();
        assertThat(both.stands(AT.plusSeconds(1).plus(Moved.STANDS)))
                .as("what the first one told is as old as before")
                .isFalse();
    }

    @Test
    void whatIsMovedAgainTellsForItself() {
        Moved again = moved.and(new Moved(found, List.of(moved(Outcome.NONE)), AT.plusSeconds(60)));

        assertThat(again.interventions()).extracting(Intervention::outcome).containsExactly(Outcome.NONE);
        assertThat(again.stands(AT.plusSeconds(60).plus(Moved.STANDS))).isTrue();
    }

    @Test
    void whatWasBrokenOffInItsWindowsTells() {
        Moved broken = new Moved(found, List.of(moved(Outcome.BROKEN_OFF)), AT.plusSeconds(60));

        assertThat(broken.tells()).isTrue();
        assertThat(moved.and(broken).interventions())
                .extracting(Intervention::outcome)
                .containsExactly(Outcome.BROKEN_OFF);
    }

    @Test
    void whatWasNeverBegunReplacesNothing() {
        Moved again = moved.and(new Moved(found, List.of(untold(Outcome.UNDECIDED)), AT.plusSeconds(60)));

        assertThat(again.interventions()).extracting(Intervention::outcome).contains(Outcome.FULL);
    }

    /** Of two that bind together, one is moved by itself again. */
    @Test
    void whatWasMovedTogetherIsNotReplacedByOneOfThem() {
        List<Part> both = List.of(new Part("tomcat-8080", "t", 10, 20), new Part("orders", "o", 10, 20));
        Intervention together = new Intervention(
                new Move(Subject.CAPACITY, both, 2, Back.SET, Double.NaN),
                List.of(WINDOW),
                Outcome.FULL,
                Optional.empty(),
                Optional.empty(),
                "",
                List.of());
        Moved earlier = new Moved(found, List.of(moved(Outcome.PART), together), AT);

        Moved again = earlier.and(new Moved(found, List.of(moved(Outcome.PART)), AT.plusSeconds(60)));

        assertThat(again.interventions()).extracting(Intervention::outcome).containsExactly(Outcome.FULL, Outcome.PART);
    }

    @Test
    void whatWasRefusedOrBrokenOffTellsNothing() {
        assertThat(moved.tells()).isTrue();
        assertThat(new Moved(found, List.of(untold(Outcome.REFUSED), untold(Outcome.BROKEN_OFF)), AT).tells())
                .isFalse();
        assertThat(new Moved(found, List.of(), AT).tells()).isFalse();
    }
}
