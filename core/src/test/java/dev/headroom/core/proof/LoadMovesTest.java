package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Grounds;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.Intervention;
import dev.headroom.core.model.diagnosis.Intervention.Back;
import dev.headroom.core.model.diagnosis.Intervention.Move;
import dev.headroom.core.model.diagnosis.Intervention.Outcome;
import dev.headroom.core.model.diagnosis.Intervention.Part;
import dev.headroom.core.model.diagnosis.Intervention.Subject;
import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.proof.Campaign.Rights;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import dev.headroom.core.testing.UsersCase;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Campaigns that move the load, or everything together with it. */
class LoadMovesTest extends Simulated {

    @Test
    void byWhatEverythingTogetherFallsShortOfOneSomethingUnseenHolds() {
        Diagnosis diagnosis = proved(RIVALS, Rights.ALL, moved -> 1);

        assertThat(done.getLast()).matches(one -> one.move().subject() == Subject.EVERYTHING);
        assertThat(done.getLast().move().parts())
                .extracting(Part::target)
                .containsExactlyInAnyOrder(TOMCAT, TASKS, ORDERS, Part.LOAD);
        assertThat(done.getLast().outcome()).isEqualTo(Outcome.NONE);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    /** Nothing that is named could be raised, so everything else is. */
    @Test
    void whereWhatIsNamedCannotBeMovedEverythingElseIs() {
        Measured run = sleeping(0.12, 200);
        assertThat(run.diagnosis().bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.kind()).isEqualTo(LimitKind.UNKNOWN));

        Diagnosis diagnosis = proved(run, Rights.ALL, moved -> 1);

        assertThat(done).singleElement().matches(one -> one.move().subject() == Subject.EVERYTHING);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.NOT_AMONG_THEM);
        assertThat(diagnosis.bindingLimit()).isEqualTo(run.diagnosis().bindingLimit());
    }

    /** Of what nobody knows by name one number is left, and with it and the load throughput doubles. */
    @Test
    void theOnlyCapacityThatWasRaisedWithTheLoadAndAnsweredInFullIsTheRemedy() {
        Measured run = sleeping(0.12, 200);
        Part tasks = new Part(TASKS, TASKS, 60, 120);
        Part load = new Part(Part.LOAD, "the load", 60, 120);

        assertThat(remedyAfter(run, moved -> of(moved, TASKS), tasks, load)).isEqualTo("Raise tasks (60).");
        assertThat(remedyAfter(run, moved -> of(moved, TASKS), new Part(TASKS, TASKS, 200, 400), load))
                .as("60 of 200 are taken: the load alone may have raised it")
                .isEqualTo(remedy(run.diagnosis()));
        assertThat(remedyAfter(run, moved -> 1, tasks, load))
                .as("nothing came of it")
                .isEqualTo(remedy(run.diagnosis()));
        assertThat(remedyAfter(run, moved -> of(moved, TASKS), tasks, new Part(TOMCAT, TOMCAT, 200, 400), load))
                .as("which of them is not known")
                .isEqualTo(remedy(run.diagnosis()));
    }

    private String remedyAfter(Measured run, ToDoubleFunction<Map<String, Double>> law, Part... parts) {
        Case about = Case.of(run.measurement(), run.diagnosis());
        Move everything = new Move(Subject.EVERYTHING, List.of(parts), 2, Back.SET, Double.NaN);
        Intervention moved = carriedOut(everything, about.evidence().throughput(), law, new SplittableRandom(11));
        return remedy(Ruling.of(about, List.of(moved)));
    }

    private static String remedy(Diagnosis diagnosis) {
        return diagnosis.remedy().map(Diagnosis.Remedy::action).orElse("");
    }

    /** Workers and users share it, as near a knee: neither answers in full by itself. */
    @Test
    void thatEverythingTogetherAnswersInFullIsNoProofOfAnyOfIt() {
        Diagnosis diagnosis = proved(RIVALS, Rights.ALL, moved -> Math.sqrt(of(moved, TASKS) * of(moved, Part.LOAD)));

        assertThat(done.getLast()).matches(one -> one.move().subject() == Subject.EVERYTHING);
        assertThat(done.getLast().outcome()).isEqualTo(Outcome.FULL);
        assertThat(diagnosis.standing()).isNotEqualTo(Standing.PROVED);
    }

    @Test
    void aLoadThatIsSurelyAnsweredByLessThanInFullIsNotClearThoughByHowMuchIsNotKnown() {
        Diagnosis diagnosis = proved(FREE, Rights.ALL, moved -> Math.pow(of(moved, "load"), 0.2));

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.IN_PART);
    }

    @Test
    void aClosedLoadOfWhichMoreIsAnsweredInPartOnlyIsNotClear() {
        Load.Closed users = Counts.closed(60, 0, new Until.Iterations(100));
        Measured near = Measured.run(
                        users,
                        Counts.of(users, 598, 0.1, 10),
                        Seen.during(10).pool(Seen.tomcat(200).active(60).completed(6_000)))
                .alone(0.1);
        assertThat(near.diagnosis().verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);

        Diagnosis diagnosis = proved(near, Rights.ALL, moved -> Math.sqrt(of(moved, "load")));

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.IN_PART);
    }

    @Test
    void thatNothingBindsIsProvedByMoreLoadAlone() {
        assertThat(FREE.diagnosis().verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);

        Diagnosis diagnosis = proved(FREE, Rights.ALL, moved -> of(moved, "load"));

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.LOAD_RAISED);
        assertThat(done).singleElement().matches(one -> one.move().up());
    }

    /**
     * @param seconds of a response under 20 a second, and 2 ms of one user's
     * @param moved under twice as many
     */
    private Diagnosis ofFew(double seconds, double moved) {
        Measured few = Measured.run(LOAD, Counts.of(LOAD, 1000, seconds), UsersCase.ownPool())
                .alone(0.002);
        assertThat(few.diagnosis().verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(few.diagnosis().standing()).isEqualTo(Standing.SUSPECTED);
        response = seconds;
        movedResponse = moved;

        Diagnosis diagnosis = proved(few, Rights.ALL, load -> of(load, "load"));

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.FULL);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.LOAD_RAISED);
        return diagnosis;
    }

    /** As of a service that has slept: it answers sooner where it is asked more often. */
    @Test
    void moreOfAFewRequestsThatTakeLongerProvesThatNothingBindsWhereTheyAreAnsweredSooner() {
        assertThat(ofFew(0.006, 0.0045).standing()).isEqualTo(Standing.PROVED);
    }

    /** As before a lock that a clock holds for a part of each second: of more requests as many more wait. */
    @Test
    void moreOfAFewRequestsThatTakeLongerProvesNothingWhereTheyAreNotAnsweredSooner() {
        assertThat(ofFew(0.006, 0.006).standing()).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void whereNoResponseWasCountedItIsNotKnownWhetherTheyAre() {
        assertThat(ofFew(0.006, Double.NaN).standing()).isEqualTo(Standing.SUSPECTED);
    }

    private static Seen waitingForTheirTurns(double users) {
        return Seen.during(10)
                .pool(Seen.tomcat(200)
                        .active(users)
                        .completed(100 * users)
                        .waits(Activity.AWAITING_LOCK, "turns", 0.95 * users)
                        .doing(Activity.RUNNING, 0.05 * users))
                .resource(Seen.resource("turns", StationKind.RATE_LIMITER).used(0, 0.95 * users));
    }

    /** Each user has a turn of his own at a rate: more users get theirs, and none gets more. */
    @Test
    void moreOfThoseWhoEachWaitForTheirOwnTurnProveNothing() {
        Load.Closed users = Counts.closed(50, 0, new Until.Iterations(100));
        Measured each = Measured.run(users, Counts.of(users, 500, 0.1, 10), waitingForTheirTurns(50))
                .alone(0.1, waitingForTheirTurns(1));
        assertThat(each.diagnosis().verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);

        Diagnosis diagnosis = proved(each, Rights.ALL, moved -> of(moved, "load"));

        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.notes()).anyMatch(note -> note.startsWith("One user waits as well"));
    }

    /** For so many seconds, pages of 28 tasks of 20 ms each by seven workers: a page takes four rounds, in three of which others are waited for. */
    private static Seen pages(double seconds, double atOnce) {
        double pages = seconds * atOnce / 0.08;
        return Seen.during(seconds)
                .pool(Seen.tomcat(200)
                        .active(atOnce)
                        .completed(pages)
                        .byCompletions(0.08)
                        .waitsForPool(COMMON_POOL, atOnce))
                .pool(Seen.pool(COMMON_POOL, StationKind.FORK_JOIN)
                        .maximum(7)
                        .active(7 * atOnce)
                        .queue(10.5 * atOnce, 0)
                        .completed(28 * pages)
                        .byCompletions(0.02)
                        .doing(Activity.SLEEPING, 7 * atOnce));
    }

    /** The pool holds back each page already: R0 has that wait in it, and more pages that do not meet have it as well. */
    @Test
    void moreOfThoseWhoEachWaitInAQueueOfTheirOwnTasksProveNothing() {
        Load.Open load = Counts.open(5, 60);
        Measured each =
                Measured.run(load, Counts.of(load, 300, 0.08), pages(60, 0.4)).alone(0.08, pages(2, 1));
        assertThat(each.diagnosis().verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);

        Diagnosis diagnosis = proved(each, Rights.ALL, moved -> of(moved, "load"));

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.FULL);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.notes()).anyMatch(note -> note.startsWith("One user waits as well"));
    }

    @Test
    void whereMuchMoreLoadIsAnsweredInPartALittleMoreTellsWhetherAnythingBindsAsItIs() {
        // the next limit stands at a third more
        Diagnosis diagnosis = proved(FREE, Rights.ALL, moved -> Math.min(of(moved, "load"), 1.3));

        assertThat(done).extracting(Intervention::outcome).containsExactly(Outcome.PART, Outcome.FULL);
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.proof().orElseThrow().decisive()).isEqualTo(1);
    }

    /** Time was out before a lesser raise: twice the load brought more by half, so that nothing binds as it is. */
    @Test
    void muchMoreLoadThatIsAnsweredByMoreThanTheLeastRaiseIsClear() {
        Case about = Case.of(FREE.measurement(), FREE.diagnosis());
        Move twice = new Campaign(about, Rights.ALL).next(List.of()).orElseThrow();
        assertThat(twice.factor()).isEqualTo(2);
        done.add(carriedOut(
                twice,
                about.evidence().throughput(),
                moved -> Math.min(of(moved, "load"), 1.5),
                new SplittableRandom(11)));
        assertThat(done.getFirst().outcome()).isEqualTo(Intervention.Outcome.PART);

        Diagnosis diagnosis = Ruling.of(about, done);

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.IN_PART);
    }

    @Test
    void moreLoadThatBringsNoMoreTakesTheClearBack() {
        Diagnosis diagnosis = proved(FREE, Rights.ALL, moved -> 1);

        assertThat(diagnosis.verdict()).isNotEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.standing()).isNotEqualTo(Standing.PROVED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.LOAD_NOT_ANSWERED);
    }

    /** As many users as workers: each is used, nobody waits, and more of either alone brings nothing. */
    @Test
    void wherePlacesAndUsersAreAsManyWhatWouldBindFirstIsTold() {
        Load.Closed users = Counts.closed(60, 0, new Until.Iterations(100));
        Measured corner = Measured.run(
                        users,
                        Counts.of(users, 590, 0.1, 10),
                        Seen.during(10)
                                .pool(Seen.tomcat(60)
                                        .active(58)
                                        .completed(5_900)
                                        .byCompletions(0.1)))
                .alone(0.1);
        assertThat(corner.diagnosis().verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);

        Diagnosis diagnosis = proved(corner, Rights.ALL, moved -> 1);

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.LOAD_NOT_ANSWERED);
        assertThat(diagnosis.summary())
                .contains("more of it brings no more")
                .contains("tomcat")
                .contains("would bind at");
    }

    /** A queue that may pass or grow, under a load that is carried: a little more of that is not, and still nothing holds it as it is. */
    @Test
    void aLoadThatIsCarriedAndOfWhichMoreIsNotIsHeldByNothingYet() {
        Load.Open load = Counts.open(96, 6).arriving(Arrivals.POISSON, 1);
        Measured near = Measured.run(
                        load,
                        Counts.of(load, 575, 0.16),
                        Seen.during(6)
                                .pool(Seen.tomcat(10)
                                        .active(9.6)
                                        .queue(6, 0)
                                        .completed(575)
                                        .byCompletions(0.1)))
                .alone(0.1);
        assertThat(near.diagnosis().verdict()).isEqualTo(Verdict.UNKNOWN);

        Diagnosis diagnosis = proved(near, Rights.ALL, moved -> Math.sqrt(of(moved, "load")));

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.IN_PART);
    }

    /** Two of a hundred pass a gate that lets 1.8 pass: a mean response hardly tells. */
    @Test
    void aQueueThatStandsBeforeWhatFewAskForBarsAClear() {
        Load.Open load = Counts.open(100, 60);
        Measured mix = Measured.run(
                        load,
                        Counts.of(load, 1000, 0.36),
                        Seen.during(60)
                                .pool(Seen.tomcat(400)
                                        .active(36)
                                        .completed(5_988)
                                        .byCompletions(0.36)
                                        .waits(Activity.AWAITING_OTHER, "stamps", 6)
                                        .doing(Activity.SLEEPING, 30))
                                .resource(Seen.resource("stamps", StationKind.SEMAPHORE)
                                        .capacity(1)
                                        .full(1, 6)
                                        .taken(108)
                                        .held(1 / 1.8)))
                .alone(0.3);

        assertThat(mix.diagnosis().verdict()).isNotEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(proved(mix, Rights.ALL, moved -> of(moved, "load")).standing())
                .isNotEqualTo(Standing.PROVED);
    }

    @Test
    void moreLoadThatFailsIsNoSignThatNothingBinds() {
        assertThat(FREE.diagnosis().standing()).isEqualTo(Standing.SUPPORTED);
        failing = 0.5;

        Diagnosis diagnosis = proved(FREE, Rights.ALL, moved -> of(moved, "load"));

        assertThat(done).extracting(Intervention::outcome).containsExactly(Outcome.BROKEN_OFF, Outcome.BROKEN_OFF);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.summary()).contains("more of it fails");
    }

    /** As before a gate that turns away from a third more on. */
    @Test
    void whereMuchMoreLoadFailsALittleMoreTellsWhetherAnythingBindsAsItIs() {
        failing = 0.5;
        sound = 1.3;

        Diagnosis diagnosis = proved(FREE, Rights.ALL, moved -> of(moved, "load"));

        assertThat(done).extracting(Intervention::outcome).containsExactly(Outcome.BROKEN_OFF, Outcome.FULL);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
    }

    @Test
    void whoWaitsForARateLimiterHasHisTurnAlreadyAndWhoWaitsForAPoolHasNot() {
        Load.Closed users = Counts.closed(100, 0, new Until.Iterations(10));
        Measured limited = Measured.run(
                        users,
                        Counts.of(users, 50, 2, 50),
                        Seen.during(50)
                                .pool(Seen.pool("virtual-threads", StationKind.VIRTUAL_THREADS)
                                        .active(100)
                                        .waits(Activity.AWAITING_OTHER, "limiter#1", 75)
                                        .waitsForDownstream(25))
                                .resource(Seen.resource("limiter#1", StationKind.RATE_LIMITER)
                                        .capacity(50)
                                        .used(0, 75)
                                        .taken(2500))
                                .lever("limiter#1", 50, true))
                .alone(0.5);

        assertThat(isReserved(limited)).isTrue();
        assertThat(isReserved(FULL_POOL)).isFalse();
    }

    private static boolean isReserved(Measured run) {
        Campaign campaign = new Campaign(Case.of(run.measurement(), run.diagnosis()), Rights.ALL);
        return campaign.isReserved(campaign.next(List.of()).orElseThrow());
    }
}
