package dev.headroom.agent.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ForkJoinGaugeIT {

    @Test
    void tasksAreCountedWhileTheWorkersAreStillBehind() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        Semaphore mayEnd = new Semaphore(0);
        CountDownLatch sevenBegan = new CountDownLatch(7);
        ForkJoinGauge gauge = new ForkJoinGauge(pool);
        long before = gauge.completed();
        for (int i = 0; i < 10; i++) {
            pool.execute(() -> {
                sevenBegan.countDown();
                mayEnd.acquireUninterruptibly();
            });
        }
        mayEnd.release(5);
        sevenBegan.await();
        // five are done, two under way, three wait: the pool is never empty in between
        assertThat(gauge.completed() - before).isEqualTo(5);
        assertThat(gauge.queue()).isEqualTo(3);
        mayEnd.release(5);
        pool.shutdown();
    }

    @Test
    void whoeverRaisesItHasTheWorkersThoughManyThreadsKeepTheirQueuesFull() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(7);
        AtomicBoolean ended = new AtomicBoolean();
        List<Thread> submitters = Stream.generate(() -> new Thread(() -> {
                    while (!ended.get()) {
                        List<ForkJoinTask<?>> parts = new ArrayList<>();
                        for (int part = 0; part < 4; part++) {
                            parts.add(pool.submit(() -> LockSupport.parkNanos(50_000_000)));
                        }
                        parts.forEach(ForkJoinTask::join);
                    }
                }))
                .limit(200)
                .toList();
        submitters.forEach(Thread::start);
        while (pool.getQueuedSubmissionCount() < 700) {
            Thread.onSpinWait();
        }

        new ForkJoinGauge(pool).move(pool.getParallelism(), 10);

        assertThat(pool.getPoolSize()).isGreaterThanOrEqualTo(10);
        ended.set(true);
        for (Thread submitter : submitters) {
            submitter.join();
        }
        pool.shutdown();
    }
}
