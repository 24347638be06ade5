package dev.headroom.agent.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ForkJoinGaugeTest {

    private static final int OWN = 2;
    private static final int RAISED = 4;

    private final List<ClassLoader> loaders = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    /** As a factory that a service writes: a worker takes what whoever makes it has. */
    private final ForkJoinPool pool = new ForkJoinPool(
            OWN,
            its -> {
                ForkJoinWorkerThread worker = new ForkJoinWorkerThread(its) {};
                ClassLoader makers = Thread.currentThread().getContextClassLoader();
                worker.setContextClassLoader(makers);
                loaders.add(makers == null ? ClassLoader.getPlatformClassLoader() : makers);
                return worker;
            },
            null,
            false);

    private final ForkJoinGauge gauge = new ForkJoinGauge(pool);

    @AfterEach
    void stop() {
        end.countDown();
        pool.shutdownNow();
    }

    @Test
    void itsNewWorkersHaveTheContextClassLoaderOfThoseThatThereAre() throws Exception {
        Thread us = Thread.currentThread();
        ClassLoader ours = us.getContextClassLoader();
        try (URLClassLoader its = new URLClassLoader(new URL[0], ours)) {
            us.setContextClassLoader(its);
            keepAllAtWork();
            us.setContextClassLoader(null); // as a thread that was attached has

            gauge.move(OWN, RAISED);

            assertThat(pool.getPoolSize()).isEqualTo(RAISED);
            while (loaders.size() < RAISED) { // it is counted before it is made
                Thread.onSpinWait();
            }
            assertThat(loaders).hasSize(RAISED).allMatch(its::equals);
        } finally {
            us.setContextClassLoader(ours);
        }
    }

    /** Nobody knows what those that it will have are to be like. */
    @Test
    void whereItHasNoWorkerTheAgentMakesNone() throws Exception {
        gauge.move(OWN, RAISED);

        assertThat(pool.getParallelism()).isEqualTo(RAISED);
        assertThat(loaders).isEmpty();
        keepAllAtWork();
        assertThat(loaders).hasSizeGreaterThanOrEqualTo(OWN);
    }

    private void keepAllAtWork() throws InterruptedException {
        CountDownLatch began = new CountDownLatch(OWN);
        for (int i = 0; i < RAISED; i++) { // those that are added have a task each: beside an idle one none is added
            pool.execute(() -> {
                began.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        began.await();
    }
}
