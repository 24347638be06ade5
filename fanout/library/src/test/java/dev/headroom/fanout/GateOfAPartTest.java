package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.fanout.limit.Aimd;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GateOfAPartTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Downstream healthy = Downstream.of("healthy", 4);
    private final Downstream full = Downstream.named("full").limit(1).queue(0).build();

    @Test
    void sendsNothingToTheHealthyWhereAnotherIsFull() throws InterruptedException {
        var sent = new AtomicInteger();

        try (Permit held = full.enter()) {
            assertThatThrownBy(() -> FanOut.within(LONG)
                            .call(part(healthy, sent::incrementAndGet), part(full, () -> "never"), (a, b) -> a))
                    .isInstanceOf(FanOutException.Rejected.class)
                    .hasMessageContaining("'full'")
                    .hasMessageContaining("1 of 1 permits");
        }

        assertThat(sent).hasValue(0);
        assertThat(healthy.usage().inFlight()).isZero();
        assertThat(healthy.usage().cancelled()).isEqualTo(1);
    }

    @Test
    void saysWhatWasHeldWhenItWasRejected() {
        assertThatThrownBy(() -> FanOut.within(LONG).call(part(full, () -> 1), part(full, () -> 2), Integer::sum))
                .isInstanceOf(FanOutException.Rejected.class)
                .hasMessageContaining("1 of 1 permits are held, 0 of 0 wait");
    }

    @Test
    void goesOnWithAFallbackWhereAPartIsRejected() throws InterruptedException {
        try (Permit held = full.enter()) {
            String answer = FanOut.within(LONG)
                    .call(part(healthy, () -> "a"), part(full, () -> "never").orElse("none"), String::concat);

            assertThat(answer).isEqualTo("anone");
        }
    }

    @Test
    void startsAWaitingPartWithThePermitOfAnother() throws InterruptedException {
        Downstream one = Downstream.of("one", 1);

        assertThat(FanOut.within(LONG).call(part(one, () -> 1), part(one, () -> 2), Integer::sum))
                .isEqualTo(3);
        assertThat(one.usage().waitedNanos()).isPositive();
    }

    /** A permit comes back while the caller asks for the second: the first part is not to be sent for nothing. */
    @Test
    void startsNoPartBeforeAllPermitsWereAskedFor() throws Exception {
        var started = new AtomicInteger();
        Downstream one = Downstream.named("one")
                .limit(1)
                .threads(call -> new Thread(call) {
                    @Override
                    public void start() {
                        started.incrementAndGet();
                        super.start();
                    }
                })
                .build();
        Permit held = Elsewhere.enter(one);
        var startedBefore = new AtomicInteger(-1);
        Limit givesBack = new Recording(4) {
            @Override
            public int current() {
                if (one.usage().waiting() == 1) {
                    held.close();
                    startedBefore.set(started.get());
                }
                return super.current();
            }
        };
        Downstream second = Downstream.named("second").limit(givesBack).queue(0).build();

        assertThat(FanOut.within(LONG).call(part(one, () -> 1), part(second, () -> 2), Integer::sum))
                .isEqualTo(3);
        assertThat(startedBefore).hasValue(0);
        assertThat(started).hasValue(1);
    }

    @Test
    void letsMoreInOnceItWasResizedAndFewerOnceItWasResizedBack() throws InterruptedException {
        try (Permit held = full.enter()) {
            full.resize(2);
            try (Permit another = full.enter()) {
                assertThat(full.usage().inFlight()).isEqualTo(2);
                full.resize(1);
            }
            assertThatThrownBy(full::enter)
                    .isInstanceOf(FanOutException.Rejected.class)
                    .hasMessageContaining("1 of 1 permits");
        }
    }

    @Test
    void tellsThoseWhoWaitThatItWasResized() throws Exception {
        Downstream one = Downstream.of("one", 1);
        try (Permit held = one.enter()) {
            var waiting = new FutureTask<>(() -> one.call(() -> "called"));
            Thread.ofVirtual().start(waiting);
            Eventually.until(() -> one.usage().waiting() == 1);

            one.resize(2);

            assertThat(waiting.get()).isEqualTo("called");
        }
    }

    @Test
    void aGateThatFindsItsSizeItselfIsNotResized() {
        Downstream adaptive =
                Downstream.named("adaptive").limit(new Aimd(1, 2, 4)).build();

        assertThatThrownBy(() -> adaptive.resize(3))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'adaptive'");
    }
}
