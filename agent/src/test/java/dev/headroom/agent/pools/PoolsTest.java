package dev.headroom.agent.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Executors of a service's own. */
@Timeout(20)
class PoolsTest {

    private final Pools pools = new Pools();
    private final AtomicInteger asked = new AtomicInteger();
    private final ThreadPoolExecutor sound =
            new ThreadPoolExecutor(3, 3, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());

    /** @param when it is asked for the active ones */
    private ThreadPoolExecutor strange(Runnable when) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>()) {
            @Override
            public int getActiveCount() {
                when.run();
                return super.getActiveCount();
            }
        };
        executor.prestartAllCoreThreads();
        return executor;
    }

    PoolsTest() {
        sound.prestartAllCoreThreads();
    }

    @AfterEach
    void stop() {
        sound.shutdown();
    }

    private int number(ThreadPoolExecutor pool) throws IOException {
        return pools.number(pool, Thread.currentThread(), new DataOutputStream(new ByteArrayOutputStream()));
    }

    private DataInputStream written() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        pools.write(new DataOutputStream(bytes));
        return new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    }

    @Test
    void whoThrowsWhenAskedTellsNothing() throws IOException {
        ThreadPoolExecutor broken = strange(() -> {
            throw new IllegalStateException("shut down");
        });

        assertThat(number(broken)).isNotEqualTo(Pools.NONE);
        assertThat(written().readInt()).isZero();
        broken.shutdown();
    }

    @Test
    void whoThrowsOnceIsToldAtTheNextLookAndTheOthersAlways() throws IOException {
        ThreadPoolExecutor once = strange(() -> {
            if (asked.incrementAndGet() == 1) {
                throw new IllegalStateException("shut down");
            }
        });
        int one = number(once);
        int other = number(sound);

        DataInputStream told = written();

        assertThat(told.readInt()).isEqualTo(1);
        assertThat(told.readInt()).isEqualTo(other);
        assertThat(told.readInt()).isEqualTo(3);
        DataInputStream again = written();
        assertThat(again.readInt()).isEqualTo(2);
        assertThat(number(once)).isEqualTo(one);
        once.shutdown();
    }

    /** All the workers of one that was refused are of one pool, and of a service that logs when it is asked each line is a cost. */
    @Test
    void whoThrowsIsNotAskedAgainForEachOfItsThreads() throws IOException {
        ThreadPoolExecutor broken = strange(() -> {
            asked.incrementAndGet();
            throw new IllegalStateException("not yet started");
        });
        for (int worker = 0; worker < 200; worker++) {
            number(broken);
        }

        assertThat(asked).hasValueLessThan(10);
        broken.shutdown();
    }

    /** Once: a service that reconfigures its pool may throw for a moment. */
    @Test
    void whoThrowsOnceKeepsItsNumberForItsThreadsAreNotMetAgain() throws IOException {
        ThreadPoolExecutor once = strange(() -> {
            if (asked.incrementAndGet() == 2) {
                throw new IllegalStateException("is being reconfigured");
            }
        });
        int number = number(once);
        written();
        written();

        DataInputStream told = written();

        assertThat(told.readInt()).as("pools that are told").isEqualTo(1);
        assertThat(told.readInt()).isEqualTo(number);
        once.shutdown();
    }

    @Test
    void whoRefusesForAnErrorOfItsOwnIsNoTroubleOfOurs() {
        ThreadPoolExecutor broken = strange(() -> {
            throw new AssertionError("only for tests");
        });

        assertThatCode(() -> number(broken)).doesNotThrowAnyException();
        broken.shutdown();
    }
}
