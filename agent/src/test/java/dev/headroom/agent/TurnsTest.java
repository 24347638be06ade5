package dev.headroom.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Under a clock that the test sets. */
class TurnsTest {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final double QUARTER = 0.25;

    /** Near its end, which a long service may live to see. */
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1);

    private final Turns turns = new Turns(clock::get);

    private void pass(long nanos) {
        clock.addAndGet(nanos);
    }

    /** Returns the share that was kept busy of that many milliseconds. */
    private double run(int millis, int waitsMillis) {
        Queue<long[]> waiting = new ArrayDeque<>();
        long free = 0;
        long before = turns.busyNanos();
        for (int now = 0; now < millis; ) {
            while (turns.untilDue() == 0) {
                waiting.add(new long[] {now + waitsMillis, turns.begin()});
            }
            if (!waiting.isEmpty() && waiting.element()[0] <= now && now >= free) {
                long length = turns.length(waiting.remove()[1]);
                long from = turns.take();
                int kept = (int) ((length + MILLI - 1) / MILLI);
                pass(kept * MILLI);
                now += kept;
                turns.end(length, turns.letGo(from));
            } else {
                pass(MILLI);
                now++;
            }
        }
        return (turns.busyNanos() - before) / (double) (millis * MILLI);
    }

    @Test
    void aShareOfTheTimeIsKeptBusy() {
        turns.rate(QUARTER);
        assertThat(run(10_000, 0)).isCloseTo(QUARTER, within(0.01));
    }

    @Test
    void theShareIsReachedWhereEachTurnWaitsForManyOthersFirst() {
        turns.rate(QUARTER);
        assertThat(run(20_000, 300)).isCloseTo(QUARTER, within(0.02));
    }

    @Test
    void aSmallShareIsOfTurnsThatAreLongBesideTheNoiseOfAScheduler() {
        turns.rate(0.001);
        pass(TimeUnit.SECONDS.toNanos(1));
        assertThat(turns.untilDue()).isZero();
        assertThat(turns.begin()).isEqualTo(Turns.SHORTEST_NANOS);
        assertThat(turns.untilDue()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
    }

    @Test
    void noMoreThanSoManyWaitAndNoneHoldsForLong() {
        turns.rate(QUARTER);
        int begun = 0;
        for (int i = 0; i < 10_000; i++) {
            pass(MILLI);
            while (turns.untilDue() == 0) {
                turns.begin();
                begun++;
            }
        }
        assertThat(begun).isEqualTo(Turns.MOST);
        assertThat(turns.length(10 * MILLI)).isEqualTo(Turns.LONGEST_NANOS);
    }

    @Test
    void whatIsHeldNowCounts() {
        turns.rate(QUARTER);
        turns.take();
        pass(7 * MILLI);
        assertThat(turns.busyNanos()).isEqualTo(7 * MILLI);
    }

    @Test
    void afterAStandstillItDoesNotRestForAsLong() {
        turns.rate(QUARTER);
        pass(TimeUnit.SECONDS.toNanos(1));
        long length = turns.begin();
        long from = turns.take();
        pass(TimeUnit.HOURS.toNanos(1));
        turns.end(length, turns.letGo(from));
        assertThat(turns.untilDue()).isLessThan(TimeUnit.SECONDS.toNanos(1));
    }
}
