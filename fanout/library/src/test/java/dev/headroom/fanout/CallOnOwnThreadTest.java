package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallOnOwnThreadTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Downstream users =
            Downstream.named("users").limit(1).timeout(Duration.ofSeconds(1)).build();
    private final Downstream offers = Downstream.of("offers", 1);

    @Test
    void holdsAPermitWhileItCalls() throws Exception {
        int inFlight = users.call(() -> users.usage().inFlight());

        assertThat(inFlight).isEqualTo(1);
        assertThat(users.usage().inFlight()).isZero();
        assertThat(users.usage().succeeded()).isEqualTo(1);
    }

    @Test
    void takesNoSecondPermitOfTheSame() throws Exception {
        assertThat(users.call(() -> users.call(() -> users.usage().inFlight()))).isEqualTo(1);
    }

    @Test
    void takesNoSecondPermitThroughAnother() throws Exception {
        assertThat(users.call(() -> offers.call(() -> Deadline.callWithin(
                        LONG, () -> users.call(() -> users.usage().inFlight())))))
                .isEqualTo(1);
    }

    @Test
    void takesNoSecondPermitInAPart() throws Exception {
        assertThat(FanOut.within(LONG)
                        .call(part(
                                users,
                                () -> offers.call(
                                        () -> users.call(() -> users.usage().inFlight())))))
                .isEqualTo(1);
    }

    @Test
    void doesNotHoldAfterwards() throws Exception {
        users.call(() -> "ann");

        try (Permit held = users.enter()) {
            assertThat(users.usage().inFlight()).isEqualTo(1);
        }
        assertThat(users.usage().inFlight()).isZero();
    }

    @Test
    void waitsNoLongerThanTheTimeout() throws Exception {
        try (Permit held = Elsewhere.enter(users)) {
            assertThatThrownBy(() -> users.call(() -> "ann"))
                    .isInstanceOf(FanOutException.DeadlineExpired.class)
                    .hasMessageContaining("'users' had no permit free")
                    .hasMessageContaining("1 of 1 permits are held");
        }
        assertThat(users.usage().expired()).isEqualTo(1);
        assertThat(users.usage().waiting()).isZero();
    }

    @Test
    void makesNoCallWhereTheTimeIsOverThoughAPermitIsFree() {
        assertThatThrownBy(() -> Deadline.callWithin(Duration.ofNanos(1), () -> {
                    Eventually.until(Deadline.current()::expired);
                    return users.call(() -> "sent");
                }))
                .isInstanceOf(FanOutException.DeadlineExpired.class)
                .hasMessageContaining("'users' had not been begun");
        assertThat(users.usage().succeeded()).isZero();
        assertThat(users.usage().expired()).isEqualTo(1);
    }

    @Test
    void aCallIsRejectedWhereGateAndQueueAreFull() throws Exception {
        Downstream full = Downstream.named("full").limit(1).queue(0).build();
        try (Permit held = full.enter()) {
            assertThatThrownBy(() -> full.call(() -> "ann")).isInstanceOf(FanOutException.Rejected.class);
        }
        assertThat(full.usage().rejected()).isEqualTo(1);
    }

    @Test
    void endsItsWaitWhenItIsInterrupted() throws Exception {
        try (Permit held = offers.enter()) {
            var waiting = new FutureTask<>(() -> offers.call(() -> "ann"));
            Thread thread = Thread.ofVirtual().start(waiting);
            Eventually.until(() -> offers.usage().waiting() == 1);

            thread.interrupt();

            assertThatThrownBy(waiting::get).hasCauseInstanceOf(InterruptedException.class);
        }
        assertThat(offers.usage().cancelled()).isEqualTo(1);
        assertThat(offers.usage().waiting()).isZero();
        assertThat(offers.usage().inFlight()).isZero();
    }

    @Test
    void aCallIsGrantedThePermitOfAnother() throws Exception {
        var waiting = new FutureTask<>(() -> offers.call(() -> "ann"));
        try (Permit held = offers.enter()) {
            Thread.ofVirtual().start(waiting);
            Eventually.until(() -> offers.usage().waiting() == 1);
        }

        assertThat(waiting.get()).isEqualTo("ann");
        assertThat(offers.usage().waitedNanos()).isPositive();
    }

    @Test
    void throwsWhatTheCallThrows() {
        assertThatThrownBy(() -> users.call(() -> {
                    throw new IOException("no route");
                }))
                .isExactlyInstanceOf(IOException.class);
        assertThat(users.usage().failed()).isEqualTo(1);
        assertThat(users.usage().inFlight()).isZero();
    }

    @Test
    void givesAPermitBackOnce() throws Exception {
        Downstream two = Downstream.of("two", 2);
        try (Permit other = two.enter()) {
            Permit permit = two.enter();
            permit.failed(new SocketTimeoutException("read"));
            permit.close();

            assertThat(two.usage().inFlight()).isEqualTo(1);
            assertThat(two.usage().failed()).isEqualTo(1);
            assertThat(two.usage().succeeded()).isZero();
        }
    }

    @Test
    void givesAPermitBackWithinADeadlineThatStays() throws Exception {
        Permit permit = users.enter();

        boolean none = Deadline.callWithin(LONG, () -> {
            permit.close();
            return Deadline.current().isNone();
        });

        assertThat(none).isFalse();
        assertThat(users.call(() -> "ann")).isEqualTo("ann");
    }

    @Test
    void givesAPermitBackOnAnotherThread() throws Exception {
        Permit permit = users.enter();
        var closed = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> {
            permit.close();
            closed.countDown();
        });
        closed.await();

        assertThat(users.usage().inFlight()).isZero();
    }
}
