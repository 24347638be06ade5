package dev.headroom.agent.moves;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.agent.catalogue.Catalogue;
import dev.headroom.agent.limits.Limit;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Of a pool of four whose maximum is raised to eight and lowered again. */
@Timeout(60)
class ExcessIT {

    private static final int FOUR = 4;
    private static final int EIGHT = 8;

    private final Pool pool = new Pool();
    private final Limit limit = limit("");

    /** That tells what it has. */
    private final Limit telling = limit("\nobjects: idle\nobject: inside");

    private Limit limit(String more) {
        return new Limit(
                pool,
                null,
                Catalogue.parse("[pool]\nkind: object-pool\ntitle: a pool\nclass: " + Pool.class.getName()
                                + "\ncapacity: most\nset: setMost(n)\ntotal: total\ntake: borrow(ms)\ndiscard: discard(o)"
                                + "\nown: inside\ngive-back: giveBack(o)\ntake-unless: bound" + more)
                        .of(Pool.class)
                        .get(0),
                Movable.UNKNOWN);
    }

    @Test
    void whatItHadBeforeStaysWhereItTellsWhatThatIs() throws Exception {
        pool.fill(FOUR);
        List<Object> before = List.copyOf(pool.idle);
        for (int turn = 0; turn < FOUR; turn++) {
            telling.move(telling.capacity(), EIGHT);
            pool.fill(EIGHT);
            telling.move(telling.capacity(), FOUR);
            assertThat(telling.settle()).isEmpty();
        }
        until(() -> Set.copyOf(pool.idle).equals(Set.copyOf(before))); // one of us may have one still, or take one
    }

    @Test
    @Tag("nightly")
    void whatItHadBeforeGoesWhereNothingElseComes() throws Exception {
        pool.fill(FOUR);
        List<Object> before = List.copyOf(pool.idle);
        telling.move(telling.capacity(), EIGHT);
        List<Object> own = pool.useAll();
        pool.fill(EIGHT);
        pool.useAll();
        telling.move(telling.capacity(), FOUR);
        own.forEach(pool::giveBack);

        assertThat(telling.settle()).isEmpty();
        assertThat(own).isEqualTo(before);
        assertThat(pool.total()).isEqualTo(FOUR);
    }

    private void raise() throws Exception {
        pool.fill(FOUR);
        limit.move(limit.capacity(), EIGHT);
        pool.fill(EIGHT);
    }

    /** Says what it is still. */
    private String lower() throws Exception {
        limit.move(limit.capacity(), FOUR);
        return limit.settle();
    }

    @Test
    void whatIsBeyondTheMaximumIsGoneWhenTheMoveIsDone() throws Exception {
        raise();
        assertThat(lower()).isEmpty();
        assertThat(pool.total()).isEqualTo(FOUR);
        until(() -> pool.idle.size() == FOUR); // one of us may have one still
    }

    @Test
    void aPoolThatHasNoMoreThanItsMaximumIsLeftAlone() throws Exception {
        pool.fill(FOUR);
        limit.move(limit.capacity(), EIGHT);
        assertThat(lower()).isEmpty();
        assertThat(pool.takes).hasValue(0);
    }

    @Test
    void noMoreWaitInItsLineThanThereAreTooMany() throws Exception {
        raise();
        List<Object> used = pool.useAll();
        limit.set(List.of(FOUR));
        limit.set(List.of(FOUR - 1)); // five are too many now
        until(() -> pool.waiting.get() == 5);
        used.forEach(pool::giveBack);
        until(() -> pool.total() == FOUR - 1);
        assertThat(pool.mostWaiting).hasValue(5);
    }

    @Test
    void itsSettingIsPutBackAtOnceThoughAllIsInUse() throws Exception {
        raise();
        List<Object> used = pool.useAll();

        limit.set(List.of(FOUR));

        assertThat(limit.settings()).containsExactly(FOUR);
        assertThat(pool.total()).isEqualTo(EIGHT);
        used.forEach(pool::giveBack);
        until(() -> pool.total() == FOUR);
    }

