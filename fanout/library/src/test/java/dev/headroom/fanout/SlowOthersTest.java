package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Listeners and limits that take their time hold neither a caller nor a permit. */
@Timeout(60)
class SlowOthersTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(20);

    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch told = new CountDownLatch(1);
    private final Downstream listened = Downstream.named("listened")
            .limit(1)
            .queue(0)
            .listener(new DownstreamListener() {
                @Override
                public void ended(Ended call) {
                    block();
                }

                @Override
                public void abandoned(String downstream, String part) {
                    block();
                }
            })
            .build();
    private final Downstream adaptive = Downstream.named("adaptive")
            .queue(0)
            .limit(new Limit() {
                @Override
                public int current() {
                    return 1;
                }

                @Override
                public void ended(long calledNanos, int inFlight, boolean dropped) {
                    block();
                }
            })
            .build();

    @AfterEach
    void release() {
        release.countDown();
    }

    @Test
    void anAnswerIsThereWhileAListenerIsStillTold() throws InterruptedException {
        answersWhileOthersAreTold(listened);
    }

    @Test
    void anAnswerIsThereWhileALimitStillLearns() throws InterruptedException {
        answersWhileOthersAreTold(adaptive);
    }

    @Test
    void whoGaveUpReturnsWhileAListenerIsStillTold() throws InterruptedException {
        givesUpWhileOthersAreTold(listened);
    }

    @Test
    void whoGaveUpReturnsWhileALimitStillLearns() throws InterruptedException {
        givesUpWhileOthersAreTold(adaptive);
    }

    @Test
    void whoIsRejectedReturnsWhileAListenerIsStillTold() throws Exception {
        Permit held = listened.enter();
        assertThatThrownBy(() -> FanOut.within(LONG).call(part(listened, () -> "never")))
                .isInstanceOf(FanOutException.Rejected.class);
        told.await();
        Thread.ofVirtual().start(held::close);
        Eventually.until(() -> listened.usage().inFlight() == 0);
    }

    private void answersWhileOthersAreTold(Downstream downstream) throws InterruptedException {
        assertThat(FanOut.within(LONG).call(part(downstream, () -> "ann"))).isEqualTo("ann");

        told.await();
        assertThat(downstream.usage().inFlight()).isZero();
        assertThat(release.getCount()).isEqualTo(1);
    }

    private void givesUpWhileOthersAreTold(Downstream downstream) throws InterruptedException {
        assertThat(FanOut.within(LONG)
                        .call(part(downstream, FanOutTest::<String>forever)
                                .within(SHORT)
                                .orElse("none")))
                .isEqualTo("none");

        told.await();
        Eventually.until(() -> downstream.usage().inFlight() == 0);
        assertThat(release.getCount()).isEqualTo(1);
    }

    private void block() {
        told.countDown();
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
