package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a listener, a limit or a channel of the user's throws leaves no call running, no permit held and no caller waiting. */
@Timeout(60)
class TroubleOfOthersTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final CountDownLatch told = new CountDownLatch(1);

    @Test
    void errorsOfAListenerDoNotReachTheCall() throws InterruptedException {
        Downstream heard = Downstream.named("heard")
                .limit(4)
                .listener(new DownstreamListener() {
                    @Override
                    public void ended(Ended call) {
                        throw new NoClassDefFoundError("metrics");
                    }

                    @Override
                    public void abandoned(String downstream, String part) {
                        throw new NoClassDefFoundError("metrics");
                    }
                })
                .build();
        Downstream other = Downstream.of("other", 4);

        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(
                                part(heard, FanOutTest::forever),
                                part(other, this::untilTold),
                                part(other, this::failing),
                                (a, b, c) -> a))
                .isInstanceOf(FanOutException.CallFailed.class)
                .hasMessageContaining("broken");
        told.await();
        assertThat(FanOut.within(LONG).call(part(heard, () -> "heard"))).isEqualTo("heard");
        Eventually.until(() -> heard.usage().inFlight() == 0 && other.usage().inFlight() == 0);
        assertThat(heard.usage().succeeded()).isEqualTo(1);
    }

    /** An interrupt closes the channel on the thread of who interrupts. */
    @Test
    void aChannelThatCannotBeClosedDoesNotReachTheCall() throws InterruptedException {
        Downstream users = Downstream.of("users", 4);
        Unclosable channel = new Unclosable();

        assertThatThrownBy(() -> FanOut.within(LONG)
                        .all(List.of(part(users, channel::read), part(users, this::untilTold), part(users, () -> {
                            channel.reading.await();
                            return failing();
                        }))))
                .hasMessageContaining("cannot be closed");
        told.await();
        Eventually.until(() -> users.usage().inFlight() == 0);
        assertThat(users.usage().cancelled()).isEqualTo(2);
    }

    @Test
    void errorsOfALimitDoNotReachTheCall() throws InterruptedException {
        Downstream users = Downstream.named("users").limit(new Unlearning()).build();

        assertThat(FanOut.within(LONG).call(part(users, () -> "ann"))).isEqualTo("ann");
        Eventually.until(() -> users.usage().inFlight() == 0);
        assertThat(users.usage().succeeded()).isEqualTo(1);

        assertThatThrownBy(() -> users.call(() -> "ann")).hasMessage("never learns");
        assertThat(users.usage().inFlight()).isZero();
        assertThat(users.usage().succeeded()).isEqualTo(2);

        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(
                                part(users, FanOutTest::forever).within(Duration.ofMillis(20)),
                                part(users, this::untilTold),
                                (a, b) -> a))
                .hasMessage("never learns");
        told.await();
        Eventually.until(() -> users.usage().inFlight() == 0);
        assertThat(users.usage().expired()).isEqualTo(1);
        assertThat(users.usage().cancelled()).isEqualTo(1);
    }

    private String untilTold() throws InterruptedException {
        try {
            return FanOutTest.forever();
        } catch (InterruptedException interrupted) {
            told.countDown();
            throw interrupted;
        }
    }

    private String failing() throws InterruptedException {
        throw new IllegalStateException("broken");
    }

    private static final class Unclosable extends AbstractInterruptibleChannel {
        private final CountDownLatch reading = new CountDownLatch(1);
        private final CountDownLatch closing = new CountDownLatch(1);

        String read() throws Exception {
            begin();
            reading.countDown();
            try {
                closing.await();
                return "read";
            } finally {
                end(false);
            }
        }

        @Override
        protected void implCloseChannel() {
            closing.countDown();
            throw new IllegalStateException("cannot be closed");
        }
    }

    private static final class Unlearning implements Limit {
        @Override
        public int current() {
            return 4;
        }

        @Override
        public void ended(long calledNanos, int inFlight, boolean dropped) {
            throw new IllegalStateException("never learns");
        }
    }
}
