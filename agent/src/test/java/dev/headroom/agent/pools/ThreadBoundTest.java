package dev.headroom.agent.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.Channel;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadBoundTest {

    private static final int WORKERS = 3;

    private final CountDownLatch end = new CountDownLatch(1);
    private final List<Channel> opened = new ArrayList<>();
    private @Nullable ThreadPoolExecutor executor;

    private record Client(Link link) {}

    private record Link(Channel channel) {}

    /** As Hikari's, for each thread of the connections that it has used. */
    private static final class Used {
        private final Object[] elements;

        Used(Object... elements) {
            this.elements = elements;
        }
    }

    private static final class Worker extends Thread {
        private final Channel own;

        Worker(Runnable task, Channel own) {
            super(task);
            this.own = own;
        }
    }

    private Channel open() {
        try {
            Pipe pipe = Pipe.open();
            opened.add(pipe.sink());
            opened.add(pipe.source());
            return pipe.source();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A pool each worker of which has taken something of its own. */
    private ExecutorGauge each(ThreadFactory threads, Supplier<Object> takes) throws InterruptedException {
        ThreadLocal<Object> local = new ThreadLocal<>();
        CountDownLatch taken = new CountDownLatch(WORKERS);
        ThreadPoolExecutor made =
                new ThreadPoolExecutor(WORKERS, WORKERS, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), threads);
        executor = made;
        for (int i = 0; i < WORKERS; i++) {
            Object own = takes.get();
            made.execute(() -> {
                local.set(own);
                taken.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        assertThat(taken.await(30, TimeUnit.SECONDS)).isTrue();
        return new ExecutorGauge(made);
    }

    @AfterEach
    void stop() throws IOException {
        end.countDown();
        if (executor != null) {
            executor.shutdown();
        }
        for (Channel one : opened) {
            one.close();
        }
    }

    @Test
    void aConnectionOfEachWorkerIsLostWithIt() throws Exception {
        assertThat(each(Thread::new, this::open).harm()).contains("SourceChannel");
    }

    @Test
    void soIsOneWithinAClient() throws Exception {
        assertThat(each(Thread::new, () -> new Client(new Link(open()))).harm()).contains("SourceChannel");
    }

    @Test
    void soIsOneThatTheThreadItselfHas() throws Exception {
        assertThat(each(task -> new Worker(task, open()), () -> "nothing").harm())
                .contains("SourceChannel");
    }

    @Test
    void oneThatSeveralReachIsNotTheirs() throws Exception {
        Channel shared = open();
        assertThat(each(Thread::new, () -> new Client(new Link(shared))).harm()).isEmpty();
    }

    @Test
    void norIsWhatAPoolKeepsInMindForEach() throws Exception {
        assertThat(each(Thread::new, () -> new Used(open())).harm()).isEmpty();
    }

    @Test
    void norIsOneThatIsClosed() throws Exception {
        assertThat(each(Thread::new, () -> {
                            Channel closed = open();
                            try {
                                closed.close();
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                            return new Client(new Link(closed));
                        })
                        .harm())
                .isEmpty();
    }

    @Test
    void otherPoolsAreNotLookedAt() throws Exception {
        each(Thread::new, this::open);
        ThreadPoolExecutor other = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        try {
            other.prestartAllCoreThreads();
            assertThat(new ExecutorGauge(other).harm()).isEmpty();
        } finally {
            other.shutdown();
        }
    }
}
