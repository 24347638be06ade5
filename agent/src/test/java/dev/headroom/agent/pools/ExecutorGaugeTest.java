package dev.headroom.agent.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.agent.Tasks;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExecutorGaugeTest {

    private final CountDownLatch end = new CountDownLatch(1);
    private final List<ThreadPoolExecutor> started = new ArrayList<>();

    private ExecutorGauge busy(int core, int most, BlockingQueue<Runnable> queue, int tasks) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(core, most, 1, TimeUnit.MINUTES, queue);
        started.add(executor);
        for (int i = 0; i < tasks; i++) {
            executor.execute(this::untilTheEnd);
        }
        return new ExecutorGauge(executor);
    }

    private void untilTheEnd() {
        Tasks.await(end);
    }

    @AfterEach
    void stop() {
        end.countDown();
        started.forEach(ThreadPoolExecutor::shutdown);
    }

    @Test
    void aQueueThatNeverEndsKeepsAPoolAtItsCore() {
        assertThat(busy(3, 50, new LinkedBlockingQueue<>(), 20).maximum()).isEqualTo(3);
    }

    @Test
    void soDoesAQueueThatHasRoom() {
        assertThat(busy(3, 50, new ArrayBlockingQueue<>(1000), 20).maximum()).isEqualTo(3);
    }

    /** As Apache MINA's OrderedThreadPoolExecutor. */
    @Test
    void whoKeepsItsTasksElsewhereHasItsMaximumAndAQueueThatNobodyKnows() {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(2, 5, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>()) {
            @Override
            public BlockingQueue<Runnable> getQueue() {
                throw new UnsupportedOperationException();
            }
        };
        started.add(executor);
        ExecutorGauge gauge = new ExecutorGauge(executor);

        assertThat(gauge.maximum()).isEqualTo(5);
        assertThat(gauge.queue()).isEqualTo(Gauge.UNKNOWN);
        assertThat(gauge.how()).isEqualTo("setMaximumPoolSize");
    }

    @Test
    void ofASchedulerOnlyWhatIsDueWaitsForAWorker() throws InterruptedException {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        started.add(scheduler);
        CountDownLatch began = new CountDownLatch(1);
        scheduler.execute(() -> {
            began.countDown();
            untilTheEnd();
        });
        began.await();
        scheduler.execute(this::untilTheEnd);
        scheduler.execute(this::untilTheEnd);
        for (int i = 0; i < 100; i++) {
            scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);
        }

        assertThat(new ExecutorGauge(scheduler).queue()).isEqualTo(2);
        scheduler.shutdownNow();
    }

    /** A copy of a million tasks would keep the scheduler's workers from their queue. */
    @Test
    void howManyAreDueIsNotKnownWhereTheWholeQueueWouldHaveToBeCopied() {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        started.add(scheduler);
        for (int i = 0; i <= ExecutorGauge.MOST_COPIED; i++) {
            scheduler.schedule(() -> {}, 1, TimeUnit.HOURS);
        }
        ExecutorGauge gauge = new ExecutorGauge(scheduler);
        assertThat(gauge.queue()).as("none is due").isZero();

        scheduler.execute(this::untilTheEnd);
        scheduler.execute(this::untilTheEnd);
        while (scheduler.getQueue().size() != ExecutorGauge.MOST_COPIED + 2) { // of two the worker has taken one
            Thread.onSpinWait();
        }

        assertThat(gauge.queue()).isEqualTo(Gauge.UNKNOWN);
        scheduler.shutdownNow();
    }

    @Test
    void pastAFullQueueAPoolGrowsToItsMaximum() {
        assertThat(busy(3, 50, new ArrayBlockingQueue<>(10), 20).maximum()).isEqualTo(50);
        assertThat(busy(3, 50, new SynchronousQueue<>(), 20).maximum()).isEqualTo(50);
    }

    @Test
    void aPoolThatIsLoweredSaysSoWhileItsWorkersAreStillBusy() throws Exception {
        ExecutorGauge gauge = busy(2, 2, new ArrayBlockingQueue<>(10), 4);
        gauge.move(gauge.capacity(), 1);
        assertThat(gauge.maximum()).isEqualTo(1);
        gauge.move(gauge.capacity(), 2);
        assertThat(gauge.maximum()).isEqualTo(2);
    }

    /** Its queue had room when it was looked at, and is full by now. */
    @Test
    void aRaiseOfAPoolThatHasGrownMeanwhileLowersNothing() throws Exception {
        ExecutorGauge full = busy(2, 8, new SynchronousQueue<>(), 8);
        full.move(2, 4);
        assertThat(full.settings()).startsWith(2, 8);
        ExecutorGauge alone = busy(2, 8, new LeftByTake(), 8);
        alone.move(2, 4);
        assertThat(alone.settings()).containsExactly(2, 8, 0);
    }

    /** Nobody else may take from it, so that sizes are set; and it is full. */
    private static final class LeftByTake extends SynchronousQueue<Runnable> {
        private static final long serialVersionUID = 1;

        @Override
        public Runnable take() throws InterruptedException {
            return super.take();
        }
    }

    @Test
    void coreAndMaximumAreBothPutBack() throws Exception {
        for (int to : new int[] {1, 5, 60}) {
            ExecutorGauge roomy = busy(2, 50, new LinkedBlockingQueue<>(), 1);
            ExecutorGauge full = busy(2, 50, new SynchronousQueue<>(), 4);
            for (ExecutorGauge gauge : List.of(roomy, full)) {
                gauge.move(gauge.capacity(), to);
                assertThat(gauge.maximum()).isEqualTo(to);
                gauge.set(List.of(2, 50, 0));
                assertThat(gauge.settings()).containsExactly(2, 50, 0);
            }
        }
    }

    /** One worker is left, which is at work: what it has may be of its request, but not what both had before. */
    @Test
    void oneThatWasLoweredToOneWorkerIsPutBackThoughThatIsAtWork() throws Exception {
        assertThat(newbornAfter(2, ExecutorGauge::new)).isEqualTo("own loader, north, null");
        assertThat(newbornAfter(2, LikeExecutorGauge::new)).isEqualTo("own loader, north, null");
    }

    /** It had only one before: what that has of a request nobody can tell. */
    @Test
    void whereNobodyCanTellWhatIsOfARequestItIsPutBackWithoutAnyOfIt() throws Exception {
        assertThat(newbornAfter(1, ExecutorGauge::new)).isEqualTo("parent loader, null, null");
        assertThat(newbornAfter(1, LikeExecutorGauge::new)).isEqualTo("parent loader, null, null");
    }

    /** As in a fat jar, whose application has a loader of its own. */
    @Test
    void whoseOnlyThreadIsAtWorkIsRaisedWhereIdleThreadsOfAnotherPoolHaveItsLoader() throws Exception {
        Thread us = Thread.currentThread();
        ClassLoader ours = us.getContextClassLoader();
        us.setContextClassLoader(new URLClassLoader(new URL[0], ours));
        try {
            ExecutorGauge gauge = busy(1, 1, new LinkedBlockingQueue<>(), 1);
            assertThatThrownBy(() -> gauge.move(1, 2)).hasMessageContaining("only thread is at work");
            ThreadPoolExecutor idle = new ThreadPoolExecutor(2, 2, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
            started.add(idle);
            idle.prestartAllCoreThreads();
            while (idle.getActiveCount() > 0) { // one that starts counts as active
                Thread.onSpinWait();
            }
            gauge.move(1, 2);
            assertThat(gauge.maximum()).isEqualTo(2);
            gauge.set(List.of(1, 1, 0));
            gauge.rest();
        } finally {
            us.setContextClassLoader(ours);
        }
    }

    /** What a new thread has of a pool of two that was lowered to one, and is put back while that is at work. */
    private String newbornAfter(int workers, Function<ThreadPoolExecutor, Gauge> gauges) throws Exception {
        InheritableThreadLocal<String> region = new InheritableThreadLocal<>();
        InheritableThreadLocal<String> tenant = new InheritableThreadLocal<>();
        ClassLoader parent = ClassLoader.getSystemClassLoader();
        ClassLoader application = new URLClassLoader(new URL[0], parent);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(2, 2, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        started.add(pool);
        CountDownLatch busy = new CountDownLatch(workers);
        CountDownLatch first = new CountDownLatch(1);
        Thread main = new Thread(() -> {
            region.set("north");
            for (int i = 0; i < workers; i++) {
                String whom = "tenant " + i;
                CountDownLatch until = i == 0 && workers > 1 ? first : end;
                pool.execute(() -> {
                    tenant.set(whom);
                    busy.countDown();
                    Tasks.await(until);
                });
            }
        });
        main.setContextClassLoader(application);
        main.start();
        busy.await();
        Gauge gauge = gauges.apply(pool);
        gauge.move(2, 1);
        first.countDown();
        while (pool.getPoolSize() > 1) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        CompletableFuture<String> newborn = new CompletableFuture<>();
        pool.getQueue().add(() -> {
            ClassLoader its = Thread.currentThread().getContextClassLoader();
            newborn.complete((its == application ? "own" : its == parent ? "parent" : "no") + " loader, " + region.get()
                    + ", " + tenant.get());
        });
        gauge.set(List.of(2, 2, 0));
        assertThat(gauge.settings()).containsExactly(2, 2, 0);
        return newborn.get();
    }

    @Test
    void aMaximumThatIsLoweredForAWhileIsRaisedAgainWhenItIsInterrupted() {
        ExecutorGauge gauge = busy(4, 50, new LinkedBlockingQueue<>(), 8);
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> gauge.move(gauge.capacity(), 1)).isInstanceOf(InterruptedException.class);

        assertThat(gauge.settings()).containsExactly(1, 50, 0);
    }

    @Test
    void aMaximumThatItsOwnerSetsWhileItIsLoweredForAWhileStaysSo() throws Exception {
        ExecutorGauge gauge = busy(4, 50, new LinkedBlockingQueue<>(), 8);
        ThreadPoolExecutor executor = started.get(0);
        FutureTask<Void> lowered = new FutureTask<>(() -> {
            gauge.move(gauge.capacity(), 1);
            return null;
        });
        new Thread(lowered).start();
        while (executor.getMaximumPoolSize() != 1) {
            Thread.onSpinWait();
        }
        executor.setMaximumPoolSize(128);
        lowered.get();

        assertThat(gauge.settings()).containsExactly(1, 128, 0);
    }
}
