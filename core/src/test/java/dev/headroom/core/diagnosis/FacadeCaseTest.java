package dev.headroom.core.diagnosis;

import static dev.headroom.core.testing.Measured.kind;
import static dev.headroom.core.testing.Seen.pool;
import static dev.headroom.core.testing.Seen.resource;
import static dev.headroom.core.testing.Seen.tomcat;
import static dev.headroom.core.testing.Seen.virtualThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.testing.Counts;
import dev.headroom.core.testing.Measured;
import dev.headroom.core.testing.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The second case: four calls over HTTPS in a parallel stream; 250 users who give up after 30 s. */
class FacadeCaseTest {

    private static final String EXTERNAL = "127.0.0.1:8543";
    private static final double CALL = 1.621 / 4;

    /** R0: four calls one after the other by the default of three workers; all at once where there is room. */
    private static final double DEFAULT = 1.621;

    private static final double WIDE = 0.92;

    private static final Load.Closed LOAD = new Load.Closed(
            250,
            Duration.ZERO,
            Duration.ZERO,
            new Until.Iterations(20),
            new Transport(Duration.ofSeconds(30), false, true),
            Optional.empty());

    /** Three workers, and twelve of the callers: each runs a piece of its own stream. */
    private static Seen byDefault() {
        double requests = 15 / (4 * CALL);
        return Seen.during(60)
                .pool(tomcat(200)
                        .full(50, 0)
                        .completed(requests * 60)
                        .byCompletions(200 / requests)
                        .waitsForPool("common-pool", 188)
                        .waits(Activity.AWAITING_DOWNSTREAM, EXTERNAL, 12))
                .pool(pool("common-pool", StationKind.FORK_JOIN, 3)
                        .full(340, 0)
                        .completed(requests * 60)
                        .waits(Activity.AWAITING_DOWNSTREAM, EXTERNAL, 3))
                .calls(EXTERNAL, 4 * requests, CALL)
                .connections(EXTERNAL, 15, 30, 30);
    }

    private static Seen wide(double requests, double handshakes, double established) {
        return wideWithoutConnections(requests).connections(EXTERNAL, established, handshakes, handshakes);
    }

    private static Seen wideWithoutConnections(double requests) {
        return wideWith(500, requests);
    }

    /** @param calling workers of the common pool */
    private static Seen wideWith(double calling, double requests) {
        return Seen.during(60)
                .pool(tomcat(200)
                        .full(50, 0)
                        .completed(requests * 60)
                        .byCompletions(200 / requests)
                        .waitsForPool("common-pool", 160)
                        .waits(Activity.AWAITING_DOWNSTREAM, EXTERNAL, 40))
                .pool(pool("common-pool", StationKind.FORK_JOIN, 1000)
                        .active(calling)
                        .waits(Activity.AWAITING_DOWNSTREAM, EXTERNAL, 0.9 * calling)
                        .doing(Activity.RUNNING, 0.1 * calling))
                .calls(EXTERNAL, 4 * requests, (calling + 40) / (4 * requests));
    }

    /** One user, whose four calls are made at once, one of them by Tomcat's own thread. */
    private static Seen wideAlone() {
        return Seen.during(10)
                .pool(tomcat(200)
                        .active(1)
                        .completed(10 / WIDE)
                        .waitsForPool("common-pool", 0.56)
                        .waits(Activity.AWAITING_DOWNSTREAM, EXTERNAL, 0.44))
                .pool(pool("common-pool", StationKind.FORK_JOIN, 1000)
                        .active(1.32)
                        .waits(Activity.AWAITING_DOWNSTREAM, EXTERNAL, 1.32))
                .calls(EXTERNAL, 4 / WIDE, CALL);
    }

    /** The same on virtual threads, one for the request and one for each call. */
    private static Seen liftedAlone() {
        return Seen.during(10)
                .pool(virtualThreads(2.76)
                        .waitsForPool("virtual-threads", 1)
                        .waits(Activity.AWAITING_DOWNSTREAM, EXTERNAL, 1.76))
                .calls(EXTERNAL, 4 / WIDE, CALL);
    }

