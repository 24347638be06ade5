package dev.headroom.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.diagnosis.Candidate;
import dev.headroom.core.diagnosis.Case;
import dev.headroom.core.model.Activity;
import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.Grounds;
import dev.headroom.core.model.Diagnosis.Proof;
import dev.headroom.core.model.Diagnosis.Standing;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Intervention.Back;
import dev.headroom.core.model.Intervention.Move;
import dev.headroom.core.model.Intervention.Outcome;
import dev.headroom.core.model.Intervention.Part;
import dev.headroom.core.model.Intervention.Phase;
import dev.headroom.core.model.Intervention.Setting;
import dev.headroom.core.model.Intervention.Subject;
import dev.headroom.core.model.Lever;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Load;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.PoolKind;
import dev.headroom.core.proof.Campaign.Rights;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import dev.headroom.core.testing.UsersCase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Campaigns against services whose law is known: throughput as a function of what is moved, with some noise. */
class CampaignTest {

    private static final int WINDOWS = 24;
    private static final double NOISE = 0.01;
    private static final String TOMCAT = "tomcat-8888";
    private static final String COMMON_POOL = "common-pool";

    private static final Load.Open LOAD = Counts.open(20, 60);
    private static final Measured FULL_POOL = Measured.run(
                    LOAD,
                    Counts.of(LOAD, UsersCase.CEILING, UsersCase.S),
                    UsersCase.commonPool().lever(TOMCAT, 200, true).lever(COMMON_POOL, 7, true))
            .alone(UsersCase.PARALLEL, UsersCase.commonPoolAlone());
    private static final Measured KEEPS = Measured.run(
                    LOAD,
                    Counts.of(LOAD, UsersCase.CEILING, UsersCase.S),
                    UsersCase.commonPool().lever(TOMCAT, 200, true).lever(COMMON_POOL, 7, false))
            .alone(UsersCase.PARALLEL, UsersCase.commonPoolAlone());
    private static final Measured FREE = Measured.run(
                    LOAD,
                    Counts.of(LOAD, 1000, UsersCase.S),
                    UsersCase.ownPool().lever(TOMCAT, 200, true))
            .alone(UsersCase.PARALLEL);

    private static final String TASKS = "tasks";
    private static final String ORDERS = "orders";
    private static final Load.Closed USERS = Counts.closed(60, 0, new Load.Until.Elapsed(Duration.ofSeconds(60)));

    /** 7 workers, each of which holds one of 6 connections for all of 100 ms: nearly all wait for the workers. */
    private static final Measured RIVALS = Measured.run(
                    USERS,
                    Counts.of(USERS, 60, 1, 60),
                    Seen.during(60)
                            .pool(tomcat(60).waitsForPool(TASKS, 60))
                            .pool(Seen.pool(TASKS, PoolKind.EXECUTOR)
                                    .maximum(7)
                                    .active(7)
                                    .queue(53, 0)
                                    .saturated(1)
                                    .completed(3_600)
                                    .byCompletions(7 / 60.0)
                                    .waits(Activity.AWAITING_CONNECTION, ORDERS, 1)
                                    .doing(Activity.SLEEPING, 6))
                            .resource(Seen.resource(ORDERS, LimitKind.CONNECTION_POOL)
                                    .capacity(6)
                                    .full(6, 1)
                                    .taken(3_600)
                                    .held(0.1))
                            .lever(TOMCAT, 200, true)
                            .lever(TASKS, 7, true)
                            .lever(ORDERS, 6, true))
            .alone(0.1);

    /** With all of its users at work for a minute. */
    private static Seen.PoolBuilder tomcat(double perSecond) {
        return Seen.tomcat(200).active(60).completed(60 * perSecond).byCompletions(60 / perSecond);
    }

    private static final String DATABASE = "127.0.0.1:8090";

