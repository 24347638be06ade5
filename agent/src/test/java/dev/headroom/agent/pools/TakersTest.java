package dev.headroom.agent.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.agent.Tasks;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TakersTest {

    private static final int OWN = 2;
    private static final int RAISED = 5;

    private final List<Thread> made = new CopyOnWriteArrayList<>();
    private final List<Runnable> madeFor = new CopyOnWriteArrayList<>();
    private final List<String> hooks = new CopyOnWriteArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger();

    private final ThreadPoolExecutor executor =
            new ThreadPoolExecutor(OWN, OWN, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), task -> {
                Thread thread = new Thread(task, "own-" + numbers.getAndIncrement());
                thread.setUncaughtExceptionHandler((of, e) -> hooks.add("uncaught " + e.getMessage()));
                made.add(thread);
                madeFor.add(task);
                return thread;
            }) {
                @Override
                protected void beforeExecute(Thread thread, Runnable task) {
                    hooks.add("before " + (thread == Thread.currentThread()));
                }

                @Override
                protected void afterExecute(Runnable task, @Nullable Throwable thrown) {
                    hooks.add("after " + (thrown == null ? "" : thrown.getMessage()));
                }
            };

    private final ExecutorGauge gauge = new ExecutorGauge(executor);

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    /** So many tasks are at work at once: none of them ends before all have begun. */
    private Set<Thread> together(ThreadPoolExecutor pool, int tasks) throws Exception {
        CyclicBarrier all = new CyclicBarrier(tasks);
        Set<Thread> workers = Collections.newSetFromMap(new ConcurrentHashMap<>());
        List<Future<?>> futures = new CopyOnWriteArrayList<>();
        for (int i = 0; i < tasks; i++) {
            futures.add(pool.submit(() -> {
                workers.add(Thread.currentThread());
                all.await();
                return null;
            }));
        }
        for (Future<?> future : futures) {
            future.get();
        }
        return workers;
    }

    private void awaitEnd(Set<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void itIsRaisedByThreadsBesideItsOwnAndLeftWithItsOwn() throws Exception {
        Set<Thread> own = together(executor, OWN);
        gauge.move(gauge.capacity(), RAISED);
        assertThat(gauge.maximum()).isEqualTo(RAISED);
        assertThat(executor.getCorePoolSize()).isEqualTo(OWN);
        assertThat(executor.getMaximumPoolSize()).isEqualTo(OWN);

        Set<Thread> raised = together(executor, RAISED);

        assertThat(raised).containsAll(own).hasSize(RAISED);
        gauge.set(List.of(OWN, OWN, 0));
        gauge.rest();
        raised.removeAll(own);
        awaitEnd(raised);
        assertThat(own).allMatch(Thread::isAlive);
        assertThat(together(executor, OWN)).isEqualTo(own);
        assertThat(gauge.settings()).containsExactly(OWN, OWN, 0);
        while (executor.getActiveCount() > 0) { // a task is counted after it has told that it is done
            Thread.onSpinWait();
        }
        assertThat(gauge.completed()).isEqualTo(executor.getCompletedTaskCount());
    }

    @Test
    void whoIsRaisedAgainAndAgainHasTheSameThreads() throws Exception {
        together(executor, OWN);
        for (int i = 0; i < 3; i++) {
            gauge.move(gauge.capacity(), RAISED);
            together(executor, RAISED);
            gauge.set(List.of(OWN, OWN, 0));
        }
        assertThat(made).hasSize(RAISED);
        gauge.rest();
        awaitEnd(new HashSet<>(made.subList(OWN, RAISED)));
    }

    /** It has told that it goes, and is done with that only now. */
    @Test
    void oneOfAnEarlierRaiseThatIsLateLeavesTheNextRaiseKnown() throws Exception {
        together(executor, OWN);
        gauge.move(gauge.capacity(), RAISED);
        gauge.set(List.of(OWN, OWN, 0));
        gauge.rest();
        awaitEnd(new HashSet<>(made.subList(OWN, RAISED)));
        gauge.move(gauge.capacity(), RAISED);

        Thread.currentThread().interrupt();
        madeFor.get(OWN).run();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(gauge.settings()).containsExactly(OWN, OWN, RAISED - OWN);
    }

    /** Before JDK 24 a virtual thread that waits for a monitor keeps its carrier from all others; and what is parked for would be taken for a limit. */
    @Test
    void whoIsNotWantedForNowIsParkedForNothing() throws Exception {
        together(executor, OWN);
        gauge.move(gauge.capacity(), RAISED);
        gauge.set(List.of(OWN, OWN, 0));
        for (Thread beside : made.subList(OWN, RAISED)) {
            assertThat(awaitIts("awaitTurn", beside)).contains("parkNanos");
            assertThat(LockSupport.getBlocker(beside)).isNull();
        }
    }

    private static final Set<String> WAITS = Set.of("park", "wait", "wait0", "sleep", "sleep0", "sleepNanos0");

    /** The methods of a thread that waits in one of that name. */
    private static List<String> awaitIts(String method, Thread waiting) {
        while (true) {
            List<String> methods = Stream.of(waiting.getStackTrace())
                    .map(StackTraceElement::getMethodName)
                    .toList();
            if (methods.contains(method) && WAITS.contains(methods.get(0))) { // and not between two of them
                return methods;
            }
            Thread.onSpinWait();
        }
    }

    /** Each of these wakes up many times a second, and the queue may go through all of them then. */
    @Test
    void fewOfManyWaitForATaskAtATimeAndAllTakeOne() throws Exception {
        AtomicInteger polling = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(OWN, OWN, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>() {
            @Override
            public Runnable take() throws InterruptedException {
                return super.take();
            }

            @Override
            public @Nullable Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
                most.accumulateAndGet(polling.incrementAndGet(), Math::max);
                try {
                    return super.poll(timeout, unit);
                } finally {
                    polling.decrementAndGet();
                }
            }
        });
        try {
            int many = 4 * Takers.MOST_WAITING;
            ExecutorGauge its = new ExecutorGauge(pool);
            together(pool, OWN);
            its.move(OWN, OWN + many);
            assertThat(together(pool, OWN + many)).hasSize(OWN + many);
            while (polling.get() < Takers.MOST_WAITING) { // the others are parked, or will be
                Thread.onSpinWait();
            }
            Set<Thread> again = together(pool, OWN + many);
            assertThat(again).hasSize(OWN + many);
            assertThat(most.get()).isEqualTo(Takers.MOST_WAITING);
            pool.shutdown();
            awaitEnd(again);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void whatIsDoneBeforeAndAfterATaskIsDoneByAllOfThem() throws Exception {
        together(executor, OWN);
        while (executor.getCompletedTaskCount() < OWN) { // what is done after a task may be done a moment later
            Thread.onSpinWait();
        }
        gauge.move(gauge.capacity(), RAISED);
        hooks.clear();
        together(executor, RAISED);
        gauge.set(List.of(OWN, OWN, 0));
        gauge.rest();
        awaitEnd(new HashSet<>(made.subList(OWN, made.size())));
        executor.shutdown();
        assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(hooks).filteredOn("before true"::equals).hasSize(RAISED);
        assertThat(hooks).filteredOn("after "::equals).hasSize(RAISED);
    }

    @Test
    void aTaskThatThrowsIsToldAndTheNextIsDone() throws Exception {
        together(executor, OWN);
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(OWN);
        for (int i = 0; i < OWN; i++) {
            executor.execute(() -> {
                begun.countDown();
                Tasks.await(end);
            });
        }
        begun.await();
        gauge.move(gauge.capacity(), OWN + 1);
        executor.execute(() -> {
            throw new IllegalStateException("as it happens");
        });
        assertThat(executor.submit(() -> "done").get()).isEqualTo("done");
        assertThat(hooks).contains("uncaught as it happens", "after as it happens");
        end.countDown();
    }

    @Test
    void theyEndWithTheExecutor() throws Exception {
        executor.prestartAllCoreThreads();
        gauge.move(gauge.capacity(), RAISED);
        executor.shutdown();
        awaitEnd(new HashSet<>(made));
    }

    /** Its last task is taken from under its own threads, who would wait for a next one. */
    @RepeatedTest(10)
    void aSchedulerThatIsShutDownEnds() throws Exception {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(OWN);
        together(scheduler, OWN);
        ExecutorGauge its = new ExecutorGauge(scheduler);
        its.move(its.capacity(), RAISED);
        for (int i = 1; i <= RAISED; i++) {
            scheduler.schedule(() -> {}, 2 * i, TimeUnit.MILLISECONDS);
        }
        scheduler.shutdown();
        assertThat(scheduler.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void oneThatIsShutDownIsNotRaised() {
        executor.shutdown();
        assertThatThrownBy(() -> gauge.move(gauge.capacity(), RAISED)).hasMessageContaining("shut down");
        assertThat(made).isEmpty();
        assertThat(gauge.settings()).containsExactly(OWN, OWN, 0);
    }

    @Test
    void whoseFactoryThrowsIsNotRaised() throws Exception {
        ThreadPoolExecutor failing = new ThreadPoolExecutor(OWN, OWN, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        failing.prestartAllCoreThreads();
        failing.setThreadFactory(task -> {
            throw new IllegalStateException("no more threads");
        });
        ExecutorGauge its = new ExecutorGauge(failing);
        assertThatThrownBy(() -> its.move(its.capacity(), RAISED)).hasMessageContaining("no more threads");
        assertThat(its.settings()).containsExactly(OWN, OWN, 0);
        failing.shutdownNow();
    }

    @Test
    void ofOneThatHandsItsTasksOverTheyTakeThemAsWell() throws Exception {
        ThreadPoolExecutor handing = new ThreadPoolExecutor(0, OWN, 1, TimeUnit.MINUTES, new SynchronousQueue<>());
        try {
            ExecutorGauge its = new ExecutorGauge(handing);
            together(handing, OWN);
            its.move(its.capacity(), RAISED);
            CountDownLatch end = new CountDownLatch(1);
            AtomicInteger begun = new AtomicInteger();
            while (begun.get() < RAISED) { // one that does not wait for a task just now takes the next
                try {
                    handing.execute(() -> {
                        begun.incrementAndGet();
                        Tasks.await(end);
                    });
                } catch (java.util.concurrent.RejectedExecutionException e) {
                    Thread.onSpinWait();
                }
            }
            end.countDown();
        } finally {
            handing.shutdownNow();
        }
    }

    @Test
    void ofASchedulerTheyTakeWhatIsDue() throws Exception {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        try {
            scheduler.prestartAllCoreThreads();
            new ExecutorGauge(scheduler).move(new ExecutorGauge(scheduler).capacity(), 3);
            together(scheduler, 3);
        } finally {
            scheduler.shutdownNow();
        }
    }

    @Test
    void whatIsKeptIsItsOwn() throws Exception {
        together(executor, OWN);
        gauge.move(gauge.capacity(), RAISED);
        gauge.keep();
        assertThat(executor.getCorePoolSize()).isEqualTo(RAISED);
        assertThat(gauge.settings()).containsExactly(RAISED, RAISED, 0);
        assertThat(gauge.maximum()).isEqualTo(RAISED);
        together(executor, RAISED);
    }

    /** With a size that it has no threads for an executor throws at whoever gives it a task. */
    @Test
    void whatCannotBeKeptIsOfItsOwnSizeAgain() throws Exception {
        AtomicInteger left = new AtomicInteger(2 * OWN);
        ThreadPoolExecutor scarce =
                new ThreadPoolExecutor(OWN, OWN, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), task -> {
                    if (left.getAndDecrement() <= 0) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    return new Thread(task);
                });
        CountDownLatch end = new CountDownLatch(1);
        try {
            for (int i = 0; i < 3 * OWN; i++) {
                scarce.execute(() -> Tasks.await(end));
            }
            ExecutorGauge its = new ExecutorGauge(scarce);
            its.move(OWN, 2 * OWN);

            assertThatThrownBy(its::keep).isInstanceOf(OutOfMemoryError.class);

            assertThat(its.settings()).containsExactly(OWN, OWN, 0);
            scarce.execute(() -> {});
        } finally {
            end.countDown();
            scarce.shutdown();
        }
    }

    @Test
    void theyAreWorkersOfThatPool() throws Exception {
        gauge.move(gauge.capacity(), OWN);
        together(executor, OWN);
        gauge.move(gauge.capacity(), RAISED);
        assertThat(made).hasSize(RAISED);
        assertThat(made).allSatisfy(thread -> assertThat(Owners.owner(thread)).hasValue(executor));
    }

    @Test
    void aResultThatFailsIsTheTasksAlone() throws Exception {
        executor.prestartAllCoreThreads();
        gauge.move(gauge.capacity(), RAISED);
        Future<?> failing = executor.submit(() -> {
            throw new java.io.IOException("no");
        });
        assertThatThrownBy(failing::get).isInstanceOf(ExecutionException.class);
        assertThat(hooks).doesNotContain("uncaught no");
    }

    /** What is taken from a copy stays in the queue, and would be done twice. */
    @Test
    void whoseQueueIsACopyIsRaisedByItsSize() throws Exception {
        ThreadPoolExecutor copying =
                new ThreadPoolExecutor(OWN, OWN, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>()) {
                    @Override
                    public java.util.concurrent.BlockingQueue<Runnable> getQueue() {
                        return new LinkedBlockingQueue<>(super.getQueue());
                    }
                };
        try {
            new ExecutorGauge(copying).move(new ExecutorGauge(copying).capacity(), RAISED);
            assertThat(copying.getMaximumPoolSize()).isEqualTo(RAISED);
        } finally {
            copying.shutdownNow();
        }
    }

    @Test
    void aQueueThatThrowsIsNotAskedAgainAndNobodysHandlerHearsOfIt() throws Exception {
        AtomicInteger polls = new AtomicInteger();
        LinkedBlockingQueue<Runnable> throwing = new LinkedBlockingQueue<>() {
            @Override
            public Runnable take() throws InterruptedException {
                return super.take();
            }

            @Override
            public @Nullable Runnable poll(long timeout, TimeUnit unit) {
                polls.incrementAndGet();
                throw new IllegalStateException("nobody polls");
            }
        };
        ThreadPoolExecutor own = new ThreadPoolExecutor(OWN, OWN, 1, TimeUnit.MINUTES, throwing, task -> {
            Thread thread = new Thread(task);
            thread.setUncaughtExceptionHandler((of, e) -> hooks.add("uncaught " + e.getMessage()));
            made.add(thread);
            return thread;
        });
        try {
            ExecutorGauge its = new ExecutorGauge(own);
            own.prestartAllCoreThreads();
            made.clear();
            its.move(its.capacity(), RAISED);
            while (its.maximum() > OWN) {
                Thread.onSpinWait();
            }
            its.rest();
            awaitEnd(new HashSet<>(made));
            assertThat(polls.get()).isPositive();
            assertThat(hooks).isEmpty();
        } finally {
            own.shutdownNow();
        }
    }

    @Test
    void whereNoThreadIsToBeHadNobodyTakes() {
        ThreadPoolExecutor starved = new ThreadPoolExecutor(OWN, OWN, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        starved.prestartAllCoreThreads();
        starved.setThreadFactory(task -> new Thread(task) {
            @Override
            public void start() {
                throw new OutOfMemoryError("unable to create native thread");
            }
        });
        ExecutorGauge its = new ExecutorGauge(starved);
        assertThatThrownBy(() -> its.move(its.capacity(), RAISED)).isInstanceOf(OutOfMemoryError.class);
        assertThat(Takers.wanted(starved)).isZero();
        starved.shutdownNow();
    }

    @Test
    void thatNobodyIsWantedAnyMoreIsKnownThoughAFactoryIsSlow() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch makes = new CountDownLatch(1);
        ThreadPoolExecutor slow = new ThreadPoolExecutor(OWN, OWN, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        slow.prestartAllCoreThreads();
        slow.setThreadFactory(task -> {
            asked.countDown();
            Tasks.await(makes);
            Thread thread = new Thread(task);
            made.add(thread);
            return thread;
        });
        try {
            ExecutorGauge its = new ExecutorGauge(slow);
            Thread mover = new Thread(() -> {
                try {
                    its.move(its.capacity(), RAISED);
                } catch (ReflectiveOperationException | InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            mover.start();
            asked.await();
            its.set(List.of(OWN, OWN, 0));
            its.rest();
            makes.countDown();
            mover.join();
            assertThat(made).allSatisfy(thread -> assertThat(thread.getState()).isEqualTo(Thread.State.NEW));
            assertThat(its.maximum()).isEqualTo(OWN);
        } finally {
            slow.shutdownNow();
        }
    }

    /** Its own are made on a thread of the application, and have what that has. */
    @Test
    void aThreadBesideIsAsIfOneOfItsOwnHadMadeIt() throws Exception {
        InheritableThreadLocal<String> tenant = new InheritableThreadLocal<>();
        ThreadGroup group = new ThreadGroup("app");
        List<String> seen = new CopyOnWriteArrayList<>();
        AtomicReference<ThreadPoolExecutor> its = new AtomicReference<>();
        Thread application = new Thread(group, () -> {
            tenant.set("acme");
            its.set(new ThreadPoolExecutor(OWN, OWN, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>()));
            its.get().setThreadFactory(Thread::new);
            its.get().prestartAllCoreThreads();
        });
        application.setDaemon(true);
        application.setContextClassLoader(new URLClassLoader(new URL[0]));
        application.start();
        application.join();
        ThreadPoolExecutor pool = its.get();
        try {
            new ExecutorGauge(pool).move(new ExecutorGauge(pool).capacity(), RAISED);
            CyclicBarrier all = new CyclicBarrier(RAISED);
            List<Future<?>> tasks = new CopyOnWriteArrayList<>();
            for (int i = 0; i < RAISED; i++) {
                tasks.add(pool.submit(() -> {
                    Thread here = Thread.currentThread();
                    seen.add(tenant.get() + " " + here.getThreadGroup().getName() + " " + here.isDaemon() + " "
                            + (here.getContextClassLoader() == application.getContextClassLoader()));
                    all.await();
                    return null;
                }));
            }
            for (Future<?> task : tasks) {
                task.get();
            }
            assertThat(seen).hasSize(RAISED).containsOnly("acme app true true");
        } finally {
            pool.shutdownNow();
        }
    }

    /** Its own are in the middle of requests: each has set for whom it works, and with which classes. */
    @Test
    void aThreadBesideHasNothingOfTheRequestsThatItsOwnServe() throws Exception {
        InheritableThreadLocal<String> tenant = new InheritableThreadLocal<>();
        ClassLoader parent = Thread.currentThread().getContextClassLoader();
        CountDownLatch busy = new CountDownLatch(OWN);
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < OWN; i++) {
            String name = "tenant " + i;
            executor.execute(() -> {
                tenant.set(name);
                Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0], parent));
                busy.countDown();
                Tasks.await(end);
            });
        }
        busy.await();
        List<String> seen = new CopyOnWriteArrayList<>();
        gauge.move(gauge.capacity(), RAISED);
        CyclicBarrier all = new CyclicBarrier(RAISED - OWN);
        List<Future<?>> tasks = new CopyOnWriteArrayList<>();
        for (int i = OWN; i < RAISED; i++) {
            tasks.add(executor.submit(() -> {
                ClassLoader its = Thread.currentThread().getContextClassLoader();
                seen.add(tenant.get() + " " + (its == parent));
                return all.await();
            }));
        }
        for (Future<?> task : tasks) {
            task.get();
        }
        end.countDown();
        assertThat(seen).hasSize(RAISED - OWN).containsOnly("null true");
    }

    /** What it has is of its request, or what every thread of the pool has: nobody can tell. */
    @Test
    void whoseOnlyThreadIsAtWorkForSomebodyIsRaisedOnceThatIsIdle() throws Exception {
        InheritableThreadLocal<String> tenant = new InheritableThreadLocal<>();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        try {
            CountDownLatch busy = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            pool.execute(() -> {
                tenant.set("acme");
                busy.countDown();
                Tasks.await(end);
                tenant.remove();
            });
            busy.await();
            ExecutorGauge its = new ExecutorGauge(pool);
            assertThatThrownBy(() -> its.move(1, 2)).hasMessageContaining("only thread is at work");
            assertThat(its.maximum()).isEqualTo(1);
            end.countDown();
            while (pool.getCompletedTaskCount() == 0) {
                Thread.onSpinWait();
            }
            its.move(1, 2);
            assertThat(its.maximum()).isEqualTo(2);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void aHandlerThatThrowsIsToldOnce() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task);
                    thread.setUncaughtExceptionHandler((of, e) -> {
                        told.add(String.valueOf(e.getMessage()));
                        throw new IllegalStateException("its alarm was not sent");
                    });
                    return thread;
                });
        try {
            pool.prestartAllCoreThreads();
            CountDownLatch end = new CountDownLatch(1);
            CountDownLatch busy = new CountDownLatch(1);
            pool.execute(() -> {
                busy.countDown();
                Tasks.await(end);
            });
            busy.await();
            new ExecutorGauge(pool).move(new ExecutorGauge(pool).capacity(), 2);
            pool.execute(() -> {
                throw new NumberFormatException("no number");
            });
            CountDownLatch next = new CountDownLatch(1);
            pool.execute(next::countDown);
            next.await();
            end.countDown();
            assertThat(told).containsExactly("no number");
        } finally {
            pool.shutdownNow();
        }
    }

    /** Own workers only ever call {@code take}. */
    @Test
    void aQueueThatIsLeftByTakeInAnotherWayHasNobodyBeside() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new Counted());
        ThreadPoolExecutor other = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new Filled());
        try {
            assertThat(Takers.of(pool)).isEmpty();
            assertThat(Takers.of(other)).isPresent();
        } finally {
            pool.shutdownNow();
            other.shutdownNow();
        }
    }

    /** Has a place for each task until a worker takes it. */
    private static final class Counted extends LinkedBlockingQueue<Runnable> {
        private static final long serialVersionUID = 1;

        private final AtomicInteger left = new AtomicInteger(64);

        @Override
        public boolean offer(Runnable task) {
            return left.getAndDecrement() > 0 && super.offer(task);
        }

        @Override
        public Runnable take() throws InterruptedException {
            Runnable task = super.take();
            left.incrementAndGet();
            return task;
        }
    }

    /** Does nothing of its own when it is left. */
    private static final class Filled extends LinkedBlockingQueue<Runnable> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean offer(Runnable task) {
            return size() < 64 && super.offer(task);
        }
    }
}
