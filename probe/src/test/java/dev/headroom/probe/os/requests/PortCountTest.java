package dev.headroom.probe.os.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.probe.os.sockets.TcpCounters;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PortCountTest {

    private static final int LOOKS = 10;

    /** Each second's look saw that. */
    private static List<PortCount.Seen> looks(double blur, IntFunction<RequestCounter.Tally> tally) {
        return IntStream.range(0, LOOKS)
                .mapToObj(i -> new PortCount.Seen(i, 1, blur, tally.apply(i), false))
                .toList();
    }

    /** So many runs that are a request of one segment each, and were answered by one. */
    private static SegmentRuns.Counts followed(int runs) {
        return new SegmentRuns.Counts(new SegmentRuns.Sum(runs, runs, runs, runs, runs), SegmentRuns.Sum.NONE, 0, 0);
    }

    /** 66 who ask again at once, of whom 48 are left open in the first looks, and one of 10 requests ends in each. */
    private static Requests counted(int told, int toldInFlight) {
        return counted(told, toldInFlight, LOOKS);
    }

    private static Requests counted(int told, int toldInFlight, double window) {
        return counted(told, toldInFlight, window, 0, List.of());
    }

    private static Requests counted(
            int told, int toldInFlight, double window, double blur, List<PortCount.Seen> edges) {
        List<PortCount.Seen> seen = looks(blur, i -> {
            int open = i == 0 ? 48 : 0;
            int later = i == 1 ? 1 : 0;
            return new RequestCounter.Tally(
                    10, 0, 0, 0, 0, 0, 0, 66, 66, 0, 66 - open, open, later * told, later * toldInFlight, 3_000, 0.2);
        });
        return new PortCount(seen, edges, followed(100), window).requests();
    }

    @Test
    void whatIsOpenAtFirstIsInFlightWhereWhatComesLaterTellsSo() {
        Requests requests = counted(48, 48);
        assertThat(requests.completed().orElseThrow().value()).isCloseTo(10, within(1e-9));
        assertThat(requests.inFlight().orElseThrow().value()).isCloseTo(66, within(1e-9));
        assertThat(requests.growth()).isCloseTo(0, within(1e-9));
    }

    @Test
    void andNotWhereItTellsThatNoneWas() {
        assertThat(counted(48, 0).completed().orElseThrow().value()).isCloseTo(10 - 4.8, within(1e-9));
    }

    /** 50 who ask again within the tick of their answer, 40 of whom are left open at every look; of 20 that were so, something has come since. */
    private static Requests alwaysOpen(int toldInFlight) {
        List<PortCount.Seen> seen = looks(
                0, i -> new RequestCounter.Tally(10, 0, 0, 0, 0, 0, 0, 50, 50, 0, 10, 40, 2, toldInFlight, 3_000, 0.2));
        return new PortCount(seen, List.of(), followed(100), LOOKS).requests();
    }

    @Test
    void whatIsAlwaysOpenIsInFlightWhereAllWereThatShowedItLater() {
        assertThat(alwaysOpen(2).inFlight().orElseThrow().value()).isCloseTo(50, within(1e-9));
        assertThat(alwaysOpen(0).inFlight().orElseThrow().value()).isCloseTo(10, within(1e-9));
    }

    @Test
    void whereSomeWereAndSomeWereNotNobodyKnows() {
        assertThat(alwaysOpen(1).inFlight()).isEmpty();
    }

    @Test
    void whereNothingTellsItMakesTheCountUnsure() {
        Requests.Count completed = counted(0, 0).completed().orElseThrow();
        assertThat(completed.value()).isCloseTo(10 - 2.4, within(1e-9));
        assertThat(completed.error()).isGreaterThanOrEqualTo(2.4);
    }

    @Test
    void whatLooksDidNotCoverMakesTheCountUnsure() {
        Requests half = counted(48, 48, 2 * LOOKS);
        assertThat(half.completed().orElseThrow().error()).isGreaterThan(10 * 0.5 / Math.sqrt(3));
        assertThat(half.inFlight().orElseThrow().error()).isGreaterThan(66 * 0.5 / Math.sqrt(3));
        assertThat(counted(48, 48).completed().orElseThrow().error()).isLessThan(1.5);
    }

    @Test
    void aBurstThatALookSawWhichBeganBeforeTheWindowMayHaveBeenInIt() {
        RequestCounter.Tally burst = new RequestCounter.Tally(40, 0, 0, 0, 0, 0, 0, 66, 66, 0, 66, 0, 0, 0, 0, 0.2);
        Requests requests = counted(48, 48, LOOKS + 0.5, 0, List.of(new PortCount.Seen(0, 1, 0, burst, false)));
        assertThat(requests.completed().orElseThrow().error())
                .isGreaterThan(((100 + 40) / (LOOKS + 0.5) - 10) / Math.sqrt(3));
    }

    @Test
    void whatEndsWhereNothingBeginsIsUnsureByThoseAtTheEnds() {
        List<PortCount.Seen> seen =
                looks(0, i -> new RequestCounter.Tally(0, 0, 0, 0, 0, 0, 0, 5, 5, 0, i < 5 ? 5 : 2, 0, 0, 0, 0, 0.2));
        Requests.Count completed = new PortCount(seen, List.of(), SegmentRuns.Counts.NONE, LOOKS)
                .requests()
                .completed()
                .orElseThrow();
        assertThat(completed.value()).isCloseTo(0.3, within(1e-9));
        assertThat(completed.error()).isGreaterThan(0.1);
    }

    @Test
    void aLookThatTookLongMakesTheCountUnsure() {
        assertThat(counted(48, 48, LOOKS, 2, List.of())
                        .completed()
                        .orElseThrow()
                        .error())
                .isGreaterThan(2);
    }

    /** Eight a second on a connection each, which the client resets, so that the kernel remembers none of them. */
    private static Requests reset(int brief) {
        List<PortCount.Seen> seen =
                looks(0, i -> new RequestCounter.Tally(8, 0, 8, 8, 0, 8, 0, 100, 8, brief, 100, 0, 0, 0, 0, 0.2));
        return new PortCount(seen, List.of(), followed(80), LOOKS).requests();
    }

    @Test
    void theOldestRequestIsNotToldWhereConnectionsMayBeClosedByThoseWhoGaveUp() {
        assertThat(counted(48, 48).oldest().orElseThrow()).isCloseTo(0.2, within(1e-9));
        assertThat(reset(0).oldest()).isEmpty();
    }

    @Test
    void connectionsWithoutATraceAreCountedWhereAllOfThemLast() {
        assertThat(reset(0).completed().orElseThrow().value()).isCloseTo(8, within(1e-9));
    }

    @Test
    void andNotWhereSomeAreThereSoBrieflyThatOthersMayHaveBeenThereUnseen() {
        assertThat(reset(1).completed()).isEmpty();
    }

    @Test
    void bytesAndEndsOfConnectionsAreToldEvenWhereRequestsAreNot() {
        assertThat(counted(48, 48).told().written()).isCloseTo(3_000, within(1e-9));
        assertThat(reset(1).told().closed()).isCloseTo(8, within(1e-9));
    }

    /** What comes and what goes on a connection, each by chance, as of calls of 100 ms of which many are there at once, glanced at as often as is meant. */
    private static SegmentRuns.Counts severalAtOnce(double perSecond) {
        Random random = new Random(7);
        double gap = 1e9 / perSecond / SegmentRuns.GLANCES;
        SegmentRuns runs = new SegmentRuns(one(0, 0), 0, 1e9 / perSecond / SegmentRuns.LEAST);
        double nextIn = 0;
        double nextOut = 0;
        int in = 0;
        int out = 0;
        for (double at = gap; at < 10e9; at += gap) {
            for (; nextIn < at; nextIn -= Math.log(random.nextDouble()) * 1e9 / perSecond) {
                in++;
            }
            for (; nextOut < at; nextOut -= Math.log(random.nextDouble()) * 1e9 / perSecond) {
                out++;
            }
            runs.glance(one(in, out), (long) at, (long) at);
        }
        return runs.counts();
    }

    private static TcpCounters one(long in, long out) {
        return Connections.established(new byte[TcpCounters.ID], 1, 0, 100 * out, 0, 10, 10, in, out);
    }

    /** So many segments each second on one of the connections. */
    private static Requests onOne(double in, int connections, SegmentRuns.Counts runs) {
        return onBusiest(in, in, connections, runs);
    }

    /** So many segments each second, most of them on one of the connections. */
    private static Requests onBusiest(double in, double most, int connections, SegmentRuns.Counts runs) {
        List<PortCount.Seen> seen = looks(
                0, i -> new RequestCounter.Tally(in, 0, 0, 0, 0, 0, 0, connections, most, 0, 1, 0, 0, 0, 3_000, 0.2));
        return new PortCount(seen, List.of(), runs, LOOKS).requests();
    }

    @Test
    void severalAtOnceAreNotCountedHoweverFastTheyFollowEachOther() {
        for (double rate : new double[] {200, 450, 560, 600, 800, 990}) {
            Requests requests = onOne(rate, 1, severalAtOnce(rate));
            assertThat(requests.completed()).as("at %s", rate).isEmpty();
            assertThat(requests.inFlight()).as("at %s", rate).isEmpty();
        }
    }

    @Test
    void oneAfterTheOtherIsCountedWhereAllAreAlike() {
        assertThat(onOne(900, 1, followed(1_000)).completed().orElseThrow().value())
                .isCloseTo(900, within(1.0));
    }

    @Test
    void idleConnectionsTakeNothingOffABusyOne() {
        assertThat(onOne(5_000, 10, followed(1_000)).completed()).isEmpty();
    }

    /** As where three more are asked whether they are still there, each second. */
    @Test
    void norDoThoseOnWhichHardlyAnythingComes() {
        assertThat(onBusiest(903, 900, 4, severalAtOnce(900)).completed()).isEmpty();
        assertThat(onBusiest(1_803, 1_800, 4, followed(1_000)).completed()).isEmpty();
        assertThat(onBusiest(1_800, 450, 4, followed(1_000)).completed()).isPresent();
    }

    /** One of ten has a body that comes by itself. */
    @Test
    void whatIsInFlightIsToldWhereSomeRequestsOfOneAtATimeHaveABody() {
        SegmentRuns.Counts runs = new SegmentRuns.Counts(
                new SegmentRuns.Sum(1_000, 1_100, 1_000, 1_000, 1_300), SegmentRuns.Sum.NONE, 0, 0);
        Requests requests = onOne(600, 1, runs);
        assertThat(requests.completed()).isEmpty();
        assertThat(requests.inFlight().orElseThrow().value()).isCloseTo(1, within(1e-9));
        assertThat(requests.how())
                .contains("those of one segment and of several")
                .doesNotContain("HTTP/2");
    }
}
