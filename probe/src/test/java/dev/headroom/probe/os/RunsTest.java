package dev.headroom.probe.os;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunsTest {

    private static final long MILLI = 1_000_000;

    private final Runs runs = new Runs(now(0, 0), 0, 20 * MILLI);
    private long at;
    private long in;
    private long out;

    /** Idle, with everything acknowledged. */
    private static TcpCounters now(long in, long out) {
        return new TcpCounters(
                (byte) 2, new byte[TcpCounters.ID], 1, TcpRow.ESTABLISHED, 0, 0, 0, 1, 0, 0, 10, 10, in, out);
    }

    private void after(long nanos, int segmentsIn, int segmentsOut) {
        at += nanos;
        in += segmentsIn;
        out += segmentsOut;
        runs.glance(now(in, out), at, at);
    }

    @Test
    void whatComesInUntilSomethingGoesOutIsOneRequest() {
        after(MILLI, 1, 0);
        after(MILLI / 10, 2, 0);
        after(MILLI, 0, 1);
        after(MILLI, 1, 0);
        after(MILLI, 0, 4);
        assertThat(runs.counts()).isEqualTo(new Runs.Counts(2, 4, 10, 0, 0));
    }

    @Test
    void anAnswerAndTheNextRequestBetweenTwoGlancesAreTwoRequests() {
        after(MILLI, 1, 0);
        after(10 * MILLI, 1, 1);
        after(10 * MILLI, 1, 1);
        assertThat(runs.counts()).isEqualTo(new Runs.Counts(3, 3, 3, 0, 0));
    }

    @Test
    void whatPassesWhileNobodyLooksIsNotCounted() {
        after(MILLI, 1, 0);
        after(MILLI, 0, 1);
        after(30 * MILLI, 7, 7);
        after(MILLI, 2, 0);
        after(MILLI, 0, 1);
        assertThat(runs.counts()).isEqualTo(new Runs.Counts(2, 3, 5, 0, 0));
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
}
