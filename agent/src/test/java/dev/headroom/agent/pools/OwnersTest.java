package dev.headroom.agent.pools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.agent.Tasks;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OwnersTest {

    /** Of a web application that is deployed anew while it is watched. */
    @Test
    void classesOfTasksAreNotKept() throws Exception {
        WeakReference<ClassLoader> loader = looksAtATaskOfAClassOfItsOwn();
        while (loader.get() != null) {
            System.gc();
        }
        assertThat(Owners.owner(Thread.currentThread())).isEmpty();
    }

    private WeakReference<ClassLoader> looksAtATaskOfAClassOfItsOwn() throws Exception {
        URL[] classes = {OwnersTest.class.getProtectionDomain().getCodeSource().getLocation()};
        ClassLoader loader = new URLClassLoader(classes, null);
        CountDownLatch end = new CountDownLatch(1);
        Constructor<?> made = Class.forName(Task.class.getName(), true, loader).getDeclaredConstructor(Runnable.class);
        made.setAccessible(true);
        Runnable waits = () -> Tasks.await(end);
        Thread thread = new Thread((Runnable) made.newInstance(waits));
        thread.setContextClassLoader(null);
        thread.start();
        assertThat(Owners.owner(thread)).isEmpty();
        end.countDown();
        thread.join();
        return new WeakReference<>(loader);
    }

    /** Runs another one. */
    private static final class Task implements Runnable {
        private final Runnable other;

        Task(Runnable other) {
            this.other = other;
        }

        @Override
        public void run() {
            other.run();
        }
    }
}
