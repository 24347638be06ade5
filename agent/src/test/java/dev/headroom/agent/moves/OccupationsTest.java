package dev.headroom.agent.moves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.agent.Tasks;
import dev.headroom.agent.jvm.Internals;
import dev.headroom.agent.jvm.Parent;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Under a clock of the lease that the test sets. */
class OccupationsTest {

    private static final double HALF = 0.5;
    private static final double QUARTER = 0.25;

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1);
    private final Lease lease = new Lease(clock::get);
    private final Occupations occupations = new Occupations(lease, object -> true, Turns.Bounds.LAUNCHED);
    private final ReentrantLock lock = new ReentrantLock();

    private String occupy(double share, Occupiable... parts) {
        return occupy(share, 0, parts);
    }

    private String occupy(double share, int ready, Occupiable... parts) {
        return occupations.obey(
                new Occupations.Order(share, ready, 0, TimeUnit.HOURS.toNanos(1), "it", "somebody"),
                () -> List.of(parts));
    }

    private static Parent anyParent(Object of) {
        return Parent.ofNobody(List.of());
    }

    private static void await(BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - begin).as("waited for").isLessThan(TimeUnit.SECONDS.toNanos(30));
            LockSupport.parkNanos(100_000);
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("headroom-occup"))
                .count();
    }

    @AfterEach
    void end() {
        assertThat(occupations.endAll("the test is over")).isEmpty();
    }

    record Kind(String name, Occupiable taken, BooleanSupplier isTaken) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Kind kind(Object object, BooleanSupplier isTaken) {
        return new Kind(
                object.getClass().getSimpleName(), Occupiable.lock(object).orElseThrow(), isTaken);
    }

    static Stream<Kind> locks() throws ReflectiveOperationException {
        ReentrantLock lock = new ReentrantLock(true);
        ReentrantLock inside = new ReentrantLock();
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        ReentrantReadWriteLock bothInside = new ReentrantReadWriteLock();
        StampedLock stamped = new StampedLock();
        return Stream.of(
                kind(lock, lock::isLocked),
                kind(sync(inside), inside::isLocked),
                kind(both, both::isWriteLocked),
                kind(sync(bothInside), bothInside::isWriteLocked),
                kind(stamped, stamped::isWriteLocked));
    }

    /** What threads park on that wait for it. */
    private static Object sync(Object lock) throws ReflectiveOperationException {
        return Internals.field(lock.getClass(), "sync").orElseThrow().get(lock);
    }

    @ParameterizedTest
    @MethodSource("locks")
    void aLockIsTakenAndLetGoInTurns(Kind kind) throws Exception {
        assertThat(occupy(HALF, kind.taken())).isEmpty();
        for (int turn = 0; turn < 3; turn++) {
            await(kind.isTaken());
            await(() -> !kind.isTaken().getAsBoolean());
        }
        assertThat(occupations.seconds("it")).isPositive();
    }

    @Test
    void aMonitorIsTakenAndLetGoInTurns() throws Exception {
        Object object = new Object();
        occupy(HALF, Occupiable.monitor(object));
        await(() -> occupations.seconds("it") > 0.1);
        synchronized (object) {
            double before = occupations.seconds("it");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            assertThat(occupations.seconds("it")).isEqualTo(before);
        }
        await(() -> occupations.seconds("it") > 0.2);
    }

    @Test
    void itsEndLeavesNoThreadAndItMayBeginAnew() {
        occupy(HALF, Occupiable.lock(lock).orElseThrow());
        await(() -> occupations.seconds("it") > 0.1);
        end();
        await(() -> threads() == 0);
        assertThat(lock.isLocked()).isFalse();
        double kept = occupations.seconds("it");
        assertThat(kept).isPositive();
        occupy(HALF, Occupiable.lock(lock).orElseThrow());
        await(() -> occupations.seconds("it") > kept);
    }

    @Test
    void aShareOfNothingKeepsTurnsInTheQueueWhichLetGoAtOnce() {
        lock.lock();
        try {
            occupy(0, Occupiable.lock(lock).orElseThrow());
            await(() -> lock.getQueueLength() > 4);
        } finally {
            lock.unlock();
        }
        await(() -> lock.getQueueLength() == 0);
        lock.lock();
        double kept = occupations.seconds("it");
        try {
            assertThat(kept).isLessThan(Turns.LONG_NANOS / 1e9);
            await(() -> lock.getQueueLength() > 0);
            occupy(HALF);
        } finally {
            lock.unlock();
        }
        await(() -> occupations.seconds("it") > kept + 0.1);
    }

    @Test
    void aPoolThatHasGrownIsKeptByItsNewSize() {
        AtomicLong size = new AtomicLong(2);
        ForkJoinPool pool = new ForkJoinPool(4);
        try {
            occupy(
                    HALF,
                    Occupiable.pool(pool, of -> size.intValue(), OccupationsTest::anyParent)
                            .orElseThrow());
            await(() -> pool.getActiveThreadCount() == 1);
            size.set(4);
            occupy(HALF);
            await(() -> pool.getActiveThreadCount() == 2);
        } finally {
            end();
            pool.shutdown();
        }
    }

    @Test
    void itEndsWithTheLeaseThoughNobodySaysSo() throws Exception {
        occupy(HALF, Occupiable.lock(lock).orElseThrow());
        await(lock::isLocked);
        clock.addAndGet(Lease.NANOS + 1);
        await(() -> threads() == 0);
        assertThat(lock.isLocked()).isFalse();
        assertThat(occupy(HALF, Occupiable.lock(lock).orElseThrow())).contains("Headroom was silent");
    }

    @Test
    void whoWaitsForALockThatNobodyLetsGoIsGoneWhenItEnds() throws Exception {
        lock.lock();
        try {
            occupy(HALF, Occupiable.lock(lock).orElseThrow());
            await(() -> lock.getQueueLength() > 1);
            end();
            await(() -> lock.getQueueLength() == 0 && threads() == 0);
        } finally {
            lock.unlock();
        }
    }

    @Test
    void whoWaitsForAMonitorThatNobodyLetsGoTakesItForNothingLater() throws Exception {
        Object object = new Object();
        synchronized (object) {
            occupy(HALF, Occupiable.monitor(object));
            await(() -> threads() > 1);
            end();
        }
        await(() -> threads() == 0);
        assertThat(occupations.seconds("it")).isZero();
    }

    @Test
    void wholeWorkersAreKeptUntilItEnds() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(4);
        try {
            occupy(
                    HALF,
                    Occupiable.pool(pool, of -> 4, OccupationsTest::anyParent).orElseThrow());
            await(() -> pool.getActiveThreadCount() == 2);
            assertThat(occupy(QUARTER)).isEmpty();
            await(() -> pool.getActiveThreadCount() == 1);
            assertThat(occupy(0)).isEmpty();
            await(() -> pool.getActiveThreadCount() == 0 && !pool.hasQueuedSubmissions()); // turns come all the time
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void workersThatNeedNotStayDoTheWorkOfTheirPoolAndAreBackAtOnce() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(4);
        AtomicLong done = new AtomicLong();
        AtomicLong together = new AtomicLong();
        AtomicBoolean goesOn = new AtomicBoolean(true);
        try {
            occupy(
                    HALF,
                    2,
                    Occupiable.pool(pool, of -> 4, OccupationsTest::anyParent).orElseThrow());
            await(() -> pool.getActiveThreadCount() == 2);
            for (int i = 0; i < 100; i++) { // a queue that never ends: who gave a worker back would wait in it for long
                again(pool, goesOn, done, together);
            }
            for (int round = 0; round < 3; round++) {
                occupy(0, 2);
                await(() -> together.get() == 4);
                occupy(HALF, 2);
                await(() -> together.get() == 2);
                assertThat(occupations.problem("it")).isEmpty();
            }
            assertThat(done.get()).isPositive();
            goesOn.set(false);
            occupy(0);
            await(() -> pool.getActiveThreadCount() == 0 && !pool.hasQueuedSubmissions()); // turns come all the time
        } finally {
            goesOn.set(false);
            pool.shutdown();
        }
    }

    /** A task of some milliseconds, which comes again until it is told not to. */
    private static void again(ForkJoinPool pool, AtomicBoolean goesOn, AtomicLong done, AtomicLong together) {
        pool.execute(() -> {
            together.incrementAndGet();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            together.decrementAndGet();
            done.incrementAndGet();
            if (goesOn.get()) {
                again(pool, goesOn, done, together);
            }
        });
    }

    @Test
    void aWorkerThatStandsReadyDoesTheWorkOfItsPoolUntilItIsKept() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        AtomicLong lent = new AtomicLong();
        AtomicBoolean goesOn = new AtomicBoolean(true);
        Thread feeder = new Thread(() -> {
            while (goesOn.get()) {
                pool.submit(() -> lent.addAndGet(isLent() ? 1 : 0)).join();
            }
        });
        feeder.start();
        try {
            occupy(
                    0,
                    1,
                    Occupiable.pool(pool, of -> 2, OccupationsTest::anyParent).orElseThrow());
            await(() -> lent.get() > 3);
            occupy(HALF, 1);
            await(() -> occupations.seconds("it") > 0.2);
            occupy(0, 1);
            long before = lent.get();
            await(() -> lent.get() > before + 3);
        } finally {
            goesOn.set(false);
            end();
            feeder.join();
            pool.shutdown();
        }
    }

    /** Whether it runs on a task of the agent's. */
    private static boolean isLent() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().startsWith(Busy.class.getName())));
    }

    @Test
    void whatTheTaskOfALenderThrowsIsTheTasks() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        try {
            occupy(
                    HALF,
                    Occupiable.pool(pool, of -> 2, OccupationsTest::anyParent).orElseThrow());
            await(() -> pool.getActiveThreadCount() == 1);
            CountDownLatch held = new CountDownLatch(1);
            pool.execute(() -> Tasks.await(held)); // so that only a lender is left for the next one
            ForkJoinTask<?> failing = pool.submit((Runnable) () -> {
                throw new IllegalStateException("the application's");
            });
            occupy(0);
            assertThatThrownBy(failing::get).hasStackTraceContaining("the application's");
            held.countDown();
            occupy(HALF);
            await(() -> pool.getActiveThreadCount() == 1);
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void eachLoopIsKeptBusyInTurns() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Thread[] threads = new Thread[2];
        ExecutorService one = loop(threads, 0);
        ExecutorService other = loop(threads, 1);
        try {
            occupy(HALF, Occupiable.loop(one, threads[0]), Occupiable.loop(other, threads[1]));
            await(() -> occupations.seconds("it") > 0.2);
            one.submit(begun::countDown).get();
            assertThat(begun.getCount()).isZero();
        } finally {
            one.shutdown();
            other.shutdown();
        }
    }

    private static ExecutorService loop(Thread[] threads, int number) throws Exception {
        ExecutorService loop = Executors.newSingleThreadExecutor();
        threads[number] = loop.submit(Thread::currentThread).get();
        return loop;
    }

    /** Its factory makes threads that take their class loader from whoever gives the task. */
    @Test
    void aWorkerThatAPoolMakesForItIsLikeThoseThatThereAre() throws Exception {
        ClassLoader its = new ClassLoader() {};
        Queue<ClassLoader> born = new ConcurrentLinkedQueue<>();
        ForkJoinPool pool = new ForkJoinPool(
                2,
                of -> {
                    born.add(Thread.currentThread().getContextClassLoader());
                    return new ForkJoinWorkerThread(of) {};
                },
                null,
                true);
        CountDownLatch ended = new CountDownLatch(1);
        try {
            Thread first = new Thread(() -> pool.execute(() -> Tasks.await(ended)));
            first.setContextClassLoader(its);
            Parent parent = Parent.of(List.of(first), () -> true, List::of);
            first.start();
            await(() -> pool.getActiveThreadCount() == 1);
            occupy(HALF, Occupiable.pool(pool, of -> 2, of -> parent).orElseThrow());

            await(() -> born.size() == 2);
            assertThat(born).containsOnly(its);
        } finally {
            ended.countDown();
            pool.shutdown();
        }
    }

    @Test
    void anExecutorThatRunsItsTasksOnTheCallersThreadIsNotOccupiedAndThatIsTold() throws Exception {
        Executor caller = Runnable::run;
        occupy(
                HALF,
                Occupiable.pool(caller, of -> 4, OccupationsTest::anyParent).orElseThrow());
        await(() -> occupations.problem("it").contains("headroom-occupation"));
        assertThat(occupations.seconds("it")).isZero();
    }

    @Test
    void aPoolThatTakesNoTasksIsNotOccupiedAndThatIsTold() throws Exception {
        Executor refuses = task -> {
            throw new RejectedExecutionException("no more");
        };
        occupy(
                HALF,
                Occupiable.pool(refuses, of -> 1, OccupationsTest::anyParent).orElseThrow());
        await(() -> occupations.problem("it").contains("Rejected"));
        assertThat(occupations.seconds("it")).isZero();
    }

    @Test
    void aPoolThatIsShutDownIsNotOccupiedAndThatIsTold() throws Exception {
        ExecutorService closed = Executors.newFixedThreadPool(1);
        closed.shutdown();
        occupy(
                HALF,
                Occupiable.pool(closed, of -> 1, OccupationsTest::anyParent).orElseThrow());
        await(() -> occupations.problem("it").contains("shut down"));
        assertThat(occupations.seconds("it")).isZero();
    }

    /** As a service does that is stopped: it waits for its tasks, and ours would keep it. */
    @Test
    void aPoolThatIsShutDownIsLetGo() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(4);
        pool.submit(() -> {}).get();
        assertThat(occupy(
                        0.75,
                        Occupiable.pool(pool, of -> 4, OccupationsTest::anyParent)
                                .orElseThrow()))
                .isEmpty();
        await(() -> pool.getActiveThreadCount() == 3);
        pool.shutdown();
        assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whatAnotherHeadroomHasMovedIsRefused() throws Exception {
        Occupations others = new Occupations(lease, object -> false, Turns.Bounds.LAUNCHED);
        assertThat(others.obey(
                        new Occupations.Order(HALF, 0, 0, TimeUnit.HOURS.toNanos(1), "it", "somebody"),
                        () -> List.of(Occupiable.monitor(new Object()))))
                .contains("another Headroom");
    }
}
