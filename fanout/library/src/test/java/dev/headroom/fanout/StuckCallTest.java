package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StuckCallTest {
    private final Downstream users = Downstream.of("users", 4);
    private final Downstream stuck = Downstream.of("stuck", 4);
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch calling = new CountDownLatch(1);

    @Test
    void keepsNoAnswerOfTheOthers() throws InterruptedException {
        WeakReference<byte[]> answer = answered();

        Eventually.until(() -> {
            System.gc();
            return answer.get() == null;
        });

        assertThat(stuck.abandoned()).hasSize(1);
        release.countDown();
        Eventually.until(() -> stuck.usage().inFlight() == 0);
    }

    @Test
    void aStuckCallIsSeenUntilItEnds() throws InterruptedException {
        answered();

        assertThat(stuck.abandoned()).singleElement().satisfies(call -> {
            assertThat(call.part()).isEqualTo("report");
            assertThat(call.thread().getName()).isEqualTo("report");
            assertThat(call.thread().getStackTrace())
                    .anyMatch(frame -> frame.getMethodName().contains("ignoringInterrupts"));
            assertThat(call.held()).isPositive();
        });
        assertThat(stuck.usage().inFlight()).isEqualTo(1);
        assertThat(stuck.usage().abandoned()).isEqualTo(1);

        release.countDown();

        Eventually.until(() -> stuck.usage().inFlight() == 0);
        assertThat(stuck.abandoned()).isEmpty();
        assertThat(stuck.usage().abandonedTotal()).isEqualTo(1);
    }

    private WeakReference<byte[]> answered() throws InterruptedException {
        var answer = new AtomicReference<WeakReference<byte[]>>();
        FanOut.within(Duration.ofSeconds(30))
                .call(
                        part(users, () -> new byte[1]),
                        part(stuck, this::ignoringInterrupts)
                                .named("report")
                                .within(Duration.ofMillis(500))
                                .orElse("none"),
                        (bytes, report) -> {
                            answer.set(new WeakReference<>(bytes));
                            return report;
                        });
        calling.await();
        return answer.get();
    }

    private String ignoringInterrupts() {
        calling.countDown();
        while (release.getCount() > 0) {
            try {
                release.await();
            } catch (InterruptedException ignored) {
                // As some drivers do
            }
        }
        return "late";
    }
}