    /**
     * Six connections before a database, each held for as long as a call takes.
     *
     * @param call seconds; 100 ms with one user
     */
    private static Measured connections(double call) {
        double x = 6 / call;
        return Measured.run(
                        USERS,
                        Counts.of(USERS, x, 60 / x, 60),
                        Seen.during(60)
                                .pool(tomcat(x)
                                        .waits(Activity.AWAITING_CONNECTION, ORDERS, 54)
                                        .waits(Activity.AWAITING_DOWNSTREAM, DATABASE, 6))
                                .resource(Seen.resource(ORDERS, LimitKind.CONNECTION_POOL)
                                        .capacity(6)
                                        .full(6, 54)
                                        .taken(60 * x)
                                        .held(call)
                                        .holdersWait(Activity.AWAITING_DOWNSTREAM, DATABASE, 6))
                                .lever(TOMCAT, 200, true)
                                .lever(ORDERS, 6, true))
                .alone(
                        0.1,
                        Seen.during(2)
                                .pool(Seen.tomcat(200)
                                        .active(1)
                                        .completed(20)
                                        .byCompletions(0.1)
                                        .waits(Activity.AWAITING_DOWNSTREAM, DATABASE, 1)));
    }

    private static final String SLEEPS = "example.Bucket.take:17";

    /**
     * Workers that are kept at one line, by nothing that is known.
     *
     * @param kept seconds; 1 ms with one user
     * @param workers of which all are, or as many as there are users
     */
    private static Measured sleeping(double kept, int workers) {
        int busy = Math.min(workers, 60);
        double x = busy / kept;
        return Measured.run(
                        USERS,
                        Counts.of(USERS, x, 60 / x, 60),
                        Seen.during(60)
                                .pool(tomcat(x).waitsForPool(TASKS, 60))
                                .pool(Seen.pool(TASKS, PoolKind.EXECUTOR)
                                        .maximum(workers)
                                        .active(busy)
                                        .queue(60 - busy, 0)
                                        .saturated(busy == workers ? 1 : 0)
                                        .completed(60 * x)
                                        .byCompletions(kept)
                                        .doing(Activity.SLEEPING, busy, SLEEPS))
                                .lever(TOMCAT, 200, true)
                                .lever(TASKS, workers, true))
                .alone(
                        0.001,
                        Seen.during(2)
                                .pool(Seen.tomcat(200)
                                        .active(1)
                                        .completed(2_000)
                                        .byCompletions(0.001)
                                        .waitsForPool(TASKS, 1))
                                .pool(Seen.pool(TASKS, PoolKind.EXECUTOR)
                                        .maximum(workers)
                                        .active(1)
                                        .completed(2_000)
                                        .byCompletions(0.001)
                                        .doing(Activity.SLEEPING, 1, SLEEPS)));
    }

    private static final String LOCK = "reentrant-lock#1";

    /**
     * Sixty users before a lock that is held for 10 ms, after a call.
     *
     * @param call seconds; 0 for none
     */
    private static Measured lock(double call) {
        double calling = 100 * call;
        Seen.PoolBuilder workers = tomcat(100).waits(Activity.AWAITING_LOCK, LOCK, 59 - calling);
        Seen.PoolBuilder alone = Seen.tomcat(200)
                .active(1)
                .completed(20)
                .byCompletions(0.01 + call)
                .doing(Activity.SLEEPING, 0.01 / (0.01 + call));
        if (call > 0) {
            workers.waits(Activity.AWAITING_DOWNSTREAM, DATABASE, calling);
            alone.waits(Activity.AWAITING_DOWNSTREAM, DATABASE, call / (0.01 + call));
        }
        return Measured.run(
                        USERS,
                        Counts.of(USERS, 100, 0.6, 60),
                        Seen.during(60)
                                .pool(workers.doing(Activity.SLEEPING, 1))
                                .resource(Seen.resource(LOCK, LimitKind.LOCK)
                                        .capacity(1)
                                        .full(1, 59 - calling))
                                .lever(new Lever(LOCK, 1, true, "the lock is held", Lever.Means.OCCUPY)))
                .alone(0.01 + call, Seen.during(2).pool(alone));
    }

    private final List<Intervention> done = new ArrayList<>();

    /** Failed responses for each good one while something is moved. */
    private double failing;

