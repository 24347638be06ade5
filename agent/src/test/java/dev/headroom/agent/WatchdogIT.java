package dev.headroom.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.agent.jvm.Origins;
import dev.headroom.agent.limits.Hooks;
import dev.headroom.agent.moves.Lease;
import dev.headroom.agent.moves.Moves;
import dev.headroom.agent.moves.Turns;
import dev.headroom.agent.wire.Link;
import dev.headroom.agent.wire.Options;
import dev.headroom.agent.wire.Replies;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Under a clock that the test sets, at a socket at which nobody speaks. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WatchdogIT {

    /** More than the lease allows, and not for good. */
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final AtomicLong clock = new AtomicLong();
    private final Lease lease = new Lease(clock::get);

    @TempDir
    private Path folder;

    /** Taken by a transformer that does not return. */
    private final Semaphore transforming = new Semaphore(1);

    /** How often classes were looked for that are to be changed. */
    private final AtomicInteger listed = new AtomicInteger();

    /** Whether Headroom's words lie in the socket, and are read after the next look. */
    private volatile boolean speaks;

    private final AtomicInteger looks = new AtomicInteger();

    private final List<AutoCloseable> open = new ArrayList<>();

    /** What was asked of what is watched. */
    private final List<String> events = new CopyOnWriteArrayList<>();

    /**
     * Headroom's end.
     *
     * @param roles of the agent, as its options have them
     */
    private SocketChannel watch(String roles) throws IOException {
        return watch(roles, false);
    }

    /** @param running whether methods report at first */
    private SocketChannel watch(String roles, boolean running) throws IOException {
        Path socket = folder.resolve("1");
        ServerSocketChannel server =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
        open.add(server);
        Link link = Link.open(Options.parse("socket=" + socket + "," + roles));
        SocketChannel headroom = server.accept();
        open.add(headroom);
        Instrumentation none = (Instrumentation) Proxy.newProxyInstance(
                Instrumentation.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> method.getName().equals("getAllLoadedClasses")
                        ? loaded()
                        : method.getReturnType() == boolean.class);
        Hooks hooks = Hooks.prepare(Set.of(), new Origins("", List.of()), none, running);
        hooks.install();
        Watchdog watchdog = Watchdog.start(link);
        open.add(() -> watchdog.leave(true));
        watchdog.guard(hooks);
        watchdog.guard(watched(new Moves(lease, Turns.Bounds.LAUNCHED, new Replies(() -> {}))));
        return headroom;
    }

    private Class<?>[] loaded() {
        listed.incrementAndGet();
        transforming.acquireUninterruptibly();
        transforming.release();
        return new Class<?>[0];
    }

    private Watched watched(Moves moves) {
        return new Watched() {
            @Override
            public Moves moves() {
                events.add("moves");
                return moves;
            }

            @Override
            public boolean isUnheard() {
                return lease.isSilent();
            }

            @Override
            public boolean isForsaken() {
                boolean forsaken = lease.isForsaken();
                if (forsaken && speaks) {
                    lease.hear();
                }
                return forsaken;
            }

            @Override
            public void watch() {
                looks.incrementAndGet();
            }

            @Override
            public void end() {
                events.add("end");
            }

            @Override
            public void stop() {
                events.add("stop");
            }
        };
    }

    /** To put back what was moved may take long. */
    @Test
    void whatIsRecordedEndsWhileWhatWasMovedIsPutBack() throws Exception {
        SocketChannel headroom = watch("sample=true,budget=0.01,cores=2");
        open.get(open.size() - 1).close(); // the watchdog leaves
        awaitEnd(headroom);
        assertThat(events.subList(events.size() - 3, events.size())).containsExactly("end", "moves", "stop");
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private static int awaitEnd(SocketChannel headroom) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(1_000);
        int read = headroom.read(bytes);
        while (read > 0) {
            bytes.clear();
            read = headroom.read(bytes);
        }
        return read;
    }

    @Test
    void aHeadroomThatStandsStillForLongIsLeft() throws Exception {
        SocketChannel headroom = watch("sample=true,budget=0.01,cores=2");
        clock.addAndGet(Lease.PATIENCE_NANOS + 1);
        assertThat(awaitEnd(headroom)).isNegative();
    }

    /** On waking, it looks before it has read what Headroom said meanwhile. */
    @Test
    void aHeadroomThatIsHeardAfterTheJvmItselfStoodStillIsNotLeft() throws Exception {
        SocketChannel headroom = watch("sample=true,budget=0.01,cores=2");
        speaks = true;
        clock.addAndGet(Lease.PATIENCE_NANOS + 1);
        int before = looks.get();
        while (looks.get() < before + 3) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        headroom.configureBlocking(false);
        ByteBuffer hello = ByteBuffer.allocate(1_000);
        assertThat(headroom.read(hello)).isPositive();
        assertThat(headroom.read(hello)).isZero();
    }

    @Test
    void aJvmThatWasStartedForHeadroomWaitsForIt() throws Exception {
        SocketChannel headroom = watch("leash=true,sample=true,budget=0.01,cores=2");
        clock.addAndGet(Lease.PATIENCE_NANOS + 1);
        Thread dog = thread();
        long looks = waits(dog);
        while (waits(dog) < looks + 3) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        headroom.configureBlocking(false);
        ByteBuffer hello = ByteBuffer.allocate(1_000);
        assertThat(headroom.read(hello)).isPositive();
        assertThat(headroom.read(hello)).isZero();
    }

    /** A transformer of another agent's hangs where classes are put back: what was moved must not wait for it. */
    @Test
    void whoSeesToTheLeaseWaitsForNoTransformer() throws Exception {
        watch("sample=true,budget=0.01,cores=2");
        try {
            hangInATransformer();
            Thread dog = thread();
            long looks = waits(dog);
            while (waits(dog) < looks + 3) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
            assertThat(transforming.hasQueuedThreads()).isTrue();
        } finally {
            transforming.release();
        }
    }

    @Test
    void aHeadroomThatStandsStillForLongIsLeftThoughATransformerHangs() throws Exception {
        SocketChannel headroom = watch("sample=true,budget=0.01,cores=2");
        try {
            hangInATransformer();
            clock.addAndGet(Lease.PATIENCE_NANOS + 1);
            assertThat(awaitEnd(headroom)).isNegative();
            assertThat(transforming.hasQueuedThreads()).isTrue();
        } finally {
            transforming.release();
        }
    }

    private void hangInATransformer() throws InterruptedException {
        transforming.acquire();
        clock.addAndGet(SILENCE_NANOS);
        while (!transforming.hasQueuedThreads()) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** A look may wait for a lock of the application's for ever, and nobody ended that then. */
    @Test
    void methodsReportNoLongerThanTheyMayThoughNobodyLooks() throws Exception {
        watch("sample=true,budget=0.01,cores=2", true);
        int installed = listed.get();
        while (listed.get() == installed) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(lease.isSilent()).isFalse();
    }

    @Test
    void anApplicationThatInterruptsAllThreadsMakesNoneOfThemSpin() throws Exception {
        watch("sample=true,budget=0.01,cores=2");
        Thread dog = thread();
        dog.interrupt();
        while (dog.isInterrupted()) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(dog.isAlive()).isTrue();
    }

    /** How often it has waited. */
    private static long waits(Thread thread) {
        return ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId()).getWaitedCount();
    }

    private static Thread thread() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(one -> one.getName().equals("headroom-lease"))
                .reduce((one, other) -> one.getId() > other.getId() ? one : other)
                .orElseThrow();
    }
}
