package dev.headroom.agent.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.headroom.agent.Tasks;
import dev.headroom.agent.jvm.Internals;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.Channel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Vector;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadBoundTest {

    private static final int WORKERS = 3;
    private static final String LOST = "theirs alone";

    private final CountDownLatch end = new CountDownLatch(1);
    private final List<Channel> opened = new ArrayList<>();
    private final List<ThreadPoolExecutor> started = new ArrayList<>();

    private record Client(Link link) {}

    private record Link(Channel channel) {}

    /** As Hikari's: whoever has borrowed one leads to all. */
    private static final class Lender {
        private final List<Lent> all = new CopyOnWriteArrayList<>();

        Lent lend(Channel channel) {
            Lent lent = new Lent(this, channel);
            all.add(lent);
            return lent;
        }
    }

    private record Lent(Lender lender, Channel channel) {}

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

    /** The agent is compiled for a JDK without them. */
    static ThreadFactory virtual() throws ReflectiveOperationException {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }

    /** A pool each worker of which has taken something of its own. */
    private ExecutorGauge each(ThreadFactory threads, Supplier<Object> takes) throws InterruptedException {
        return each(threads, new ThreadLocal<>(), takes);
    }

    private ExecutorGauge each(ThreadFactory threads, ThreadLocal<Object> local, Supplier<Object> takes)
            throws InterruptedException {
        CountDownLatch taken = new CountDownLatch(WORKERS);
        ThreadPoolExecutor made =
                new ThreadPoolExecutor(WORKERS, WORKERS, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), threads);
        started.add(made);
        for (int i = 0; i < WORKERS; i++) {
            Object own = takes.get();
            made.execute(() -> {
                local.set(own);
                taken.countDown();
                Tasks.await(end);
            });
        }
        assertThat(taken.await(30, TimeUnit.SECONDS)).isTrue();
        return new ExecutorGauge(made);
    }

    @AfterEach
    void stop() throws IOException {
        end.countDown();
        started.forEach(ThreadPoolExecutor::shutdown);
        for (Channel one : opened) {
            one.close();
        }
    }

    @Test
    void aConnectionOfEachWorkerIsLostWithIt() throws Exception {
        assertThat(each(Thread::new, this::open).harm()).contains("SourceChannel");
    }

    @Test
    void soIsThatOfAVirtualOne() throws Exception {
        assertThat(each(virtual(), this::open).harm()).contains("SourceChannel");
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
        assertThat(each(Thread::new, () -> new Client(new Link(shared))).harm()).doesNotContain(LOST);
    }

    @Test
    void soIsOneInATableOfTheJdks() throws Exception {
        List<Supplier<Object>> tables = List.of(
                () -> new ArrayList<>(List.of(open())),
                () -> new HashMap<>(Map.of("one", open())),
                () -> new Object[] {open()},
                () -> new AtomicReference<>(open()),
                () -> Optional.of(new Client(new Link(open()))),
                () -> new HashMap<>(Map.of("deep", List.of(Optional.of(new Client(new Link(open())))))));
        for (Supplier<Object> table : tables) {
            assertThat(each(Thread::new, table).harm()).contains("SourceChannel");
        }
    }

    /** Whose lock is not taken: it is read where the agent has opened the JDK's package to itself. */
    @Test
    void soIsOneInATableThatLocks() throws Exception {
        assumeTrue(Internals.field(Vector.class, "elementData").isPresent(), "--add-opens java.base/java.util");
        List<Supplier<Object>> tables = List.of(
                () -> new Vector<>(List.of(open())),
                () -> new Hashtable<>(Map.of("one", open())),
                () -> Collections.synchronizedMap(new HashMap<>(Map.of("one", open()))),
                () -> Collections.unmodifiableList(new ArrayList<>(List.of(open()))));
        for (Supplier<Object> table : tables) {
            assertThat(each(Thread::new, table).harm()).contains("SourceChannel");
        }
    }

    @Test
    void soIsOneInWhatItsChildrenInherit() throws Exception {
        assertThat(each(Thread::new, new InheritableThreadLocal<>(), this::open).harm())
                .contains("SourceChannel");
    }

    @Test
    void whatAPoolHasLentIsThePools() throws Exception {
        Lender lender = new Lender();
        assertThat(each(Thread::new, () -> new ArrayList<>(List.of(lender.lend(open()))))
                        .harm())
                .doesNotContain(LOST);
    }

    @Test
    void soItIsWhereOneThreadHasBorrowedAtAll() throws Exception {
        Lender lender = new Lender();
        List.of(1, 2, 3).forEach(one -> lender.lend(open()));
        AtomicInteger borrowed = new AtomicInteger();
        assertThat(each(
                                Thread::new,
                                () -> borrowed.getAndIncrement() == 0 ? Map.of("tx", lender.all.get(0)) : "nothing")
                        .harm())
                .doesNotContain(LOST);
    }

    /** It is closed with its client. */
    @Test
    void norIsAConnectionThatAClientHasOpened() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0))) {
            assertThat(each(Thread::new, () -> {
                                try {
                                    opened.add(SocketChannel.open(server.getLocalAddress()));
                                    Channel accepted = server.accept();
                                    opened.add(accepted);
                                    return new Client(new Link(accepted));
                                } catch (IOException e) {
                                    throw new IllegalStateException(e);
                                }
                            })
                            .harm())
                    .doesNotContain(LOST);
        }
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
                .doesNotContain(LOST);
    }

    @Test
    void otherPoolsAreNotLookedAt() throws Exception {
        each(Thread::new, this::open);
        ThreadPoolExecutor other = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        try {
            other.prestartAllCoreThreads();
            assertThat(new ExecutorGauge(other).harm()).doesNotContain(LOST);
        } finally {
            other.shutdown();
        }
    }
}
