package dev.headroom.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class ForkJoinGaugeTest {

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
}
