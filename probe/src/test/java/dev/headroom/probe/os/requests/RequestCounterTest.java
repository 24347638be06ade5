package dev.headroom.probe.os.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.os.sockets.TcpCounters;
import dev.headroom.probe.os.sockets.TcpRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestCounterTest {

    private static final int PORT = 8080;

    private final RequestCounter turns = new RequestCounter(PORT);

    /** A connection whose last data came in {@code received} and went out {@code sent} milliseconds ago. */
    private static TcpCounters open(int cookie, long in, long out, long received, long sent) {
        return counters(cookie, TcpRow.ESTABLISHED, 0, received, sent, Math.min(received, sent), in, out);
    }

    private static TcpCounters closed(int cookie, long agoMillis) {
        return counters(cookie, TcpRow.TIME_WAIT, 60_000 - agoMillis, 0, 0, 0, 0, 0);
    }

    private static TcpCounters counters(
            int cookie, int state, long expires, long received, long sent, long ack, long in, long out) {
        return Connections.counters(
                (byte) 10, Connections.id(PORT, cookie), cookie, state, expires, 0, 0, 0, sent, received, ack, in, out);
    }

    private static TcpCounters wrote(int cookie, long bytes) {
        return Connections.established(Connections.id(PORT, cookie), cookie, bytes, 5, 9, 5, 1, 1);
    }

    private RequestCounter.Tally look(TcpCounters... now) {
        return look(List.of(now), List.of(), List.of());
    }

    private RequestCounter.Tally look(List<TcpCounters> now, List<TcpCounters> besides, List<TcpCounters> closed) {
        return turns.look(now, besides, closed, 100, 1);
    }

    @Test
    void aRequestIsInFlightWhereDataCameInAfterDataWentOut() {
        look(open(1, 5, 5, 40, 20), open(2, 5, 4, 20, 40));
        RequestCounter.Tally tally = look(open(1, 6, 6, 10, 8), open(2, 7, 6, 4, 40));
        assertThat(tally.in()).isEqualTo(3);
        assertThat(tally.inFlight()).isEqualTo(1);
        assertThat(tally.open()).isZero();
    }

    @Test
    void theOldestRequestIsTheOneWhoseDataCameFirst() {
        look(open(1, 5, 5, 400, 20), open(2, 5, 5, 900, 400), open(3, 5, 5, 800, 700));
        RequestCounter.Tally tally = look(open(1, 6, 5, 90, 120), open(2, 6, 5, 60, 500), open(3, 5, 5, 900, 800));
        assertThat(tally.inFlight()).isEqualTo(2);
        assertThat(tally.oldest()).isEqualTo(0.1);
        assertThat(look(open(1, 6, 6, 190, 20)).oldest()).isZero();
    }

    @Test
    void withinOneTickTheNumbersOfSegmentsTellWhetherTheLastRequestIsAnswered() {
        look(open(1, 100, 200, 40, 20), open(2, 100, 200, 40, 20));
        look(open(1, 200, 400, 40, 20), open(2, 200, 400, 40, 20));
        RequestCounter.Tally tally = look(open(1, 300, 600, 4, 4), open(2, 300, 598, 4, 4));
        assertThat(tally.inFlight()).isEqualTo(1);
        assertThat(tally.open()).isZero();
    }

    @Test
    void withinOneTickAnswersOfDifferentLengthsLeaveItOpen() {
        look(open(1, 100, 250, 40, 20));
        look(open(1, 200, 530, 40, 20));
        RequestCounter.Tally tally = look(open(1, 300, 777, 4, 4));
        assertThat(tally.open()).isEqualTo(1);
        assertThat(tally.inFlight()).isZero();
    }

    /** Requests of two segments, of which one in {@code together} came as one; each is answered by two segments before the next. */
    private RequestCounter.Tally pairs(int together) {
        long in = 0;
        long out = 0;
        for (int i = 0; i < 400; i++) {
            in += (i + 1) % together == 0 ? 1 : 2;
            out += 2;
            boolean inFlight = i % 3 == 0;
            turns.look(
                    List.of(open(1, in, inFlight ? out - 2 : out, inFlight ? 10 : 40, inFlight ? 40 : 10)),
                    List.of(),
                    List.of(),
                    100,
                    2);
        }
        // four more requests at once, of which nothing tells but the numbers
        return turns.look(List.of(open(1, in + 8, out + 6, 4, 4)), List.of(), List.of(), 100, 2);
    }

    @Test
    void theNumbersOfSegmentsAreHeardAsLongAsTheClockSaysTheSame() {
        RequestCounter.Tally tally = pairs(Integer.MAX_VALUE);
        assertThat(tally.inFlight()).isEqualTo(1);
        assertThat(tally.open()).isZero();
    }

    /** Of the first request, which nobody saw, two segments came as one: since then the numbers lie. */
    private static RequestCounter.Tally neverIdle(long received, long answered) {
        RequestCounter turns = new RequestCounter(PORT);
        long in = 1;
        long out = 2;
        for (int i = 0; i < 100; i++) {
            in += 2;
            turns.look(List.of(open(1, in, out, received, 40)), List.of(), List.of(), 100, 2);
            out += 2;
        }
        return turns.look(List.of(open(1, in + 2, out + answered, 4, 4)), List.of(), List.of(), 100, 2);
    }

    @Test
    void whoIsNeverSeenIdleIsFollowedFromARequestThatHasAllCome() {
        assertThat(neverIdle(20, 2).open()).isZero();
        assertThat(neverIdle(20, 2).inFlight()).isZero();
        assertThat(neverIdle(20, 0).inFlight()).isEqualTo(1);
        assertThat(neverIdle(5, 2).inFlight())
                .as("the second segment may be on its way")
                .isEqualTo(1);
    }

    @Test
    void whereTheKernelSendsPiecesTogetherTheNumbersOfSegmentsAreNotHeard() {
        RequestCounter.Tally tally = pairs(10);
        assertThat(tally.open()).isEqualTo(1);
        assertThat(tally.inFlight()).isZero();
    }

    @Test
    void afterOneRequestAndOneAnswerWithinOneTickItIsAsItWas() {
        look(open(1, 5, 9, 20, 40), open(2, 5, 9, 40, 20));
        look(open(1, 6, 11, 40, 40), open(2, 6, 11, 40, 40));
        RequestCounter.Tally tally = look(open(1, 6, 11, 140, 140), open(2, 6, 11, 140, 140));
        assertThat(tally.inFlight()).isEqualTo(1);
        assertThat(tally.open()).isZero();
    }

    @Test
    void whoeverWaitedAndAskedAgainMayHaveBeenAnsweredTwice() {
        look(open(1, 5, 9, 20, 40), open(2, 5, 9, 20, 40), open(3, 5, 9, 20, 40));
        // answered and asked again; answered twice, too; asked once more, but not answered
        RequestCounter.Tally tally = look(open(1, 6, 11, 40, 40), open(2, 6, 13, 40, 40), open(3, 6, 9, 40, 40));
        assertThat(tally.inFlight()).isEqualTo(1);
        assertThat(tally.open()).isEqualTo(2);
    }

    @Test
    void whoeverWasIdleAndAskedIsAnsweredWhereDataWentOutSince() {
        look(open(1, 5, 9, 40, 20), open(2, 5, 9, 40, 20));
        RequestCounter.Tally tally = look(open(1, 6, 14, 40, 40), open(2, 6, 9, 40, 40));
        assertThat(tally.inFlight()).isEqualTo(1);
        assertThat(tally.open()).isZero();
    }

    @Test
    void connectionsThatCameAndWentBetweenTwoLooksAreThoseThatTheKernelRemembersAsClosedSince() {
        look(open(1, 1, 0, 10, 20));
        RequestCounter.Tally tally = look(
                List.of(open(2, 1, 0, 10, 20)), List.of(), List.of(closed(1, 30), closed(3, 50), closed(4, 5_000)));
        assertThat(tally.met()).isEqualTo(1);
        assertThat(tally.gone()).isEqualTo(1);
        assertThat(tally.traced()).isEqualTo(1);
        assertThat(tally.missed()).isEqualTo(1);
    }

    @Test
    void aClosedConnectionWhoseClientIsSlowToTakeTheAnswerIsCountedOnce() {
        look(List.of(open(1, 1, 1, 9, 5)), List.of(), List.of());
        TcpCounters ending = counters(1, 4, 200, 0, 0, 0, 0, 0);
        assertThat(look(List.of(), List.of(), List.of(ending)).gone()).isEqualTo(1);
        assertThat(look(List.of(), List.of(), List.of(ending)).missed()).isZero();
        assertThat(look().missed()).as("a look that asks for none").isZero();
        assertThat(look(List.of(), List.of(), List.of(closed(1, 50))).missed()).isZero();
        assertThat(look(List.of(), List.of(), List.of(closed(2, 50))).missed())
                .as("another is another")
                .isEqualTo(1);
    }

    @Test
    void whatIsLeftOpenIsToldByWhatComesNext() {
        look(open(1, 5, 9, 8, 8), open(2, 5, 9, 8, 8), open(3, 5, 9, 8, 8), open(4, 5, 9, 8, 8));
        // answered and asked again; asked; answered; asked and answered
        RequestCounter.Tally tally =
                look(open(1, 6, 12, 10, 40), open(2, 6, 9, 10, 108), open(3, 5, 12, 108, 10), open(4, 6, 12, 40, 10));
        assertThat(tally.told()).isEqualTo(4);
        assertThat(tally.toldInFlight()).isEqualTo(2);
    }

    @Test
    void whatWasWrittenIsThatSinceTheLookBeforeAndAllOfNewConnections() {
        assertThat(look(wrote(1, 5_000)).written()).isZero();
        assertThat(look(wrote(1, 5_300), wrote(2, 200)).written()).isEqualTo(500);
        assertThat(look(wrote(2, 200)).written()).isZero();
    }

    @Test
    void aClosedConnectionThatFewLooksSawWasThereBriefly() {
        look(open(1, 1, 0, 10, 20));
        look(open(2, 1, 0, 10, 20), open(3, 1, 0, 10, 20));
        look(open(3, 1, 0, 110, 120));
        RequestCounter.Tally tally = look(open(3, 1, 0, 210, 220), open(4, 1, 0, 10, 20));
        assertThat(tally.brief()).isZero();
        assertThat(look(open(3, 1, 0, 310, 320)).brief()).isEqualTo(1);
        assertThat(look().brief()).isZero();
    }

    @Test
    void whatComesOnAConnectionThatIsLeftOutForAWhileIsNotCountedLater() {
        look(List.of(open(1, 5, 5, 40, 20)), List.of(open(2, 900, 900, 40, 20)), List.of());
        RequestCounter.Tally counted = look(open(1, 6, 6, 40, 20), open(2, 902, 902, 40, 20));
        assertThat(counted.in()).isEqualTo(3);
        assertThat(counted.most()).isEqualTo(2);
        assertThat(counted.met()).isZero();
        assertThat(counted.connections()).isEqualTo(2);

        RequestCounter.Tally leftOut =
                look(List.of(open(1, 7, 7, 40, 20)), List.of(open(2, 990, 990, 20, 40)), List.of());
        assertThat(leftOut.in()).isEqualTo(1);
        assertThat(leftOut.inFlight()).isZero();
        assertThat(leftOut.connections()).isEqualTo(1);
        assertThat(leftOut.gone()).isZero();
        assertThat(leftOut.lost()).isZero();

        RequestCounter.Tally closed = look(List.of(open(1, 7, 7, 140, 120)), List.of(), List.of(closed(2, 50)));
        assertThat(closed.gone()).isZero();
        assertThat(closed.missed()).isZero();
    }
}
