package dev.headroom.agent.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PoolsTest {

    private final Pools pools = new Pools();
    private final Broken broken = new Broken();
    private final ThreadPoolExecutor sound =
            new ThreadPoolExecutor(3, 3, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());

    /** Of the service's own. */
    private static final class Broken extends ThreadPoolExecutor {
        private boolean throwing;

        Broken() {
            super(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
            prestartAllCoreThreads();
        }

        @Override
        public int getActiveCount() {
            if (throwing) {
                throw new IllegalStateException("shut down");
            }
            return super.getActiveCount();
        }
    }

    PoolsTest() {
        sound.prestartAllCoreThreads();
    }

    @AfterEach
    void stop() {
        broken.shutdown();
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
        broken.throwing = true;

        assertThat(number(broken)).isNotEqualTo(Pools.NONE);
        assertThat(written().readInt()).isZero();
    }

    @Test
    void whoThrowsOnceIsToldAtTheNextLookAndTheOthersAlways() throws IOException {
        int one = number(broken);
        int other = number(sound);
        broken.throwing = true;

        DataInputStream told = written();

        assertThat(told.readInt()).isEqualTo(1);
        assertThat(told.readInt()).isEqualTo(other);
        assertThat(told.readInt()).isEqualTo(3);
        broken.throwing = false;
        DataInputStream again = written();
        assertThat(again.readInt()).isEqualTo(2);
        assertThat(number(broken)).isEqualTo(one);
    }
}
