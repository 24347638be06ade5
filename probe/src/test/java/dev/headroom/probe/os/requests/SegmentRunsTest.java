package dev.headroom.probe.os.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.probe.os.sockets.TcpCounters;
import org.junit.jupiter.api.Test;

class SegmentRunsTest {

    private static final long MILLI = 1_000_000;

    private final SegmentRuns runs = new SegmentRuns(now(0, 0), 0, 20 * MILLI);
    private long at;
    private long in;
    private long out;

    /** Idle, with everything acknowledged. */
    private static TcpCounters now(long in, long out) {
        return now(in, out, 0, 100 * out);
    }

    private static TcpCounters now(long in, long out, long unwritten, long written) {
        return Connections.established(new byte[TcpCounters.ID], 1, unwritten, written, 0, 10, 10, in, out);
    }

    private void after(long nanos, int segmentsIn, int segmentsOut) {
        at += nanos;
        in += segmentsIn;
        out += segmentsOut;
        runs.glance(now(in, out), at, at);
    }

    private static SegmentRuns.Counts told(int runs, double in, int answered, double out, double squares) {
        return new SegmentRuns.Counts(
                new SegmentRuns.Sum(runs, in, answered, out, squares), SegmentRuns.Sum.NONE, 0, 0);
    }

    /** Of a lock that lets many past at once: one that waits, then some that follow each other without a glance between. */
    @Test
    void aBurstOfRequestsIsNotOneOfManySegments() {
        SegmentRuns.Counts all = SegmentRuns.Counts.NONE;
        for (int i = 0; i < 10; i++) {
            SegmentRuns one = new SegmentRuns(now(0, 0), 0, 20 * MILLI);
            one.glance(now(1, 0), 5 * MILLI, 5 * MILLI);
            one.glance(now(7, 6), 10 * MILLI, 10 * MILLI);
            one.glance(now(8, 7), 15 * MILLI, 15 * MILLI);
            one.glance(now(8, 7), 20 * MILLI, 20 * MILLI);
            all = all.plus(one.counts());
        }
        assertThat(all.lumped().runs()).isEqualTo(10);
        assertThat(all.perRequest()).isEqualTo(1);
    }

    @Test
    void soItIsWhereNobodySeesWhatIsAnsweredAlone() {
        SegmentRuns.Counts all = SegmentRuns.Counts.NONE;
        for (int i = 0; i < 10; i++) {
            SegmentRuns one = new SegmentRuns(now(0, 0), 0, 20 * MILLI);
            one.glance(now(6, 5), 5 * MILLI, 5 * MILLI);
            SegmentRuns waits = new SegmentRuns(now(0, 0), 0, 20 * MILLI);
            waits.glance(now(1, 0), 5 * MILLI, 5 * MILLI);
            all = all.plus(one.counts()).plus(waits.counts());
        }
        assertThat(all.perRequest()).isEqualTo(1);
    }

    @Test
    void aRequestOfManySegmentsThatIsAnsweredAtOnceIsOne() {
        for (int i = 0; i < 10; i++) {
            after(5 * MILLI, 3, 1);
            after(5 * MILLI, 1, 1);
            after(5 * MILLI, 1, 1);
        }
        assertThat(runs.counts().perRequest()).isCloseTo(5.0 / 3, within(1e-9));
    }

    @Test
    void whatComesInUntilSomethingGoesOutIsOneRequest() {
        after(MILLI, 1, 0);
        after(MILLI / 10, 2, 0);
        after(MILLI, 0, 1);
        after(MILLI, 1, 0);
        after(MILLI, 0, 4);
        assertThat(runs.counts()).isEqualTo(told(2, 4, 2, 5, 10));
    }

    @Test
    void anAnswerAndTheNextRequestBetweenTwoGlancesAreTwoRequests() {
        after(MILLI, 1, 0);
        after(10 * MILLI, 1, 1);
        after(10 * MILLI, 1, 1);
        assertThat(runs.counts()).isEqualTo(told(3, 3, 2, 2, 3));
    }

    @Test
    void whatPassesWhileNobodyLooksIsNotCounted() {
        after(MILLI, 1, 0);
        after(MILLI, 0, 1);
        after(30 * MILLI, 7, 7);
        after(MILLI, 2, 0);
        after(MILLI, 0, 1);
        assertThat(runs.counts()).isEqualTo(told(2, 3, 2, 2, 5));
    }

    @Test
    void whatComesWhileARequestIsOutForAWhileMayBeAnotherOne() {
        after(MILLI, 1, 0);
        after(3 * MILLI, 0, 0);
        after(3 * MILLI, 1, 0);
        after(MILLI, 0, 2);
        assertThat(runs.counts().late()).isEqualTo(1);
    }

    @Test
    void anAnswerThatRestsIsToldFromOneThatTheLineHoldsUp() {
        after(MILLI, 1, 0);
        after(MILLI, 0, 1);
        after(3 * MILLI, 0, 0);
        after(3 * MILLI, 0, 1);
        assertThat(runs.counts().pieces()).isEqualTo(1);
    }

    /** As Nagle's algorithm and a client that acknowledges late do it: three pieces go out as two. */
    @Test
    void anAnswerThatRestsIsToldWhereItsPiecesWaitForAnAcknowledgement() {
        runs.glance(now(1, 0, 0, 0), MILLI, MILLI);
        runs.glance(now(1, 1, 100, 100), 2 * MILLI, 2 * MILLI);
        runs.glance(now(1, 1, 200, 200), 9 * MILLI, 9 * MILLI);
        runs.glance(now(1, 2, 100, 200), 16 * MILLI, 16 * MILLI);
        assertThat(runs.counts().pieces()).isEqualTo(1);
    }

    @Test
    void anAnswerThatFillsTheLineDoesNotRest() {
        runs.glance(now(1, 0, 0, 0), MILLI, MILLI);
        runs.glance(now(1, 4, 9_000, 12_000), 2 * MILLI, 2 * MILLI);
        runs.glance(now(1, 7, 9_000, 15_000), 9 * MILLI, 9 * MILLI);
        runs.glance(now(1, 10, 9_000, 18_000), 16 * MILLI, 16 * MILLI);
        assertThat(runs.counts().pieces()).isZero();
    }

    /** Where looks are rare, what comes between the look that chose a connection and the first glance at it may be as much as is followed: it is no sign of too few glances. */
    @Test
    void whatCameBeforeTheFirstGlanceIsNotGlancedAt() {
        after(100 * MILLI, 7, 7);
        assertThat(runs.segments()).isZero();
        after(5 * MILLI, 1, 0);
        after(5 * MILLI, 0, 1);
        assertThat(runs.segments()).isEqualTo(1);
        assertThat(runs.counts()).isEqualTo(told(1, 1, 1, 1, 1));
    }
}
