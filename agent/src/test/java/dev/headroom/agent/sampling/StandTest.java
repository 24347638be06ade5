package dev.headroom.agent.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class StandTest {

    /** The stacks of others are read between: who got its lock meanwhile does not wait for it any more. */
    @Test
    void whoHasGoneOnStandsWhereItIsNow() throws Exception {
        Object lock = new Object();
        CountDownLatch over = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            synchronized (lock) {
                while (over.getCount() > 0) {
                    LockSupport.park(over);
                }
            }
        });
        thread.setDaemon(true);
        Stand before;
        synchronized (lock) {
            thread.start();
            await(thread, Thread.State.BLOCKED);
            before = Stand.of(thread);
            assertThat(before.now()).isSameAs(before);
        }
        await(thread, Thread.State.WAITING);
        assertThat(before.now().state()).isEqualTo(Thread.State.WAITING);
        assertThat(before.now().blocker()).isSameAs(over);
        over.countDown();
        LockSupport.unpark(thread);
        thread.join();
    }

    /** Some builds of the JDK throw it at one that is parked for a time and pinned. */
    @Test
    void aThreadWhoseStackTheJvmFailsToReadHasNone() {
        Stand stand = Stand.of(new Thread() {
            @Override
            public StackTraceElement[] getStackTrace() {
                throw new InternalError();
            }
        });
        assertThat(stand.frames()).isEmpty();
        assertThat(stand.lasts(new StackTraceElement[] {new StackTraceElement("A", "b", "A.java", 1)}))
                .isFalse();
    }

    private static void await(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.onSpinWait();
        }
    }
}
