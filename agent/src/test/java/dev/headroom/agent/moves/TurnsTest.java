package dev.headroom.agent.moves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.agent.moves.Turns.Bounds;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Under a clock that the test sets. */
class TurnsTest {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final double QUARTER = 0.25;
    private static final double HALF = 0.5;

    /** Near its end, which a long service may live to see. */
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1);

    private Turns turns = new Turns(clock::get, Bounds.LAUNCHED, 1, 0);

    /** Those before the lock, in their order: when a turn of ours has begun, or where it is none. */
    private final Queue<Long> queue = new ArrayDeque<>();

    private static final long THEIRS = Long.MIN_VALUE;

    private int empty;

    private void pass(long nanos) {
        clock.addAndGet(nanos);
    }

    private void passWhileTurnsCome(long nanos) {
        for (long left = nanos; left > 0; left -= Math.min(left, MILLI)) {
            if (turns.untilDue() == 0) {
                queue.add(turns.begin());
            }
            pass(Math.min(left, MILLI));
        }
    }

    /** Each of the others holds for so long and comes again at once. Returns the share of ours. */
    private double run(int seconds, long holds) {
        long begin = clock.get();
        long before = turns.busyNanos();
        while (clock.get() - begin < TimeUnit.SECONDS.toNanos(seconds)) {
            Long next = queue.poll();
            if (next == null) {
                passWhileTurnsCome(MILLI);
            } else if (next == THEIRS) {
                passWhileTurnsCome(holds);
                queue.add(THEIRS);
            } else {
                hold(next);
            }
        }
        return (turns.busyNanos() - before) / (double) (clock.get() - begin);
    }

    private void hold(long begun) {
        long length = turns.grant(begun);
        long from = turns.take();
        passWhileTurnsCome(length);
        empty += length == 0 ? 1 : 0;
        turns.end(begun, length, turns.letGo(from));
    }

    private void others(int users) {
        for (int i = 0; i < users; i++) {
            queue.add(THEIRS);
        }
    }

    @Test
    void aShareOfTheTimeIsKeptBusy() {
        turns.rate(QUARTER);
        assertThat(run(10, 0)).isCloseTo(QUARTER, within(0.01));
    }

    @Test
    void halfIsReachedBehindOthersAsSoonAsItIsAskedForAndIsGoneAsSoon() {
        others(20);
        run(6, 100 * MILLI);
        for (int window = 0; window < 4; window++) {
            turns.rate(HALF);
            assertThat(run(1, 100 * MILLI)).isCloseTo(HALF, within(0.1));
            turns.rate(0);
            assertThat(run(1, 100 * MILLI)).isZero();
        }
    }

    @Test
    void behindALongQueueNoWindowIsWithoutAShareOnceItHasGoneRound() {
        others(60);
        run(8, 100 * MILLI);
        double most = Bounds.LAUNCHED.most() * Bounds.LAUNCHED.longestNanos();
        double reached = most / (60 * 100 * MILLI + most);
        for (int window = 0; window < 6; window++) {
            turns.rate(HALF);
            assertThat(run(2, 100 * MILLI)).isBetween(reached / 2, reached + 0.1);
            turns.rate(0);
            run(1, 100 * MILLI);
        }
    }

    @Test
    void behindALongQueueThatIsKnownEachWindowHasTheWholeShareAfterItsFirstRound() {
        turns = new Turns(clock::get, Bounds.LAUNCHED, 1, TimeUnit.SECONDS.toNanos(6));
        others(60);
        run(6, 100 * MILLI);
        double most = Bounds.LAUNCHED.most() * Bounds.LAUNCHED.longestNanos();
        double reached = most / (60 * 100 * MILLI + most);
        for (int window = 0; window < 5; window++) {
            turns.rate(HALF);
            assertThat(run(1, 100 * MILLI)).as("window %d", window).isBetween(0.75 * reached, reached + 0.1);
            turns.rate(0);
            run(1, 100 * MILLI);
        }
    }

    @Test
    void whereNobodyWaitsTurnsComeNoMoreOftenThanTheyMay() {
        run(1, 0);
        assertThat(empty).isBetween(150, 201);
    }

    @Test
    void dearTurnsComeLessOften() {
        for (int i = 0; i < 50; i++) {
            turns.end(turns.begin(), 0, MILLI);
        }
        assertThat(turns.untilDue()).isEqualTo(25 * MILLI);
    }

    @Test
    void whereItIsShortNoneHoldsForLong() {
        turns.rate(HALF);
        pass(TimeUnit.SECONDS.toNanos(1));
        assertThat(turns.grant(clock.get())).isEqualTo(Turns.LONG_NANOS);
    }

    @Test
    void oneThatGoesPastTheOthersDoesNotBringAllAtOnce() {
        long begun = turns.begin();
        turns.end(begun, turns.grant(begun), 0);
        passWhileTurnsCome(TimeUnit.SECONDS.toNanos(1));
        assertThat(turns.open()).isBetween(8, 32);
    }

    @Test
    void turnsThatALoopRunsAllAtOnceMakeGoodWhatFellDueMeanwhile() {
        long begin = clock.get();
        turns.rate(HALF);
        for (int round = 0; round < 10; round++) {
            passWhileTurnsCome(TimeUnit.SECONDS.toNanos(1));
            for (int run = queue.size(); run > 0; run--) {
                hold(queue.remove());
            }
        }
        assertThat(turns.busyNanos() / (double) (clock.get() - begin)).isBetween(0.2, HALF);
    }

    @Test
    void ofAnotherJvmFewerWait() {
        Turns joined = new Turns(clock::get, Bounds.JOINED, 1, 0);
        int begun = 0;
        for (int i = 0; i < 1_000_000; i++) {
            pass(MILLI);
            if (joined.untilDue() == 0) {
                joined.begin();
                begun++;
            }
        }
        assertThat(begun).isEqualTo(32);
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
        long begun = turns.begin();
        long length = turns.grant(begun);
        long from = turns.take();
        pass(TimeUnit.HOURS.toNanos(1));
        turns.end(begun, length, turns.letGo(from));
        pass(TimeUnit.SECONDS.toNanos(1));
        assertThat(turns.grant(turns.begin())).isPositive();
    }
}