    /** @param law throughput over that at home, by what each target has over what it had */
    private Diagnosis proved(Measured run, Rights rights, ToDoubleFunction<Map<String, Double>> law) {
        Case about = Case.of(run.measurement(), run.diagnosis());
        Campaign campaign = new Campaign(about, rights);
        SplittableRandom random = new SplittableRandom(11);
        for (Optional<Move> move = campaign.next(done); move.isPresent(); move = campaign.next(done)) {
            done.add(carriedOut(move.get(), about.throughput().value(), law, random));
        }
        return Ruling.of(about, done);
    }

    private Intervention carriedOut(
            Move move, double home, ToDoubleFunction<Map<String, Double>> law, SplittableRandom random) {
        Replication replication = new Replication(move, done.size(), WINDOWS / 2 - 2, 0, random.split());
        Map<String, Double> moved =
                move.parts().stream().collect(Collectors.toMap(Part::target, part -> part.to() / part.from()));
        for (int window = 0; ; window++) {
            Setting setting = replication.next();
            boolean is = setting == Setting.MOVED;
            double x = home * law.applyAsDouble(is ? moved : Map.of()) * Math.exp(NOISE * random.nextGaussian());
            Phase phase = new Phase(
                    setting,
                    Duration.ofSeconds(window),
                    Duration.ofSeconds(10),
                    is ? move.factor() : 1,
                    Measure.exact(x, "simulated"),
                    Double.NaN,
                    is ? x * failing : 0,
                    Double.NaN);
            Optional<Reading> reading = replication.add(phase, (window + 1.0) / WINDOWS);
            if (reading.isPresent()) {
                return new Intervention(
                        move,
                        replication.phases(),
                        reading.get().outcome(),
                        reading.get().elasticity(),
                        reading.get().placebo(),
                        reading.get().note(),
                        List.of());
            }
        }
    }

    private static double of(Map<String, Double> moved, String target) {
        return moved.getOrDefault(target, 1.0);
    }

    private static Grounds grounds(Diagnosis diagnosis) {
        return diagnosis.proof().map(Proof::grounds).orElseThrow();
    }