    @Test
    void whatIsNoLongerTooMuchWhenItIsTakenIsGivenBack() throws Exception {
        raise();
        List<Object> used = pool.useAll();
        limit.set(List.of(FOUR));
        until(() -> pool.waiting.get() == FOUR);
        limit.move(limit.capacity(), EIGHT);

        used.forEach(pool::giveBack);

        until(() -> pool.givenBack.get() == EIGHT + FOUR && pool.idle.size() == EIGHT);
        assertThat(pool.takes).hasValue(FOUR);
    }

    @Test
    void whatAPoolHandsOutInAWrapperIsDiscardedWithoutIt() throws Exception {
        pool.wraps = true;
        raise();
        assertThat(lower()).isEmpty();
        assertThat(pool.total()).isEqualTo(FOUR);
    }

    @Test
    void whatCannotBeDiscardedIsGivenBackAndNoneIsTakenAgain() throws Exception {
        raise();
        pool.keeps = true;
        assertThat(lower())
                .isEqualTo("a pool keeps 4 more than its maximum for now:"
                        + " java.lang.IllegalStateException: cannot be discarded: an object");
        until(() -> pool.idle.size() == EIGHT); // of several takers one may not be done when the first has told
        assertThat(pool.takes.get()).isPositive().isLessThanOrEqualTo(FOUR);
    }

    @Test
    void aPoolThatIsClosedIsAskedNoMore() throws Exception {
        raise();
        pool.closed = true;
        assertThat(lower()).contains("keeps 4 more", "closed");
        assertThat(pool.takes.get()).isPositive().isLessThanOrEqualTo(FOUR);
        assertThat(pool.total()).isEqualTo(EIGHT);
    }

    /** Those that wait when one is refused still wait when it is lowered again. */
    @Test
    void whoeverWaitsInItsLineForAnEarlierMoveCountsForTheNextAndDiscardsNothing() throws Exception {
        List<Thread> others = shedders();
        raise();
        List<Object> used = pool.useAll();
        pool.refuses.set(true);
        limit.set(List.of(FOUR));
        until(() -> pool.waiting.get() == FOUR - 1
                && shedders(others) == FOUR - 1); // one was refused, so that no more come
        assertThat(pool.refuses).isFalse();

        limit.set(List.of(FOUR - 1)); // five are too many now
        until(() -> pool.waiting.get() == 5);
        used.forEach(pool::giveBack);

        until(() -> pool.total() == FOUR - 1);
        until(() -> shedders(others) <= 1);
        assertThat(pool.mostWaiting).hasValue(5);
        assertThat(pool.total()).isEqualTo(FOUR - 1);
        assertThat(pool.idle).hasSize(FOUR - 1);
        assertThat(pool.givenBack).hasValueGreaterThanOrEqualTo(EIGHT + FOUR - 1);
    }

    @Test
    void whatThePoolHadNoMemoryToTakeBackIsGivenBackOnceItHas() throws Exception {
        raise();
        pool.keeps = true;
        pool.isFull.set(true);

        assertThat(lower()).contains("keeps 4 more");

        until(() -> pool.idle.size() == EIGHT);
        assertThat(pool.isFull).isFalse();
    }

    @Test
    void whatItHadBeyondItsMaximumBeforeItWasMovedStays() throws Exception {
        pool.fill(6);
        limit.move(limit.capacity(), EIGHT);
        pool.fill(EIGHT);
        assertThat(lower()).isEmpty();
        assertThat(pool.total()).isEqualTo(6);
    }

    @Test
    void whatWasOnItsWayWhenItWasLoweredGoesAsWell() throws Exception {
        pool.fill(FOUR);
        limit.move(limit.capacity(), EIGHT);
        assertThat(lower()).isEmpty();

        pool.fill(6);

        until(() -> pool.total() == FOUR && pool.idle.size() == FOUR);
    }

    @Test
    void whoMeasuresIsToldThatAllIsInUseStill() throws Exception {
        raise();
        List<Object> used = pool.useAll();

        assertThat(lower()).isEqualTo("a pool keeps 4 more than its maximum for now: it gave none of them back");

        used.forEach(pool::giveBack);
        until(() -> pool.total() == FOUR);
    }

