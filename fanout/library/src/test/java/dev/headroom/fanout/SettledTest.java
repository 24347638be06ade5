package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.fanout.FanOutException.CallFailed;
import dev.headroom.fanout.FanOutException.DeadlineExpired;
import dev.headroom.fanout.FanOutException.Rejected;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a failure tells of itself, and what goes on without it. */
@Timeout(60)
class SettledTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(20);

    private final Downstream users = Downstream.of("users", 4);

    @Test
    void aFailureEndsNoOthersAndIsKept() throws InterruptedException {
        List<Settled<Integer>> all = FanOut.within(LONG)
                .allSettled(
                        List.of(1, 2, 3),
                        n -> part(users, () -> {
                            if (n == 2) {
                                throw new IOException("no route");
                            }
                            return n;
                        }));

        assertThat(all).hasSize(3);
        assertThat(all.get(0)).isEqualTo(new Settled.Answered<>(1));
        assertThat(all.get(1)).isInstanceOfSatisfying(Settled.Failed.class, failed -> {
            assertThat(failed.why()).isInstanceOf(CallFailed.class).hasRootCauseMessage("no route");
            assertThat(failed.why().index()).hasValue(1);
        });
        assertThat(all.stream().map(settled -> settled.orElse(0))).containsExactly(1, 0, 3);
    }

    @Test
    void aFallbackOfThePartComesFirst() throws InterruptedException {
        Part<String> failing = part(users, () -> {
            throw new IOException("no route");
        });

        assertThat(FanOut.within(LONG).call(failing.orElse("none").settled()))
                .isEqualTo(new Settled.Answered<>("none"));
    }

    @Test
    void theItemThatFailedIsKnown() {
        assertThatThrownBy(() -> FanOut.within(LONG)
                        .all(
                                List.of("a", "b", "c"),
                                item -> part(users, () -> {
                                    if (item.equals("c")) {
                                        throw new IOException("no route");
                                    }
                                    return item;
                                })))
                .isInstanceOfSatisfying(
                        FanOutException.class,
                        failure -> assertThat(failure.index()).hasValue(2));
    }

    @Test
    void whetherALateCallWasSentIsKnown() throws Exception {
        assertThatThrownBy(() -> FanOut.within(SHORT).call(part(users, FanOutTest::forever)))
                .isInstanceOfSatisfying(
                        DeadlineExpired.class, late -> assertThat(late.sent()).isTrue());
        Downstream one = Downstream.of("one", 1);
        try (Permit held = Elsewhere.enter(one)) {
            assertThatThrownBy(() -> FanOut.within(SHORT).call(part(one, () -> "never")))
                    .isInstanceOfSatisfying(
                            DeadlineExpired.class,
                            late -> assertThat(late.sent()).isFalse());
            assertThatThrownBy(() -> Deadline.callWithin(SHORT, () -> one.call(() -> "never")))
                    .isInstanceOfSatisfying(DeadlineExpired.class, late -> {
                        assertThat(late.sent()).isFalse();
                        assertThat(late.index()).isEmpty();
                    });
        }
    }

    @Test
    void aRejectionHasItsNumbers() throws Exception {
        Downstream two = Downstream.named("two").limit(2).queue(0).build();
        try (Permit held = two.enter();
                Permit another = two.enter()) {
            assertThatThrownBy(() -> FanOut.within(LONG).call(part(two, () -> "never")))
                    .isInstanceOfSatisfying(Rejected.class, rejected -> {
                        assertThat(rejected.limit()).isEqualTo(2);
                        assertThat(rejected.inFlight()).isEqualTo(2);
                        assertThat(rejected.queue()).isZero();
                        assertThat(rejected.waiting()).isZero();
                    });
        }
    }

    @Test
    void failuresCanBeMadeInTests() {
        assertThat(new Rejected("users", 50, 50)).hasMessageContaining("'users' was rejected");
        assertThat(new DeadlineExpired("users", true).sent()).isTrue();
        assertThat(new CallFailed("users", new IOException("no route")).part()).isEqualTo("users");
    }
}
