package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Measured.kind;
import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.tomcat;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Check;
import dev.headroom.core.model.diagnosis.Diagnosis.Standing;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.Counted;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import dev.headroom.core.testing.UsersCase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DoctorTest {

    private static final Load.Open TWENTY = Counts.open(20, 60);
    private static final LoadResult CARRIED = Counts.of(TWENTY, 1000, 0.33);
    private static final LoadResult OVERLOADED = Counts.of(TWENTY, 10.6, 0.33);

    @Test
    void aGeneratorThatLaggedIsBlamedFirst() {
        Diagnosis diagnosis = Measured.run(TWENTY, Counts.lagged(CARRIED), UsersCase.commonPool())
                .alone(0.33)
                .diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.GENERATOR_IS_THE_LIMIT);
        assertThat(diagnosis.bindingLimit()).isEmpty();
        assertThat(diagnosis.summary()).contains("3 s after they were due");
    }

    @Test
    void whatTheGeneratorAddsToAFastServicesTimesIsTold() {
        LoadResult fast = Counts.of(TWENTY, 1000, 0.004);
        assertThat(notes(Counts.sentLate(fast, Duration.ofMillis(3))))
                .anyMatch(note -> note.contains("99th percentile of the response time, 7 ms, about 3 ms are the load"
                        + " generator's own lateness"));
        assertThat(notes(Counts.sentLate(fast, Duration.ofNanos(900_000))))
                .as("a millisecond is within the noise of a machine")
                .noneMatch(note -> note.contains("lateness"));
        assertThat(notes(Counts.sentLate(CARRIED, Duration.ofMillis(3))))
                .as("1 % of a slow service's")
                .noneMatch(note -> note.contains("lateness"));
    }

    private static List<String> notes(LoadResult result) {
        return Measured.run(TWENTY, result, Seen.during(60))
                .alone(0.33)
                .diagnosis()
                .notes();
    }

    @Test
    void waitingForAConnectionOfTheLoadIsNoLatenessAndTold() {
        LoadResult result = Counts.sentLate(CARRIED, Duration.ofSeconds(1));
        assertThat(notes(waiting(result, 50)))
                .noneMatch(note -> note.contains("lateness"))
                .anyMatch(note -> note.startsWith("300 requests found all connections of the load in use"));
    }

    @Test
    void aLoadWhoseConnectionsAreAllInUseIsOneOfSoManyUsers() {
        Load.Open capped = TWENTY.connected(OptionalInt.of(4));
        // 4 / 0.33 s: what four users without a thought get at best
        LoadResult result = waiting(Counts.of(capped, 12.1, 0.33), 4);
        Diagnosis diagnosis =
                Measured.run(capped, result, Seen.during(60)).alone(0.33).diagnosis();

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.summary()).contains("4 users");
        assertThat(diagnosis.account().bound().orElseThrow().value()).isCloseTo(4 / 0.33, within(1e-9));
    }

    @Test
    void oneConnectionCarriesManyRequestsInHttp2() {
        Load.Open capped =
                TWENTY.with(TWENTY.transport().inHttp2(), Optional.empty()).connected(OptionalInt.of(1));
        LoadResult result = waiting(Counts.of(capped, 12.1, 0.33), 100);
        Diagnosis diagnosis =
                Measured.run(capped, result, Seen.during(60)).alone(0.33).diagnosis();

        assertThat(diagnosis.verdict()).as("100 / 0.33 s would be possible").isEqualTo(Verdict.LIMIT);
    }

    private static LoadResult waiting(LoadResult result, long atOnce) {
        return Counts.waited(result, new LoadResult.Waits(300, Duration.ofMillis(500), Duration.ofSeconds(1), atOnce));
    }

    @Test
    void ofARateThatChangesAllTheTimeNothingIsSaidToBeTheLimit() {
        Load.Open rising =
                TWENTY.staged(List.of(new Stage(Rate.perSecond(10), Rate.perSecond(20), Duration.ofSeconds(60))));
        Diagnosis diagnosis =
                Measured.run(rising, CARRIED, Seen.during(60)).alone(0.33).diagnosis();

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.NOT_STATIONARY);
        assertThat(diagnosis.summary()).contains("the offered rate changed all the time");
    }

    @Test
    void tooLittleSeenIsSaidAndNotGuessedFrom() {
        assertThat(Measured.run(TWENTY, OVERLOADED, UsersCase.commonPool().samples(2))
                        .alone(0.33)
                        .diagnosis()
                        .summary())
                .contains("only 2 samples");
        assertThat(Measured.run(TWENTY, CARRIED, Seen.during(0))
                        .alone(0.33)
                        .diagnosis()
                        .verdict())
                .isEqualTo(Verdict.UNKNOWN);
        LoadResult nothing = Counts.result(0, 0, 1, 0, List.of());
        assertThat(Measured.run(TWENTY, nothing, UsersCase.commonPool())
                        .alone(0.33)
                        .diagnosis()
                        .verdict())
                .isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void whetherAnythingBindsIsToldWithoutAPool() {
        Seen blind = Seen.during(60);
        assertThat(Measured.run(TWENTY, CARRIED, blind).alone(0.33).diagnosis().verdict())
                .isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(kind(Measured.run(TWENTY, OVERLOADED, blind).alone(0.33).diagnosis()))
                .isEqualTo(LimitKind.UNKNOWN);
    }

    @Test
    void aHoldingTimeFromCompletionsProvesNothing() {
        Seen seen = Seen.during(60).pool(tomcat(7).full(280, 9.4).completed(636).byCompletions(0.66));
        Diagnosis diagnosis = Measured.run(TWENTY, OVERLOADED, seen).alone(0.33).diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(diagnosis.ratio().orElseThrow()).isCloseTo(1, within(0.05));
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("computed from the throughput"));
    }

    @Test
    void aClockThatDisagreesWithTheThroughputLeavesTheLimitSuspected() {
        Seen seen = Seen.during(60).pool(tomcat(7).full(280, 9.4).completed(636).byClock(0.2));
        Diagnosis diagnosis = Measured.run(TWENTY, OVERLOADED, seen).alone(0.33).diagnosis();
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.checks()).anyMatch(check -> !check.holds());
    }

    @Test
    void aPoolThatCountsNoTasksIsCountedByItsCalls() {
        Seen seen = Seen.during(60)
                .pool(tomcat(200)
                        .active(165)
                        .queue(117, 6)
                        .saturated(0.64)
                        .completed(636)
                        .waitsForPool("common-pool", 165))
                .pool(pool("common-pool", StationKind.FORK_JOIN, 7).full(320, 5).waitsForDownstream(7))
                .calls("127.0.0.1:8090", 21.2, 0.33);
        Diagnosis diagnosis = Measured.run(TWENTY, OVERLOADED, seen).alone(0.33).diagnosis();
        assertThat(diagnosis.visits().orElseThrow().value()).isCloseTo(2, within(0.01));
        assertThat(diagnosis.visits().orElseThrow().source()).contains("1272 calls from common-pool");
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
    }

    @Test
    void aPoolThatCountsNoTasksHasItsDemandFromItsBusyWorkersAndIsOnlySuspected() {
        Seen seen = Seen.during(60).pool(tomcat(7).full(280, 9.4));
        Diagnosis diagnosis = Measured.run(TWENTY, OVERLOADED, seen).alone(0.33).diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(10.6, within(0.1));
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.summary()).contains("All 7 Tomcat threads are taken");
    }

    @Test
    void aPoolAtItsLimitThatStillCarriesTheLoadDoesNotBind() {
        Seen seen = Seen.during(60)
                .pool(tomcat(7)
                        .active(6.8)
                        .queue(2, 0)
                        .saturated(0.6)
                        .completed(1200)
                        .byCompletions(0.34));
        Diagnosis diagnosis = Measured.run(TWENTY, CARRIED, seen).alone(0.33).diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("the load is carried"));
    }

    @Test
    void requestsThatPileUpBehindNoFullPoolAreTheDownstreams() {
        Seen seen = Seen.during(60)
                .pool(virtualThreads(300).waitsForDownstream(299))
                .calls("127.0.0.1:8090", 10.6, 28);
        Seen alone =
                Seen.during(10).pool(virtualThreads(1).waitsForDownstream(1)).calls("127.0.0.1:8090", 3, 0.33);
        Diagnosis diagnosis =
                Measured.run(TWENTY, OVERLOADED, seen).alone(0.33, alone).diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.DOWNSTREAM_IS_THE_LIMIT);
        assertThat(diagnosis.bindingLimit())
                .contains(new Limit(LimitKind.DOWNSTREAM, "127.0.0.1:8090", OptionalInt.empty()));
        assertThat(diagnosis.summary()).contains("there, and 0.33 s with one user");
    }

    @Test
    void aFullProcessorBindsAndMoreThreadsAreNotItsRemedy() {
        Seen seen = Seen.during(60)
                .pool(tomcat(200).full(80, 5).completed(636).doing(Activity.RUNNING, 190))
                .processor(1.9, 50, 0.01);
        Diagnosis diagnosis = Measured.run(TWENTY, OVERLOADED, seen).alone(0.33).diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.CPU);
        assertThat(diagnosis.remedy().orElseThrow().action()).contains("more threads would only wait for them");
    }

    @Test
    void aBusyMachineIsNotAFullProcessorOfTheService() {
        Diagnosis diagnosis = Measured.run(
                        TWENTY, OVERLOADED, UsersCase.commonPool().processor(0.2, 3, 0))
                .alone(0.33)
                .diagnosis();
        assertThat(diagnosis.bindingLimit().orElseThrow().pool()).isEqualTo("common-pool");
    }

    @Test
    void longCollectionPausesAreNamed() {
        Seen seen = Seen.during(60)
                .pool(tomcat(200).active(100).completed(636).doing(Activity.RUNNING, 90))
                .processor(1, 0, 0.4);
        assertThat(kind(Measured.run(TWENTY, OVERLOADED, seen).alone(0.33).diagnosis()))
                .isEqualTo(LimitKind.GC);
    }

    private static Seen.PoolBuilder fullConnector(double queue) {
        return tomcat(10).full(queue, 0).completed(3000).byClock(10 / 60.0).waitsForDownstream(10);
    }

    private static Seen.PoolBuilder roomyConnector(double active, double completed) {
        return pool("tomcat-9090", StationKind.SERVLET_WORKERS, 200)
                .active(active)
                .completed(completed)
                .byClock(0.15);
    }

    /** 100/s, of which 60 come by a connector of ten workers that hold each for a sixth of a second, and 40 by one that has room. */
    @Test
    void aConnectorThatServesAPartOfTheRequestsMayBeFull() {
        Seen seen = Seen.during(50).pool(fullConnector(44)).pool(roomyConnector(6, 2000));
        Diagnosis diagnosis =
                Measured.run(SIXTY, 100, 0.6, 50, seen).alone(0.16).diagnosis();
        assertThat(diagnosis.bindingLimit().map(Limit::pool))
                .as(diagnosis.summary())
                .contains("tomcat-8888");
        assertThat(diagnosis.visits().orElseThrow().value()).isCloseTo(0.6, within(0.01));
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(100, within(1.0));
    }

    @Test
    void aConnectorMayBeFullThoughAnotherHasMoreAtWork() {
        Seen seen = Seen.during(50).pool(fullConnector(40)).pool(roomyConnector(15, 5000));
        Counted counted = new Counted(
                Measure.exact(160, "counted"), 65, 0, List.of(), OptionalDouble.empty(), OptionalDouble.of(0));
        Diagnosis diagnosis =
                Doctor.inspect("shop", seen.observation(), Optional.of(counted)).found();
        assertThat(diagnosis.bindingLimit().map(Limit::pool))
                .as(diagnosis.summary())
                .contains("tomcat-8888");
    }

    /** Pauses of a quarter of the time, on cores that are used up. */
    @Test
    void pausesAccountForTheirShareOfWhatComputesAndNotForAllOfIt() {
        Diagnosis diagnosis = Measured.run(
                        SIXTY, 300, 0.2, 50, computing(1.8, 20).processor(1.8, 20, 0.25))
                .alone(0.001)
                .diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.CPU);
        assertThat(diagnosis.rivals())
                .filteredOn(rival -> rival.limit().kind() == LimitKind.GC)
                .singleElement()
                .satisfies(rival -> assertThat(rival.explains()).isCloseTo(0.25 * 0.2, within(0.01)));
    }

    @Test
    void aBacklogWithoutACauseInSightIsAnUnknownLimit() {
        Seen seen = Seen.during(60).pool(tomcat(200).active(3).completed(636).doing(Activity.SLEEPING, 3));
        Diagnosis diagnosis = Measured.run(TWENTY, OVERLOADED, seen).alone(0.33).diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LIMIT);
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.UNKNOWN);
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUSPECTED);
        assertThat(diagnosis.backlogGrowth()).isPresent();
    }

    @Test
    void aThroughputThatNeverSettlesIsMarked() {
        Load.Closed load = Counts.closed(10, 0, new Until.Iterations(100));
        List<LoadResult.Second> falling = IntStream.range(0, 20)
                .mapToObj(i ->
                        new LoadResult.Second(i, 20 - i, 20 - i, 0, 10, OptionalDouble.empty(), 500, 500, 500, 500))
                .toList();
        Seen seen = Seen.during(20).pool(tomcat(200).active(10).completed(210).byCompletions(0.95));
        Diagnosis diagnosis = Measured.run(load, Counts.result(210, 0, 20, 0.5, falling), seen)
                .alone(0.33)
                .diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.NOT_STATIONARY);
    }

    @Test
    void aClosedLoadOnRoomyThreadsGetsAllThatItsUsersAskFor() {
        Load.Closed load = Counts.closed(100, 0, new Until.Iterations(10));
        Seen seen = Seen.during(10).pool(tomcat(200).active(100).completed(1000).byCompletions(1));
        Diagnosis diagnosis = Measured.run(load, 100, 1, 10, seen).alone(1).diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.checks()).extracting(Check::law).contains("Forced flow, X(entry) = X");
        assertThat(diagnosis.checks()).allMatch(Check::holds);
        assertThat(diagnosis.summary()).contains("100 users who wait 1 s").contains("would bind at 200 requests/s");
    }

    @Test
    void aClosedLoadOnTooFewThreadsNeedsOneForEachUser() {
        Load.Closed load = Counts.closed(100, 0, new Until.Iterations(10));
        Seen seen = Seen.during(50).pool(tomcat(20).full(80, 0).completed(1000).byClock(1));
        Diagnosis diagnosis = Measured.run(load, 20, 5, 50, seen).alone(1).diagnosis();
        assertThat(diagnosis.remedy().orElseThrow().value()).hasValue(100);
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(20, within(0.1));
        assertThat(diagnosis.standing()).isEqualTo(Standing.SUPPORTED);
    }

    private static final Load.Closed SIXTY = Counts.closed(60, 0, new Until.Iterations(10));

    private static Seen computing(double service, double delay) {
        return Seen.during(50)
                .pool(virtualThreads(60).doing(Activity.RUNNING, 60))
                .processor(service, delay, 0);
    }

    @Test
    void virtualThreadsWaitForACarrierBeforeTheKernelSeesAnybodyWait() {
        LoadResult result = Counts.of(SIXTY, 180, 0.33, 50);
        Diagnosis full =
                Measured.run(SIXTY, result, computing(1.9, 0.15)).alone(0.01).diagnosis();
        assertThat(kind(full)).as(full.summary()).isEqualTo(LimitKind.CPU);
        Diagnosis idle =
                Measured.run(SIXTY, result, computing(0.9, 0.15)).alone(0.01).diagnosis();
        assertThat(kind(idle)).as(idle.summary()).isNotEqualTo(LimitKind.CPU);
    }

    @Test
    void aServiceThatFailsEveryRequestAtOnceHasNoLimitToName() {
        LoadResult failing = Counts.failing(SIXTY, 0, 0, ErrorKind.STATUS, 500, 1000, 50);
        Diagnosis diagnosis =
                Measured.run(SIXTY, failing, computing(1.9, 5)).alone(0.01).diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.ALL_REQUESTS_FAIL);
        assertThat(diagnosis.bindingLimit()).isEmpty();
        assertThat(diagnosis.summary()).contains("status 500");
    }

    @Test
    void whoseCertificateIsNotTrustedIsToldHowItIs() {
        assertThat(allFail(ErrorKind.CERTIFICATE).summary()).contains("`trusted: FILE`");
        assertThat(allFail(ErrorKind.TLS).summary()).doesNotContain("trusted");
    }

    private static Diagnosis allFail(ErrorKind kind) {
        LoadResult failing = Counts.failing(SIXTY, 0, 0, kind, 0, 1000, 50);
        return Measured.run(SIXTY, failing, computing(0.3, 0.1)).alone(0.01).diagnosis();
    }

    @Test
    void aGeneratorThatIsLateBecauseTheServiceFillsTheCoresIsNotTheLimit() {
        LoadResult late = Counts.lagged(Counts.of(SIXTY, 6000, 0.01, 50));
        Diagnosis diagnosis =
                Measured.run(SIXTY, late, computing(1.8, 20)).alone(0.001).diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.CPU);
        assertThat(diagnosis.notes()).anyMatch(note -> note.startsWith("The load generator was late"));
        assertThat(Measured.run(SIXTY, late, computing(0.3, 0.1))
                        .alone(0.001)
                        .diagnosis()
                        .verdict())
                .isEqualTo(Verdict.GENERATOR_IS_THE_LIMIT);
    }

    @Test
    void theServiceIsNotBlamedForALateGeneratorWhereItLeftItCores() {
        LoadResult late = Counts.readLate(Counts.of(SIXTY, 6000, 0.01, 50), Duration.ofMillis(0));
        Diagnosis free =
                Measured.run(SIXTY, late, computing(0.3, 0.1)).alone(0.001).diagnosis();
        Diagnosis filled =
                Measured.run(SIXTY, late, computing(1.8, 20)).alone(0.001).diagnosis();

        assertThat(free.notes())
                .anyMatch(note -> note.startsWith("The load generator was late: "))
                .noneMatch(note -> note.contains("left it no core"));
        assertThat(filled.notes()).anyMatch(note -> note.contains("left it no core"));
    }

    @Test
    void checksThatFailedAreTold() {
        LoadResult.Tool tool = new LoadResult.Tool(
                LoadResult.Tool.Source.ACTUAL_START,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.of(new LoadResult.Tool.Checks(1000, 40)),
                false);
        LoadResult checked = Counts.byTool(Counts.of(SIXTY, 6000, 0.01, 50), tool);

        assertThat(Measured.run(SIXTY, checked, computing(1.8, 20))
                        .alone(0.001)
                        .diagnosis()
                        .notes())
                .anyMatch(note -> note.startsWith("40 checks of the load tool's script did not hold."));
    }

    /** 20 requests an iteration: of the requests they would be 0.9 %. */
    @Test
    void aLoadToolThatLeftOutIterationsPutAnotherLoadWhateverBinds() {
        LoadResult dropped = Counts.byTool(Counts.of(SIXTY, 6000, 0.01, 50), 15_000, 2_647);
        Diagnosis diagnosis =
                Measured.run(SIXTY, dropped, computing(1.8, 20)).alone(0.001).diagnosis();

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.GENERATOR_IS_THE_LIMIT);
        assertThat(diagnosis.summary())
                .contains("left out 15 % of the iterations")
                .doesNotContain("after they were due");
    }

    @Test
    void aLoadToolWithoutProcessorTimeIsTheLimitUnlessTheServiceFillsTheCores() {
        LoadResult busy = Counts.byTool(Counts.of(SIXTY, 6000, 0.01, 50), 15_000, 0);
        Diagnosis diagnosis =
                Measured.run(SIXTY, busy, computing(0.3, 0.1)).alone(0.001).diagnosis();
        Diagnosis filled =
                Measured.run(SIXTY, busy, computing(1.8, 20)).alone(0.001).diagnosis();

        assertThat(diagnosis.verdict()).isEqualTo(Verdict.GENERATOR_IS_THE_LIMIT);
        assertThat(diagnosis.summary()).contains("had no processor time left").doesNotContain("after they were due");
        assertThat(kind(filled)).isEqualTo(LimitKind.CPU);
        assertThat(filled.notes()).anyMatch(note -> note.startsWith("The load tool had no processor time left"));
    }

    @Test
    void threadsThatWaitForEachOthersLocksAreADeadlock() {
        Seen seen = Seen.during(50)
                .pool(tomcat(20).full(40, 0).waits(Activity.AWAITING_LOCK, "lock#1", 20))
                .deadlocked(2);
        LoadResult nothing = Counts.failing(SIXTY, 0, 0, ErrorKind.TIMEOUT, 0, 2, 50);
        assertThat(kind(Measured.run(SIXTY, nothing, seen).alone(0.1).diagnosis()))
                .isEqualTo(LimitKind.DEADLOCK);
        LoadResult few = Counts.of(SIXTY, 1, 60, 50);
        assertThat(kind(Measured.run(SIXTY, few, seen).alone(0.1).diagnosis())).isEqualTo(LimitKind.DEADLOCK);
    }

    @Test
    void aDeadlockThatHoldsNoRequestBackIsTold() {
        Seen seen = Seen.during(50)
                .pool(tomcat(200).active(6).completed(3000).byCompletions(0.1))
                .deadlocked(2);
        Diagnosis diagnosis = Measured.run(SIXTY, 600, 0.1, 50, seen).alone(0.1).diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.notes()).anyMatch(note -> note.startsWith("2 threads wait for each other's locks"));

        Diagnosis full = Measured.run(SIXTY, 300, 0.2, 50, computing(1.8, 20).deadlocked(2))
                .alone(0.001)
                .diagnosis();
        assertThat(kind(full)).isEqualTo(LimitKind.CPU);
        assertThat(full.notes()).anyMatch(note -> note.startsWith("2 threads wait for each other's locks"));
    }

    /** 60 users of whom 50 stand before 10 connections, or behind workers that wait for these. */
    @Test
    void whoWaitsForSomethingElseDoesNotWaitForADeadlockOfOthers() {
        Seen seen = Seen.during(50)
                .pool(tomcat(20)
                        .full(40, 0)
                        .completed(5000)
                        .waits(Activity.AWAITING_CONNECTION, "hikari", 10)
                        .doing(Activity.RUNNING, 10))
                .resource(resource("hikari", StationKind.CONNECTION_POOL, 10).full(10, 10))
                .deadlocked(2);
        Diagnosis diagnosis = Measured.run(SIXTY, 100, 0.6, 50, seen).alone(0.1).diagnosis();
        assertThat(diagnosis.bindingLimit().map(Limit::pool))
                .as(diagnosis.summary())
                .contains("hikari");
        assertThat(diagnosis.notes()).anyMatch(note -> note.startsWith("2 threads wait for each other's locks"));
    }

    /** 60 users before a lock that its holder works under, or that its holder waits with for another. */
    private static Diagnosis lockedBy(Activity holder) {
        Seen.ResourceBuilder lock = resource("lock#1", StationKind.LOCK)
                .full(1, 55)
                .awaiting(Activity.AWAITING_LOCK)
                .holdersAt("");
        Seen seen = Seen.during(50)
                .pool(tomcat(200)
                        .active(60)
                        .waits(Activity.AWAITING_LOCK, "lock#1", 55)
                        .doing(Activity.RUNNING, 5))
                .deadlocked(2)
                .resource(holder == Activity.RUNNING ? lock.holdersAt("example.Cache.load:9") : lock);
        return Measured.run(SIXTY, 10, 6, 50, seen).alone(0.1).diagnosis();
    }

    @Test
    void aLockThatSomebodyWorksUnderIsInNoDeadlock() {
        assertThat(kind(lockedBy(Activity.RUNNING))).isEqualTo(LimitKind.LOCK);
        assertThat(kind(lockedBy(Activity.AWAITING_LOCK))).isEqualTo(LimitKind.DEADLOCK);
    }

    /** Two of four event loops want each other's locks; what comes on their connections nobody reads. */
    @Test
    void whatEventLoopsInADeadlockDoNotReadWaitsForIt() {
        Seen seen = Seen.during(50)
                .pool(pool("loops", StationKind.EVENT_LOOPS, 4)
                        .active(2.4)
                        .waits(Activity.AWAITING_LOCK, "lock#1", 2)
                        .doing(Activity.RUNNING, 0.4))
                .unread(30, 60)
                .deadlocked(2);
        Diagnosis diagnosis =
                Measured.run(SIXTY, 400, 0.15, 50, seen).alone(0.07).diagnosis();
        assertThat(kind(diagnosis)).as(diagnosis.summary()).isEqualTo(LimitKind.DEADLOCK);
    }

    @Test
    void aPoolWhoseTasksAllWaitForTasksOfItsOwnIsADeadlock() {
        Seen seen = Seen.during(50)
                .pool(tomcat(200).active(60).waitsForPool("own", 60))
                .pool(pool("own", StationKind.EXECUTOR, 4).full(60, 0).waitsForPool("own", 4));
        LoadResult few = Counts.of(SIXTY, 0.5, 120, 50);
        Diagnosis diagnosis = Measured.run(SIXTY, few, seen).alone(0.1).diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.DEADLOCK);
        assertThat(diagnosis.summary()).contains("tasks of their own pool");
    }

    private static Observation.Host waitingForTheDisk(double share) {
        return new Observation.Host(
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.of(share),
                OptionalDouble.empty(),
                0,
                List.of(),
                List.of());
    }

    @Test
    void requestsThatWaitForFilesWaitForTheDisk() {
        Seen seen = Seen.during(50)
                .pool(tomcat(200)
                        .active(60)
                        .completed(5000)
                        .waits(Activity.AWAITING_DOWNSTREAM, Peers.FILES, 58)
                        .doing(Activity.RUNNING, 2))
                .host(waitingForTheDisk(0.97));
        Diagnosis diagnosis =
                Measured.run(SIXTY, 100, 0.6, 50, seen).alone(0.01).diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.DISK);
    }

    @Test
    void requestsThatComputeDoNotWaitForTheDiskThatSomebodyElseUses() {
        Seen seen = computing(1.8, 20).host(waitingForTheDisk(0.97));
        Diagnosis diagnosis =
                Measured.run(SIXTY, 300, 0.2, 50, seen).alone(0.001).diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.CPU);
        assertThat(diagnosis.rivals()).extracting(rival -> rival.limit().kind()).doesNotContain(LimitKind.DISK);
    }

    @Test
    void aQuotaThatStopsTheServiceIsNotAFullMachine() {
        Seen seen = computing(0.5, 30).processorOfItsOwn(0.5, 30).throttled(0.5, 0.7);
        Diagnosis diagnosis = Measured.run(SIXTY, 50, 1.2, 50, seen).alone(0.02).diagnosis();
        Diagnosis unseen =
                Measured.run(SIXTY, 50, 1.2, 50, seen.samples(0)).alone(0.02).diagnosis();
        assertThat(kind(unseen)).as("the probe is stopped as well").isEqualTo(LimitKind.THROTTLING);
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.THROTTLING);
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(50, within(0.1));
        assertThat(diagnosis.standing()).as("%s", diagnosis.notes()).isEqualTo(Standing.SUPPORTED);
    }

    /** Ten users ask a service of 2 ms, whose answers lie 1.5 ms before they are read: nothing in it holds them. */
    @Test
    void whatTheGeneratorReadsLateIsNoLimitOfTheService() {
        Load.Closed ten = Counts.closed(10, 0, new Until.Elapsed(Duration.ofSeconds(60)));
        LoadResult inTime = Counts.of(ten, 2857, 0.0035, 60);
        Seen idle = Seen.during(60)
                .pool(Seen.tomcat(200).active(5.7).waitsForDownstream(5.7).completed(171_000));
        Seen alone = Seen.during(10)
                .pool(Seen.tomcat(200).active(1).waitsForDownstream(1).completed(5_000));
        Diagnosis found = Measured.run(ten, inTime, idle)
                .alone(0.002, 1e-5, Optional.of(alone.observation()))
                .diagnosis();
        assertThat(found.verdict()).isEqualTo(Verdict.LIMIT);

        Diagnosis late = Measured.run(ten, Counts.readLate(inTime, Duration.ofNanos(1_500_000)), idle)
                .alone(0.002, 1e-5, Optional.of(alone.observation()))
                .diagnosis();

        assertThat(late.verdict()).isEqualTo(Verdict.GENERATOR_IS_THE_LIMIT);
        assertThat(late.summary()).contains("read answers 1.5 ms after they had come");
    }
}