    @Test
    @Tag("nightly")
    void whatItsOwnerLeftBeyondItsMaximumMeanwhileStays() throws Exception {
        raise();
        assertThat(lower()).isEmpty();
        until(() -> ownerFills(6) && pool.total() == 6 && !isAtWork());

        limit.begin();
        limit.move(limit.capacity(), EIGHT);
        pool.fill(EIGHT);

        assertThat(lower()).isEmpty();
        assertThat(pool.total()).isEqualTo(6);
    }

    /** Once we have gone. */
    private boolean ownerFills(int to) {
        if (!isAtWork()) {
            pool.fill(to);
        }
        return true;
    }

    private static boolean isAtWork() {
        return !shedders().isEmpty();
    }

    private static List<Thread> shedders() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("headroom-shed"))
                .toList();
    }

    /** @param others of earlier pools */
    private static long shedders(List<Thread> others) {
        return shedders().stream().filter(thread -> !others.contains(thread)).count();
    }

    @Test
    void whatSomebodyElseHasPutBackIsShedAsWell() throws Exception {
        pool.fill(FOUR);
        Moved moved = new Moved(limit, limit.setting(), "a pool", limit.settings());
        limit.move(limit.capacity(), EIGHT);
        moved.ended(limit.settings());
        pool.fill(EIGHT);
        pool.setMost(FOUR);

        moved.leave();
        moved.putBack("Headroom says so");

        until(() -> pool.total() == FOUR);
    }

    @Tag("nightly")
    @Test
    void whereTakingOneMayCostAnotherPartItsOwnItDoesNotComeBackAndNoneIsTaken() throws Exception {
        assertThat(limit.comesBack()).isTrue();
        pool.bound = 12;
        assertThat(limit.comesBack()).isFalse();

        raise();
        assertThat(lower()).contains("keeps 4 more");

        assertThat(pool.takes).hasValue(0);
    }

    private static void until(Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            Thread.sleep(1);
        }
    }

    /** As those of libraries. */
    record Wrapper(Object inside) {}

    static final class Pool {

        private final ConcurrentLinkedQueue<Object> idle = new ConcurrentLinkedQueue<>();
        private final Semaphore free = new Semaphore(0, true);
        private final AtomicInteger total = new AtomicInteger();
        private final AtomicInteger takes = new AtomicInteger();
        private final AtomicInteger waiting = new AtomicInteger();
        private final AtomicInteger mostWaiting = new AtomicInteger();
        private final AtomicInteger givenBack = new AtomicInteger();
        private volatile int most = FOUR;
        private volatile int bound = -1;
        private volatile boolean keeps;
        private volatile boolean wraps;
        private volatile boolean closed;
        private final AtomicBoolean isFull = new AtomicBoolean();

        /** One of those that ask it, once three others wait. */
        private final AtomicBoolean refuses = new AtomicBoolean();

        void fill(int to) {
            for (int i = total(); i < to; i++) {
                total.incrementAndGet();
                idle.add(new Object() {
                    @Override
                    public String toString() {
                        return "an object";
                    }
                });
                free.release();
            }
        }

        List<Object> useAll() {
            List<Object> used = List.copyOf(idle);
            idle.clear();
            free.drainPermits();
            return used;
        }

        int total() {
            return total.get();
        }

        void setMost(int now) {
            most = now;
        }

        Object borrow(Duration longest) throws InterruptedException {
            takes.incrementAndGet();
            if (closed) {
                throw new IllegalStateException("closed");
            }
            if (refuses.compareAndSet(true, false)) {
                while (waiting.get() < FOUR - 1) {
                    Thread.onSpinWait();
                }
                throw new IllegalStateException("refused");
            }
            mostWaiting.accumulateAndGet(waiting.incrementAndGet(), Math::max);
            try {
                if (!free.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS)) {
                    throw new IllegalStateException("none was free for " + longest);
                }
                Object one = Objects.requireNonNull(idle.poll());
                return wraps ? new Wrapper(one) : one;
            } finally {
                waiting.decrementAndGet();
            }
        }

        void discard(Object object) {
            if (keeps || object instanceof Wrapper) {
                throw new IllegalStateException("cannot be discarded: " + object);
            }
            total.decrementAndGet();
        }

        void giveBack(Object object) {
            if (isFull.compareAndSet(true, false)) {
                throw new OutOfMemoryError("Java heap space");
            }
            givenBack.incrementAndGet();
            idle.add(object);
            free.release();
        }
    }
}