    @Test
    void theCommonPoolAndItsHelpingCallersBind() {
        Diagnosis diagnosis = Measured.run(
                        LOAD, Counts.failing(LOAD, 0.2, 29, ErrorKind.TIMEOUT, 0, 8.1, 60), byDefault())
                .alone(DEFAULT)
                .diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.WORKER_POOL);
        assertThat(diagnosis.bindingLimit().orElseThrow().pool()).isEqualTo("common-pool");
        assertThat(diagnosis.bindingLimit().orElseThrow().workers()).hasValue(15);
        assertThat(diagnosis.chain()).containsExactly("tomcat-8888", "common-pool", EXTERNAL);
        assertThat(diagnosis.visits().orElseThrow().value()).isCloseTo(4, within(0.05));
        assertThat(diagnosis.ratio().orElseThrow()).isCloseTo(1, within(0.05));
        assertThat(diagnosis.notes())
                .anyMatch(note -> note.startsWith("m counts the 3 common-pool workers and 12 callers"))
                .anyMatch(note -> note.contains("the client gave up on 486 of 498 requests (97.6 %) after 30 s"));
        assertThat(diagnosis.remedy().orElseThrow().value().orElseThrow()).isCloseTo(1000, withinPercentage(1));
    }

    @Test
    void aCeilingOverRequestsThatTheClientGaveUpOnIsNoProof() {
        Diagnosis diagnosis = Measured.run(
                        LOAD, Counts.failing(LOAD, 0.2, 29, ErrorKind.TIMEOUT, 0, 8.1, 60), byDefault())
                .alone(DEFAULT)
                .diagnosis();
        assertThat(diagnosis.standing()).isEqualTo(Diagnosis.Standing.SUSPECTED);
        assertThat(diagnosis.throughput().source()).contains("completed, since the client gave up");
    }

    @Test
    void nothingIsMovedWhereTheClientGivesUpOnMostForThenNoResponseWouldShowIt() {
        Measured run = Measured.run(
                        LOAD,
                        Counts.failing(LOAD, 0.2, 29, ErrorKind.TIMEOUT, 0, 8.1, 60),
                        byDefault().lever("common-pool", 3, false).lever("tomcat-8888", 200, true))
                .alone(DEFAULT);
        assertThat(Case.of(run.measurement(), run.diagnosis()).canBeTried()).isFalse();
    }

    @Test
    void aHandshakeForEachCallThatFillsTheProcessorBinds() {
        Diagnosis diagnosis = Measured.run(LOAD, 26, 9.1, 60, wide(26, 95, 60).processor(1.85, 3, 0.02))
                .alone(WIDE, wideAlone())
                .diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.CONNECTION_CHURN);
        assertThat(diagnosis.bindingLimit().orElseThrow().pool()).isEqualTo(EXTERNAL);
        assertThat(diagnosis.summary())
                .contains("a TLS handshake again and again")
                .contains("for each request");
        assertThat(diagnosis.remedy().orElseThrow().action()).contains("keep at least 540 idle connections");
        assertThat(diagnosis.ceiling()).isPresent();
        assertThat(diagnosis.standing()).isEqualTo(Diagnosis.Standing.SUSPECTED);
    }

    /** A client that does not block shakes hands in no call that could be timed. */
    @Test
    void handshakesThatNobodySawTheTimeOfMayFillTheProcessor() {
        Seen seen =
                wideWithoutConnections(26).connections(EXTERNAL, 95, 60, 60, 0).processor(1.85, 3, 0.02);
        Diagnosis diagnosis =
                Measured.run(LOAD, 26, 9.1, 60, seen).alone(WIDE, wideAlone()).diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.CONNECTION_CHURN);
        assertThat(diagnosis.standing()).isEqualTo(Diagnosis.Standing.SUSPECTED);
    }

    @Test
    void handshakesOnAnIdleProcessorWasteButDoNotBind() {
        Diagnosis diagnosis = Measured.run(
                        LOAD, Counts.failing(LOAD, 0.2, 29, ErrorKind.TIMEOUT, 0, 8.1, 60), byDefault())
                .alone(DEFAULT)
                .diagnosis();
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("open 30/s new connections"));
    }

    @Test
    void aHandshakeForEveryFourthCallThatFillsTheProcessorBindsAsWell() {
        Diagnosis diagnosis = Measured.run(
                        LOAD, 156, 1.6, 60, wide(156, 156, 500).processor(1.85, 11, 0.02))
                .alone(WIDE, wideAlone())
                .diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.CONNECTION_CHURN);
        assertThat(diagnosis.summary()).contains("0.25 for each call and 1 for each request");
    }

    @Test
    void handshakesOnAFullProcessorAreARivalWhereThreadsThatAreHeldAsLongAsForOneUserCarryNoMore() {
        Seen seen = wide(204, 183, 385).processor(1.3, 2, 0.02);
        Map<String, Double> processes = Map.of("facade", 78.0, "external-service", 27.0, "headroom", 6.0);
        Diagnosis diagnosis = Measured.run(LOAD, 204, 1.22, 60, seen)
                .processes("facade", processes)
                .alone(WIDE, wideAlone())
                .diagnosis();
        assertThat(diagnosis.bindingLimit().orElseThrow().pool()).isEqualTo("tomcat-8888");
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(204, within(1.0));
        assertThat(diagnosis.rivals())
                .extracting(rival -> rival.limit().kind())
                .contains(LimitKind.CONNECTION_CHURN, LimitKind.CPU);
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("open 183/s new connections"));
    }

    @Test
    void aClientThatStillFillsItsPoolOfConnectionsDoesNotChurn() {
        Seen seen = wideWithoutConnections(161).filling(EXTERNAL, 667, 73.5, 72).processor(1.85, 6, 0.02);
        Diagnosis diagnosis =
                Measured.run(LOAD, 161, 1.55, 60, seen).alone(WIDE, wideAlone()).diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.CPU);
        assertThat(diagnosis.notes()).noneMatch(note -> note.contains("new connections"));
    }

    @Test
    void theProcessorThatStrangersLeaveIsWhatTheCeilingIsMadeOf() {
        Seen seen = lifted(180).processor(1.4, 3, 0.02);
        Map<String, Double> processes = Map.of("facade", 78.0, "external-service", 17.4, "headroom", 6.0);
        Diagnosis diagnosis = Measured.run(LOAD, 180, 1.39, 60, seen)
                .processes("facade", processes)
                .alone(WIDE, liftedAlone())
                .diagnosis();
        assertThat(kind(diagnosis)).as(diagnosis.summary()).isEqualTo(LimitKind.CPU);
        assertThat(diagnosis.summary()).contains("while others on this machine use 0.21");
        assertThat(diagnosis.ratio().orElseThrow()).isCloseTo(1, within(0.01));
    }

    @Test
    void nothingIsProvedOfAServiceThatStrangersLeaveNextToNothing() {
        Diagnosis diagnosis = Measured.run(
                        LOAD, 84, 2.9, 60, boundedByItsOwnCount().processor(0.2, 280, 0.05))
                .alone(WIDE)
                .diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.ACCEPT_QUEUE);
        assertThat(diagnosis.standing()).isEqualTo(Diagnosis.Standing.SUSPECTED);
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("waited 280 times as long for a core"));
    }

    @Test
    void serviceDownstreamAndGeneratorThatFillTheMachineTogetherAreTheProcessor() {
        Seen seen = wide(71, 1, 500).processor(1.1, 2, 0.02);
        Map<String, Double> processes = Map.of("facade", 66.0, "external-service", 36.0, "headroom", 15.0);
        Diagnosis diagnosis = Measured.run(LOAD, 71, 3.2, 60, seen)
                .processes("facade", processes)
                .alone(WIDE, wideAlone())
                .diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.CPU);
        assertThat(diagnosis.summary())
                .contains("the processes of this run (facade 1.1, external-service 0.6, headroom 0.25)")
                .contains("of processor time a request");
    }

    @Test
    void withCoresToSpareTwoHundredTomcatThreadsAreNext() {
        Diagnosis diagnosis = Measured.run(LOAD, 217, 1.15, 23, wideWith(4 * 217 * CALL - 40, 217))
                .alone(WIDE, wideAlone())
                .diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.WORKER_POOL);
        assertThat(diagnosis.bindingLimit().orElseThrow().pool()).isEqualTo("tomcat-8888");
    }

    private static Seen bounded() {
        return Seen.during(60)
                .pool(tomcat(160)
                        .active(79)
                        .completed(86 * 60)
                        .byCompletions(79 / 86.0)
                        .waitsForPool("common-pool", 60)
                        .waits(Activity.AWAITING_DOWNSTREAM, EXTERNAL, 19))
                .pool(pool("common-pool", StationKind.FORK_JOIN, 1000)
                        .active(120)
                        .waits(Activity.AWAITING_DOWNSTREAM, EXTERNAL, 120))
                .calls(EXTERNAL, 344, CALL)
                .connections(EXTERNAL, 160, 0.5, 0.5)
                .listener(80, 0.97, 79, 80, 40);
    }

    @Test
    void connectionsThatAreRefusedWhileWorkersAreFreeBindAtTheDoor() {
        Diagnosis diagnosis = Measured.run(LOAD, Counts.failing(LOAD, 86, 1.1, ErrorKind.REFUSED, 0, 35, 60), bounded())
                .alone(WIDE)
                .diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.ACCEPT_QUEUE);
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(87, within(1.0));
        assertThat(diagnosis.ratio().orElseThrow()).isCloseTo(1, within(0.05));
        assertThat(diagnosis.summary())
                .contains("2100 of 7260 requests (28.9 %) were turned away")
                .contains("79 of 160 Tomcat threads were busy");
        assertThat(diagnosis.remedy().orElseThrow().value()).hasValue(250);
    }

    /** As Tomcat tells it: 80 connections at most, and 0.93 s for a request by its own clock. */
    private static Seen boundedByItsOwnCount() {
        return Seen.during(60)
                .pool(tomcat(160)
                        .active(79)
                        .completed(84 * 60)
                        .byCompletions(79 / 84.0)
                        .byClock(0.93)
                        .waits(Activity.AWAITING_DOWNSTREAM, EXTERNAL, 79))
                .calls(EXTERNAL, 336, CALL)
                .boundedListener(80, 1, 81, 80, 78);
    }

    @Test
    void aMaximumOfConnectionsThatTomcatTellsAndTimesIsProved() {
        Diagnosis diagnosis = Measured.run(LOAD, 84, 2.9, 60, boundedByItsOwnCount())
                .alone(WIDE)
                .diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.ACCEPT_QUEUE);
        assertThat(diagnosis.bindingLimit().orElseThrow().workers()).hasValue(80);
        assertThat(diagnosis.summary()).contains("with the maximum of 80 connections on port 8888 reached");
        assertThat(diagnosis.ceiling().orElseThrow().value()).isCloseTo(86, within(0.1));
        assertThat(diagnosis.standing()).isEqualTo(Diagnosis.Standing.SUPPORTED);
    }

    @Test
    void theMaximumOfTheFullPortIsMovedAndNotThatOfAnother() {
        Seen seen = boundedByItsOwnCount()
                .resource(resource("connections of port 18888", StationKind.ACCEPT_QUEUE))
                .resource(resource("connections of port 8888", StationKind.ACCEPT_QUEUE))
                .lever("connections of port 18888", 200, false)
                .lever("connections of port 8888", 80, false);
        Measured measured = Measured.run(LOAD, 84, 2.9, 60, seen).alone(WIDE);

        Candidate named = Case.of(measured.measurement(), measured.diagnosis())
                .candidates()
                .getFirst();

        assertThat(named.limit().kind()).isEqualTo(LimitKind.ACCEPT_QUEUE);
        assertThat(named.setter().orElseThrow().capacity()).isEqualTo(80);
    }

    @Test
    void whoGaveUpBeforeAFullDoorHasHeldNoWorker() {
        Diagnosis diagnosis = Measured.run(
                        LOAD, Counts.failing(LOAD, 84, 0.95, ErrorKind.TIMEOUT, 0, 8, 60), boundedByItsOwnCount())
                .alone(WIDE)
                .diagnosis();
        assertThat(diagnosis.throughput().value()).isCloseTo(84, within(0.5));
        assertThat(diagnosis.standing()).isEqualTo(Diagnosis.Standing.SUPPORTED);
    }

    @Test
    void connectionsThatOnlyStandInTheAcceptQueueBindAtTheDoorAsWell() {
        Diagnosis diagnosis =
                Measured.run(LOAD, 86, 2.9, 60, bounded()).alone(WIDE).diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.ACCEPT_QUEUE);
        assertThat(diagnosis.summary()).startsWith("Connections wait in the accept queue");
    }

    /** @param accepted connections, of 60 users who get 130 responses/s; one user's takes 60 ms */
    private static Diagnosis ownServer(int accepted, int mostInTheQueue, double throughput) {
        Seen seen = Seen.during(6).standing(60 - accepted, mostInTheQueue, accepted);
        Load.Closed users = Counts.closed(60, 0, new Until.Iterations(10));
        return Measured.run(users, throughput, 60 / throughput, 6, seen)
                .alone(0.06)
                .diagnosis();
    }

    @Test
    void aPortThatLetsNobodyInWhileAllInsideAreServedIsTheLimitThoughTheServerTellsNothing() {
        Diagnosis diagnosis = ownServer(8, 52, 130);

        assertThat(kind(diagnosis)).as(diagnosis.summary()).isEqualTo(LimitKind.ACCEPT_QUEUE);
        assertThat(diagnosis.bindingLimit().orElseThrow().workers()).hasValue(8);
        assertThat(diagnosis.standing()).isEqualTo(Diagnosis.Standing.SUSPECTED);
        assertThat(diagnosis.summary()).contains("while 8 connections on port 8080 are served and no other is let in");
    }

    @Test
    void whereThoseInsideWaitOrOthersAreLetInThePortIsNotTheLimit() {
        assertThat(ownServer(20, 40, 130).bindingLimit().map(Limit::kind))
                .isNotEqualTo(Optional.of(LimitKind.ACCEPT_QUEUE));
        assertThat(ownServer(8, 59, 130).bindingLimit().map(Limit::kind))
                .isNotEqualTo(Optional.of(LimitKind.ACCEPT_QUEUE));
    }

    @Test
    void aFullAcceptQueueThatOverflowsBindsBeforeAnyClientHasGivenUp() {
        Seen seen = Seen.during(6)
                .pool(tomcat(160).active(76).completed(82 * 6).byCompletions(0.93))
                .listener(80, 0, 81, 80, 78);
        Diagnosis diagnosis = Measured.run(LOAD, 82, 1, 6, seen).alone(WIDE).diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.ACCEPT_QUEUE);
        assertThat(diagnosis.summary()).contains("81 in an accept queue of 80, which overflowed 78/s");
    }

    /** 60 users of whom hardly any is seen in the service, and a hundredth of whose requests end so. */
    private static Diagnosis unseenBeside(ErrorKind kind) {
        Load.Closed users = Counts.closed(60, 0, new Until.Iterations(10));
        Seen seen = Seen.during(60).pool(tomcat(160).active(3).completed(100 * 60));
        return Measured.run(users, Counts.failing(users, 100, 0.6, kind, 0, 1.5, 60), seen)
                .alone(0.03)
                .diagnosis();
    }

    @Test
    void connectionsThatBreakOffDoNotSayThatWhatIsSeenNowhereIsNotAccepted() {
        assertThat(unseenBeside(ErrorKind.RESET).bindingLimit().map(Limit::kind))
                .isNotEqualTo(Optional.of(LimitKind.ACCEPT_QUEUE));
        assertThat(kind(unseenBeside(ErrorKind.REFUSED))).isEqualTo(LimitKind.ACCEPT_QUEUE);
    }

    /** Cores that are used up, at a new connection for each call that costs no handshake. */
    @Test
    void newConnectionsWithoutTlsDoNotFillTheProcessor() {
        Seen seen =
                wideWithoutConnections(161).connections(EXTERNAL, 500, 322, 0).processor(1.85, 6, 0.02);
        Diagnosis diagnosis =
                Measured.run(LOAD, 161, 1.55, 60, seen).alone(WIDE, wideAlone()).diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.CPU);
        assertThat(diagnosis.notes()).anyMatch(note -> note.contains("open 322/s new connections"));
    }

    /** A heartbeat opens a connection a second. */
    @Test
    void aFewNewConnectionsAreNoDoubtOfAFullProcessor() {
        assertThat(opening(322).notes()).anyMatch(note -> note.contains("opening connections again and again"));
        assertThat(opening(2).notes()).noneMatch(note -> note.contains("opening connections again and again"));
    }

    private static Diagnosis opening(double connections) {
        Seen seen = wideWithoutConnections(161)
                .connections("127.0.0.1:9091", 1, connections, 0)
                .processor(1.85, 6, 0.02);
        return Measured.run(LOAD, 161, 1.55, 60, seen).alone(WIDE, wideAlone()).diagnosis();
    }

    @Test
    void anAcceptQueueThatShrinksAndFromWhichNobodyIsTurnedAwayIsNotSaidToBind() {
        Seen seen = Seen.during(6)
                .pool(tomcat(160).active(76).completed(82 * 6).byCompletions(0.93))
                .standing(81, 95, 80);
        Diagnosis diagnosis = Measured.run(LOAD, 82, 1, 6, seen).alone(WIDE).diagnosis();
        assertThat(diagnosis.bindingLimit().map(Limit::kind)).isNotEqualTo(Optional.of(LimitKind.ACCEPT_QUEUE));
    }

    /** At the bound no connection is accepted; far from it, descriptors are not what keeps them out. */
    @ParameterizedTest
    @CsvSource({"0.99, true", "0.9, false"})
    void descriptorsBindWhereHardlyOneIsLeft(double open, boolean bind) {
        OptionalDouble little = OptionalDouble.of(0.01);
        Seen seen = Seen.during(6)
                .pool(tomcat(160).active(76).completed(82 * 6).byCompletions(0.93))
                .listener(80, 0, 20, 80, 0)
                .host(new Observation.Host(
                        little, little, OptionalDouble.of(open), little, little, 0, List.of(), List.of()));
        Diagnosis diagnosis = Measured.run(LOAD, 82, 1, 6, seen).alone(WIDE).diagnosis();
        assertThat(diagnosis.bindingLimit().map(Limit::kind).equals(Optional.of(LimitKind.FILE_DESCRIPTORS)))
                .as(diagnosis.summary())
                .isEqualTo(bind);
    }

    @Test
    void anAcceptQueueThatOverflowsBecauseAllWorkersAreTakenIsNotTheLimit() {
        Seen seen = Seen.during(60)
                .pool(tomcat(20).full(100, 0).completed(1200).byClock(1))
                .listener(8000, 0, 90, 100, 30);
        Diagnosis diagnosis = Measured.run(LOAD, Counts.failing(LOAD, 20, 6, ErrorKind.CONNECT_TIMEOUT, 0, 3, 60), seen)
                .alone(WIDE)
                .diagnosis();
        assertThat(kind(diagnosis)).isEqualTo(LimitKind.WORKER_POOL);
    }

    private static Seen lifted(double requests) {
        return Seen.during(20)
                .pool(virtualThreads(690)
                        .waitsForPool("virtual-threads", 249)
                        .waits(Activity.AWAITING_DOWNSTREAM, EXTERNAL, 440))
                .calls(EXTERNAL, 4 * requests, 440 / (4 * requests))
                .connections(EXTERNAL, 1000, 1, 1);
    }

    @Test
    void theLiftedServiceIsHeldByItsLoad() {
        Seen seen = lifted(271.7).processor(1.2, 0.3, 0.01);
        Diagnosis diagnosis = Measured.run(LOAD, 271.7, 0.92, 20, seen)
                .alone(WIDE, liftedAlone())
                .diagnosis();
        assertThat(diagnosis.verdict()).isEqualTo(Verdict.LOAD_IS_THE_LIMIT);
        assertThat(diagnosis.bindingLimit()).isEmpty();
    }
}
