package dev.headroom.agent.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

class FreeCountsTest {

    private static final Set<String> SEMAPHORE = Set.of(Semaphore.class.getName());

    /** A limiter that is refilled with as many permits as are missing. */
    private static final class Refilled {
        private final Semaphore permits = new Semaphore(10);

        void refill() {
            permits.release(10 - permits.availablePermits());
        }
    }

    private static final class Drained {
        int all(Semaphore permits) {
            return permits.drainPermits();
        }
    }

    private static final class Plain {
        void use(Semaphore permits) throws InterruptedException {
            permits.acquire();
            permits.release();
        }

        boolean useSoon(Semaphore permits) throws InterruptedException {
            return permits.tryAcquire() || permits.tryAcquire(10, TimeUnit.MILLISECONDS);
        }

        int count(int acquire) {
            return count(acquire - 1);
        }
    }

    /** Keeps out all who take one each. */
    private static final class Writer {
        void write(Semaphore permits) throws InterruptedException {
            permits.acquire(50);
            permits.release(50);
        }
    }

    private static final class PoliteWriter {
        boolean write(Semaphore permits) throws InterruptedException {
            return permits.tryAcquire(50, 1, TimeUnit.SECONDS);
        }
    }

    private static final class WriterByReference {
        IntConsumer write(Semaphore permits) {
            return permits::acquireUninterruptibly;
        }
    }

    private static final class Resizable extends Semaphore {
        Resizable() {
            super(50);
        }

        void reduce(int permits) {
            reducePermits(permits);
        }
    }

    private static final class WriterOfResizable {
        void write(Resizable permits) throws InterruptedException {
            permits.acquire(50);
        }
    }

    /** Whose calls name the class of their own. */
    @Test
    void ofAClassOfItsOwnAsWell() {
        assertThat(FreeCounts.harm(
                        Set.of(Semaphore.class.getName(), Resizable.class.getName()), List.of(WriterOfResizable.class)))
                .contains("takes several at once");
        assertThat(FreeCounts.harm(SEMAPHORE, List.of(WriterOfResizable.class))).isEmpty();
    }

    @Test
    void whoReckonsWithWhatIsFreeIsHarmed() {
        assertThat(FreeCounts.harm(SEMAPHORE, List.of(Plain.class, Refilled.class)))
                .contains("availablePermits");
        assertThat(FreeCounts.harm(SEMAPHORE, List.of(Drained.class))).contains("drainPermits");
    }

    @Test
    void whoTakesAllToBeAloneIsHarmed() {
        for (Class<?> writer : List.of(Writer.class, PoliteWriter.class, WriterByReference.class)) {
            assertThat(FreeCounts.harm(SEMAPHORE, List.of(Plain.class, writer)))
                    .as(writer.getSimpleName())
                    .contains("takes several at once")
                    .containsIgnoringCase("acquire");
        }
    }

    @Test
    void whoTakesAndGivesOneByOneIsNot() {
        assertThat(FreeCounts.harm(SEMAPHORE, List.of(Plain.class))).isEmpty();
    }

    @Test
    void aClassOfItsOwnMayCountWhatComesAndGoes() {
        Set<String> callers = Set.of(Plain.class.getName());
        Semaphore counting = new Semaphore(8) {
            @Override
            public void release() {
                super.release();
            }
        };

        assertThat(FreeCounts.harm(counting, callers)).contains("calls of its own");
        assertThat(FreeCounts.harm(new Semaphore(8) {}, callers)).doesNotContain("calls of its own");
    }

    @Test
    void whoWasNotSeenMay() {
        assertThat(FreeCounts.harm(SEMAPHORE, List.of())).contains("not seen");
    }

    @Test
    void callersAreTheOutermostClassesNextToTheWait() {
        StackTraceElement[] frames = {
            frame("jdk.internal.misc.Unsafe"),
            frame("java.util.concurrent.Semaphore"),
            frame("shop.Gate$Inner"),
            frame("shop.Orders"),
            frame("web.Server"),
            frame("web.Far")
        };
        assertThat(FreeCounts.callers(frames)).containsExactly("shop.Gate", "shop.Orders", "web.Server");
    }

    private static StackTraceElement frame(String type) {
        return new StackTraceElement(type, "run", null, -1);
    }
}
