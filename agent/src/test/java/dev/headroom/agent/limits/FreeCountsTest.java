package dev.headroom.agent.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class FreeCountsTest {

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
    }

    @Test
    void whoReckonsWithWhatIsFreeIsHarmed() {
        assertThat(FreeCounts.harm(List.of(Plain.class, Refilled.class))).contains("availablePermits");
        assertThat(FreeCounts.harm(List.of(Drained.class))).contains("drainPermits");
    }

    @Test
    void whoTakesAndGivesOneByOneIsNot() {
        assertThat(FreeCounts.harm(List.of(Plain.class))).isEmpty();
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
        assertThat(FreeCounts.harm(List.of())).contains("not seen");
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