    @Test
    void aLimitThatThroughputAnswersInFullIsProved() {
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> of(moved, COMMON_POOL));

        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.RAISED);
        assertThat(diagnosis.bindingLimit()).isEqualTo(FULL_POOL.diagnosis().bindingLimit());
        assertThat(done).hasSize(1);
        assertThat(done.getFirst().elasticity()).hasValueSatisfying(e -> {
            assertThat(e.low()).isLessThan(1);
            assertThat(e.high()).isGreaterThan(1);
        });
        assertThat(done.getFirst().placebo())
                .hasValueSatisfying(e -> assertThat(e.low() * e.high()).isNegative());
    }

    @Test
    void aLockIsProvedByBeingHeldWhereTheNextLimitIsClearAbove() {
        Diagnosis diagnosis = proved(lock(0), Rights.ALL, moved -> of(moved, LOCK));

        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.SLOWED);
    }

    @Test
    void aLockIsProvedBesideADownstreamThatAnswersFarMoreOneAtATime() {
        assertThat(grounds(proved(lock(0.005), Rights.ALL, moved -> of(moved, LOCK))))
                .isEqualTo(Grounds.SLOWED);
    }

    @Test
    void aLockIsNotProvedBesideADownstreamOfWhichNobodyKnowsWhatItCanDo() {
        Diagnosis diagnosis = proved(lock(0.05), Rights.ALL, moved -> of(moved, LOCK));

        assertThat(diagnosis.standing()).isNotEqualTo(Standing.PROVED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.AT_ITS_CEILING);
        assertThat(diagnosis.bindingLimit().orElseThrow().kind()).isEqualTo(LimitKind.LOCK);
    }

    /** Sixty users whose calls are answered 100 times a second, each of which takes 20 ms with one user. */
    private static Measured calls() {
        return Measured.run(
                        USERS,
                        Counts.of(USERS, 100, 0.6, 60),
                        Seen.during(60)
                                .pool(tomcat(100).waits(Activity.AWAITING_DOWNSTREAM, DATABASE, 60))
                                .lever(TOMCAT, 200, true))
                .alone(
                        0.02,
                        Seen.during(2)
                                .pool(Seen.tomcat(200)
                                        .active(1)
                                        .completed(100)
                                        .byCompletions(0.02)
                                        .waits(Activity.AWAITING_DOWNSTREAM, DATABASE, 1)));
    }

    @Test
    void aDownstreamIsProvedByFewerCallsThatTakeAsManyTimesLess() {
        Diagnosis diagnosis = proved(calls(), Rights.ALL, moved -> 1);

        assertThat(done.getFirst().move().subject()).isEqualTo(Subject.CALLS);
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.CALLED_LESS);
        Move move = done.getFirst().move();
        assertThat(move.parts()).extracting(Part::to).containsExactly(30.0, 30.0);
        assertThat(move.factor()).isEqualTo(0.5);
    }

    @Test
    void aDownstreamThatAnswersLessOfFewerCallsIsNotAtItsCeiling() {
        Diagnosis diagnosis = proved(calls(), Rights.ALL, moved -> moved.containsKey(DATABASE) ? 0.5 : 1);

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.NONE);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.bindingLimit().map(Limit::kind)).isNotEqualTo(Optional.of(LimitKind.DOWNSTREAM));
    }

    @Test
    void whatIsOnlySlowedIsNotProvedWhereMoreOfEverythingElseAnswersInFull() {
        Diagnosis diagnosis = proved(calls(), Rights.ALL, moved -> of(moved, "load"));

        assertThat(done.getLast().move().subject()).isEqualTo(Subject.EVERYTHING);
        assertThat(done).allMatch(one -> one.outcome() == Outcome.FULL);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.AT_ITS_CEILING);
    }

    @Test
    void nobodyIsCalledLessInSomebodyElsesService() {
        proved(calls(), Rights.GUEST, moved -> 1);

        assertThat(done).isEmpty();
    }

    @Test
    void oneThatThroughputDoesNotAnswerEitherWayIsRefutedAndNoRivalIsProvedInItsPlace() {
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> 1);

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.NONE);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.ANOTHER_REFUTED);
        assertThat(diagnosis.bindingLimit()).isNotEqualTo(FULL_POOL.diagnosis().bindingLimit());
    }

    @Test
    void aRivalThatAnswersInFullIsProvedWhereWhatWasNamedDoesNotAnswer() {
        Diagnosis diagnosis = proved(RIVALS, Rights.ALL, moved -> of(moved, ORDERS));

        assertThat(done).extracting(Intervention::outcome).containsExactly(Outcome.NONE, Outcome.FULL);
        assertThat(done).allMatch(one -> one.move().up());
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(diagnosis.bindingLimit().map(Limit::pool)).contains(ORDERS);
    }

    @Test
    void whatWasRaisedInVainIsNotNamedWhileARivalMayAnswer() {
        Case about = Case.of(RIVALS.measurement(), RIVALS.diagnosis());
        assertThat(about.found().bindingLimit().map(Limit::pool)).contains(TASKS);
        Move first = new Campaign(about, Rights.ALL).next(done).orElseThrow();
        done.add(carriedOut(first, about.throughput().value(), moved -> 1, new SplittableRandom(11)));

        Diagnosis diagnosis = Ruling.of(about, done);

        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.bindingLimit().map(Limit::pool)).isNotEqualTo(Optional.of(TASKS));
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.ANOTHER_REFUTED);
    }

    /** It serves five at a time: a call takes a fifth longer than one alone, which is too little to tell by itself. */
    @Test
    void whatIsFullAndRaisedInVainWaitsForWhatBinds() {
        Measured run = connections(0.12);
        assertThat(run.diagnosis().bindingLimit().map(Limit::pool)).contains(ORDERS);

        Diagnosis diagnosis = proved(run, Rights.ALL, moved -> Math.min(5.0 / 6, of(moved, ORDERS)) * 6 / 5);

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.NONE);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
        assertThat(diagnosis.bindingLimit().map(Limit::pool)).contains(DATABASE);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void whatIsNotSlowerThanForOneUserIsNotNamedThough() {
        Diagnosis diagnosis = proved(connections(0.1), Rights.ALL, moved -> 1);

        assertThat(grounds(diagnosis)).isEqualTo(Grounds.ANOTHER_REFUTED);
        assertThat(diagnosis.verdict()).isNotEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
    }

    /** As a token bucket that somebody wrote by hand. */
    @Test
    void whatIsFullAndRaisedInVainSaysWhereItsHoldersAreKept() {
        Measured run = sleeping(0.12, 7);
        assertThat(run.diagnosis().bindingLimit().map(Limit::pool)).contains(TASKS);

        Diagnosis diagnosis = proved(run, Rights.ALL, moved -> 1);

        assertThat(diagnosis.bindingLimit())
                .hasValueSatisfying(limit -> assertThat(limit.kind()).isEqualTo(LimitKind.UNKNOWN));
        assertThat(diagnosis.bindingLimit().map(Limit::pool)).contains(SLEEPS);
    }

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

    /** Workers and users share it, as near a knee: neither answers in full by itself. */
    @Test
    void thatEverythingTogetherAnswersInFullIsNoProofOfAnyOfIt() {
        Diagnosis diagnosis = proved(RIVALS, Rights.ALL, moved -> Math.sqrt(of(moved, TASKS) * of(moved, Part.LOAD)));

        assertThat(done.getLast()).matches(one -> one.move().subject() == Subject.EVERYTHING);
        assertThat(done.getLast().outcome()).isEqualTo(Outcome.FULL);
        assertThat(diagnosis.standing()).isNotEqualTo(Standing.PROVED);
    }

    @Test
    void twoThatTieAreProvedTogetherAndNeitherAlone() {
        Diagnosis diagnosis =
                proved(FULL_POOL, Rights.ALL, moved -> Math.min(of(moved, COMMON_POOL), of(moved, TOMCAT)));

        assertThat(done).extracting(Intervention::outcome).containsExactly(Outcome.NONE, Outcome.FULL, Outcome.FULL);
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.RAISED_TOGETHER);
        assertThat(diagnosis.proof().orElseThrow().together())
                .extracting(Limit::pool)
                .containsExactlyInAnyOrder(COMMON_POOL, TOMCAT);
    }

    @Test
    void whatStaysRaisedIsOneStepAndSupportedAtMost() {
        Diagnosis diagnosis = proved(KEEPS, Rights.ALL, moved -> of(moved, COMMON_POOL));

        assertThat(done).extracting(Intervention::outcome).containsExactly(Outcome.FULL);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.RAISED);
    }

    @Test
    void whereWhatWasRaisedStaysSoNoRivalIsProvedByItself() {
        // two that tie: with one of them raised for good, the other answers in full
        Diagnosis diagnosis = proved(
                KEEPS,
                Rights.ALL,
                moved -> done.isEmpty() ? Math.min(of(moved, COMMON_POOL), of(moved, TOMCAT)) : of(moved, TOMCAT));

        assertThat(done).extracting(Intervention::outcome).containsExactly(Outcome.NONE, Outcome.FULL);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.AT_ITS_CEILING);
        assertThat(diagnosis.bindingLimit().map(Limit::pool)).contains(COMMON_POOL);
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
        Load.Closed users = Counts.closed(60, 0, new Load.Until.Iterations(100));
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
    void onePoolBeforeAnUnseenLimitThatIsALittleSmallerIsNotProved() {
        // six connections before a database that serves five
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> Math.min(5.0 / 6, of(moved, COMMON_POOL)) * 6 / 5);

        assertThat(diagnosis.standing()).isNotEqualTo(Standing.PROVED);
    }

    /** Eleven would do as much as the next limit, of which nothing is known. */
    @Test
    void whereARaiseCameToTheNextLimitALesserOneIsTried() {
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> Math.min(11.0 / 7, of(moved, COMMON_POOL)));

        assertThat(done).extracting(Intervention::outcome).containsExactly(Outcome.PART, Outcome.FULL);
        assertThat(done).extracting(one -> one.move().parts().getFirst().to()).containsExactly(13.0, 9.0);
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
    }

    /** Seven workers before what does a little more: with eight that is the limit already. */
    @Test
    void whatIsAtItsCeilingAndRaisedInPartIsSuspected() {
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> Math.min(7.5 / 7, of(moved, COMMON_POOL)));

        assertThat(done.getFirst().outcome()).isNotEqualTo(Outcome.FULL);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.AT_ITS_CEILING);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void aRaiseOfFewGoesUpWhereTheNextLimitIsNear() {
        Case about = Case.of(connections(0.12).measurement(), connections(0.12).diagnosis());
        for (Candidate one : about.candidates()) {
            for (int capacity = 1; capacity < 20; capacity++) {
                for (double room : new double[] {Double.NaN, 0.9, 1, 1.01, 1.1, 1.3, 1.9, 5}) {
                    Lever lever = new Lever(one.target(), capacity, true, "set");
                    Move up = new Steps(about)
                            .up(new Candidate(
                                    one.target(),
                                    one.limit(),
                                    Optional.of(lever),
                                    Optional.empty(),
                                    Optional.empty(),
                                    0,
                                    room,
                                    one.explains(),
                                    one.explained(),
                                    one.used(),
                                    false))
                            .orElseThrow();

                    assertThat(up.up()).as("%d with room of %s", capacity, room).isTrue();
                    assertThat(up.parts().getFirst().to())
                            .isGreaterThan(capacity)
                            .isLessThanOrEqualTo(2.0 * capacity);
                }
            }
        }
    }

    @Test
    void aLesserRaiseForWhichNoTimeIsLeftChangesNothing() {
        Diagnosis told = proved(FULL_POOL, Rights.ALL, moved -> Math.min(11.0 / 7, of(moved, COMMON_POOL)));
        assertThat(told.standing()).isEqualTo(Standing.PROVED);
        Intervention untried = new Intervention(
                done.removeLast().move(),
                List.of(),
                Outcome.UNDECIDED,
                Optional.empty(),
                Optional.empty(),
                "",
                List.of());
        done.add(untried);

        Diagnosis diagnosis = Ruling.of(Case.of(FULL_POOL.measurement(), FULL_POOL.diagnosis()), done);

        assertThat(grounds(diagnosis)).isEqualTo(Grounds.IN_PART);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    /** As of two that both hold a request for half of its time. */
    @Test
    void aLesserRaiseThatIsAnsweredInPartAgainProvesNothing() {
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> Math.sqrt(of(moved, COMMON_POOL)));

        assertThat(done).extracting(Intervention::outcome).startsWith(Outcome.PART, Outcome.PART);
        assertThat(diagnosis.standing()).isNotEqualTo(Standing.PROVED);
    }

    @Test
    void aRaiseThatBringsErrorsProvesNothing() {
        failing = 0.5;
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> of(moved, COMMON_POOL));

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    /** As more permits than objects do, whose pool fails at once when it is empty. */
    @Test
    void whatAddsErrorsInPlaceOfAnswersIsNotNamed() {
        failing = 0.2;
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> 1);

        assertThat(done.getFirst().outcome()).isEqualTo(Outcome.BROKEN_OFF);
        assertThat(diagnosis.bindingLimit()).isNotEqualTo(FULL_POOL.diagnosis().bindingLimit());
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.ANOTHER_REFUTED);
    }

    @Test
    void aRaiseThatHarmsIsSaidToDoSo() {
        Diagnosis diagnosis = proved(FULL_POOL, Rights.ALL, moved -> 1 / of(moved, COMMON_POOL));

        assertThat(diagnosis.standing()).isNotEqualTo(Standing.PROVED);
    }

    @Test
    void afterALimitThatStaysLargerAnotherThroughputIsNoOtherState() {
        Case about = Case.of(KEEPS.measurement(), KEEPS.diagnosis());
        double home = about.throughput().value();
        SplittableRandom random = new SplittableRandom(11);
        Campaign campaign = new Campaign(about, Rights.ALL);
        for (double factor : List.of(1.0, 1.3)) {
            done.add(carriedOut(
                    campaign.next(done).orElseThrow(),
                    factor * home,
                    moved -> Math.sqrt(of(moved, COMMON_POOL)),
                    random));
        }
        assertThat(done.getFirst().move().back()).isNotEqualTo(Back.SET);
        assertThat(grounds(Ruling.of(about, done))).isNotEqualTo(Grounds.OTHER_STATE);

        assertThat(grounds(Ruling.of(about, done.subList(1, 2)))).isEqualTo(Grounds.OTHER_STATE);
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

    @Test
    void whereMuchMoreLoadIsAnsweredInPartALittleMoreTellsWhetherAnythingBindsAsItIs() {
        // the next limit stands at a third more
        Diagnosis diagnosis = proved(FREE, Rights.ALL, moved -> Math.min(of(moved, "load"), 1.3));

        assertThat(done).extracting(Intervention::outcome).containsExactly(Outcome.PART, Outcome.FULL);
        assertThat(diagnosis.standing()).isEqualTo(Standing.PROVED);
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.proof().orElseThrow().decisive()).isEqualTo(1);
    }

    @Test
    void moreLoadThatBringsNoMoreTakesTheClearBack() {
        Diagnosis diagnosis = proved(FREE, Rights.ALL, moved -> 1);

        assertThat(diagnosis.verdict()).isNotEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.standing()).isNotEqualTo(Standing.PROVED);
        assertThat(grounds(diagnosis)).isEqualTo(Grounds.LOAD_NOT_ANSWERED);
    }

    @Test
    void moreLoadThatFailsIsNoSignThatNothingBinds() {
        assertThat(FREE.diagnosis().standing()).isEqualTo(Standing.SUPPORTED);
        failing = 0.5;

        Diagnosis diagnosis = proved(FREE, Rights.ALL, moved -> of(moved, "load"));

        assertThat(done).extracting(Intervention::outcome).containsExactly(Outcome.BROKEN_OFF);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
    }

    @Test
    void whoWaitsForARateLimiterHasHisTurnAlreadyAndWhoWaitsForAPoolHasNot() {
        Load.Closed users = Counts.closed(100, 0, new Load.Until.Iterations(10));
        Measured limited = Measured.run(
                        users,
                        Counts.of(users, 50, 2, 50),
                        Seen.during(50)
                                .pool(Seen.pool("virtual-threads", PoolKind.VIRTUAL_THREADS)
                                        .active(100)
                                        .waits(Activity.AWAITING_OTHER, "limiter#1", 75)
                                        .waitsForDownstream(25))
                                .resource(Seen.resource("limiter#1", LimitKind.RATE_LIMITER)
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

    /** Sixty users before permits that are held for 10 ms each. */
    private static Measured permits(int count) {
        double x = 100 * count;
        return Measured.run(
                        USERS,
                        Counts.of(USERS, x, 60 / x, 60),
                        Seen.during(60)
                                .pool(tomcat(x)
                                        .waits(Activity.AWAITING_LOCK, "semaphore#1", 60 - count)
                                        .doing(Activity.SLEEPING, count))
                                .resource(Seen.resource("semaphore#1", LimitKind.SEMAPHORE)
                                        .capacity(count)
                                        .full(count, 60 - count))
                                .lever("semaphore#1", count, true))
                .alone(0.01, Seen.during(2).pool(Seen.tomcat(200).active(1).completed(200)));
    }

    @Test
    void aPermitThatMayKeepOthersOutIsNotAddedToInSomebodyElsesService() {
        proved(permits(2), Rights.GUEST, moved -> of(moved, "semaphore#1"));
        assertThat(done).isNotEmpty();
        done.clear();
        proved(permits(1), Rights.GUEST, moved -> of(moved, "semaphore#1"));
        assertThat(done).isEmpty();
    }

    @Test
    void ofSomebodyElsesServiceNeitherTheLoadNorWhatDoesNotComeBackIsMovedNorAnythingMadeSmaller() {
        proved(FULL_POOL, Rights.GUEST, moved -> 1);

        assertThat(done).allMatch(one -> one.move().up() && one.move().back() != Back.NEVER);
        done.clear();
        proved(FREE, Rights.GUEST, moved -> 1);
        assertThat(done).isEmpty();
    }
}
