package dev.headroom.agent.sampling;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.headroom.agent.jvm.Origins;
import dev.headroom.agent.limits.Unhooked;
import dev.headroom.agent.pools.Pools;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A look at a JVM in which a class of the service's own does something that no look may end by. */
@Timeout(30)
public class StrangeServicesTest {

    private static volatile CountDownLatch end = new CountDownLatch(1);
    private static final List<Thread> THREADS = new ArrayList<>();

    private final Pools pools = new Pools();
    private ThreadPoolExecutor executor;

    /** Of a library that is optional, and not there. */
    public static class Absent {}

    /** A server whose metrics are optional. */
    public static class Server {

        public Absent metrics;

        public Absent metrics() {
            return metrics;
        }

        public class Loop implements Runnable {
            @Override
            public void run() {
                if (metrics == null) {
                    await();
                }
            }
        }
    }

    /** A task that has an optional collaborator. */
    public static class Task implements Runnable {

        public Absent tracer;

        @Override
        public void run() {
            await();
        }
    }

    public static void await() {
        while (end.getCount() > 0) {
            LockSupport.parkNanos(20_000_000);
        }
    }

    /** As where a jar of the class path is missing: {@link Absent} cannot be found. */
    private static final class Without extends ClassLoader {

        Without() {
            super(StrangeServicesTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (name.equals(Absent.class.getName())) {
                    throw new ClassNotFoundException(name);
                }
                if (!name.startsWith(Server.class.getName()) && !name.equals(Task.class.getName())) {
                    return super.loadClass(name, resolve);
                }
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                try (InputStream code = getResourceAsStream(name.replace('.', '/') + ".class")) {
                    byte[] bytes = code.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    private void look() throws Exception {
        try (Looks looks = new Looks(
                new Budget(0.03, 2, true), pools, Unhooked.limits(), new Origins("", List.of()), new Loops())) {
            DataOutputStream out = new DataOutputStream(new ByteArrayOutputStream());
            looks.look(out);
            looks.look(out);
        }
    }

    private static Thread started(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        THREADS.add(thread);
        thread.start();
        while (thread.isAlive() && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return thread;
    }

    @AfterEach
    void stop() throws InterruptedException {
        end.countDown();
        for (Thread thread : THREADS) {
            thread.join();
        }
        THREADS.clear();
        end = new CountDownLatch(1);
        if (executor != null) {
            executor.shutdownNow();
            while (!executor.isTerminated()) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void nothingStrangeEndsNoLook() {
        assertThatCode(this::look).doesNotThrowAnyException();
    }

    /** The task of a thread is an inner object of a server: is that a pool? Its public methods name a class that is not there. */
    @Test
    void aServerWithAnOptionalLibraryThatIsNotThereEndsNoLook() throws Exception {
        Class<?> server = new Without().loadClass(Server.class.getName());
        Class<?> loop = server.getClassLoader().loadClass(Server.Loop.class.getName());
        Runnable task = (Runnable)
                loop.getConstructor(server).newInstance(server.getConstructor().newInstance());
        started(task, "server");
        assertThatCode(this::look).doesNotThrowAnyException();
    }

    /** Its fields are looked at for what it wraps. */
    @Test
    void aTaskWithAnOptionalFieldWhoseClassIsNotThereEndsNoLook() throws Exception {
        Runnable task = (Runnable)
                new Without().loadClass(Task.class.getName()).getConstructor().newInstance();
        started(task, "task");
        assertThatCode(this::look).doesNotThrowAnyException();
    }

    /** As Kotlin's {@code TODO()} and Scala's {@code ???}, whose NotImplementedError is an Error and no LinkageError. */
    @Test
    void aPoolThatIsNotFinishedEndsNoLook() throws Exception {
        executor = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>()) {
            @Override
            public int getActiveCount() {
                throw new NotImplementedError();
            }
        };
        executor.prestartAllCoreThreads();

        assertThatCode(this::look).doesNotThrowAnyException();
    }

    private static final class NotImplementedError extends Error {
        private static final long serialVersionUID = 1;
    }

    /** A pool that delegates to itself by mistake, or to a chain that is long. */
    @Test
    void aPoolThatAsksItselfForEverEndsNoLook() throws Exception {
        executor = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>()) {
            @Override
            public long getCompletedTaskCount() {
                return getCompletedTaskCount();
            }
        };
        executor.prestartAllCoreThreads();

        assertThatCode(this::look).doesNotThrowAnyException();
    }

    /** Threads of its own that are told apart by their names, which may be unset when it is asked. */
    @Test
    void aThreadWhoseHashCodeThrowsEndsNoLook() throws Exception {
        Thread thread = new Thread(StrangeServicesTest::await, "odd") {
            private final String key = null;

            @Override
            public int hashCode() {
                return key.hashCode();
            }
        };
        thread.setDaemon(true);
        THREADS.add(thread);
        thread.start();
        assertThatCode(this::look).doesNotThrowAnyException();
    }

    /** What a thread waits for tells who owns it, and its class is the service's own. */
    @Test
    void aSynchronizerOfItsOwnEndsNoLook() throws Exception {
        AbstractOwnableSynchronizer blocker = new AbstractOwnableSynchronizer() {
            @Override
            public String toString() {
                throw new IllegalStateException("closed");
            }

            @Override
            public int hashCode() {
                throw new IllegalStateException("closed");
            }
        };
        started(
                () -> {
                    while (end.getCount() > 0) {
                        LockSupport.parkNanos(blocker, 20_000_000);
                    }
                },
                "waiter");
        assertThatCode(this::look).doesNotThrowAnyException();
    }
}
