package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FailuresOfSeveralTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Downstream users = Downstream.of("users", 4);
    private final Downstream offers = Downstream.of("offers", 4);

    @Test
    void keepsWhatOthersHadThrown() {
        Part<String> first = part(offers, () -> {
            throw new IOException("no route");
        });
        Part<String> second = part(users, () -> {
            Eventually.until(() -> offers.usage().failed() == 1);
            throw new IllegalStateException("broken");
        });

        assertThatThrownBy(() -> FanOut.within(LONG).call(second, first.orElse("none"), String::concat))
                .isInstanceOf(FanOutException.CallFailed.class)
                .hasMessageContaining("'users'")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .singleElement()
                        .satisfies(suppressed -> assertThat(suppressed)
                                .isInstanceOf(FanOutException.CallFailed.class)
                                .hasMessageContaining("'offers'")
                                .hasCauseInstanceOf(IOException.class)));
    }

    @Test
    void keepsAFewOfVeryMany() {
        Downstream wide = Downstream.of("wide", 1_001);
        List<Part<String>> parts = new ArrayList<>(Collections.nCopies(
                1_000,
                Part.<String>part(wide, () -> {
                            throw new IOException("no route");
                        })
                        .orElse("none")));
        parts.add(part(wide, () -> {
            Eventually.until(() -> wide.usage().failed() == 1_000);
            throw new IllegalStateException("broken");
        }));

        assertThatThrownBy(() -> FanOut.within(LONG).all(parts))
                .hasRootCauseMessage("broken")
                .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(8));
    }

    @Test
    void doesNotCountWhatItCancelledItself() {
        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(
                                part(users, () -> {
                                    throw new IllegalStateException("broken");
                                }),
                                part(offers, FanOutTest::forever),
                                (a, b) -> a))
                .hasNoSuppressedExceptions();
        assertThat(offers.usage().cancelled()).isEqualTo(1);
    }

    @Test
    void throwsWhatTheFallbackThrows() {
        Part<String> failing = part(users, () -> {
            throw new IOException("no route");
        });

        assertThatThrownBy(() -> FanOut.within(LONG).call(failing.recover(failure -> {
                    throw new IllegalArgumentException(failure);
                })))
                .isInstanceOf(IllegalArgumentException.class)
                .hasRootCauseInstanceOf(IOException.class);
    }

    @Test
    void throwsWhatTheCombinationThrows() {
        assertThatThrownBy(() -> FanOut.within(LONG).call(part(users, () -> 1), part(offers, () -> 0), (a, b) -> a / b))
                .isExactlyInstanceOf(ArithmeticException.class);
    }

    @Test
    void tellsThePartsOfTheCallersInterrupt() throws InterruptedException {
        var calling = new CountDownLatch(2);
        var told = new CountDownLatch(2);
        Part<String> waiting = part(users, () -> {
            calling.countDown();
            try {
                return FanOutTest.forever();
            } catch (InterruptedException interrupted) {
                told.countDown();
                throw interrupted;
            }
        });
        var answers = new FutureTask<>(() -> FanOut.within(LONG).all(List.of(waiting, waiting)));
        Thread caller = Thread.ofPlatform().start(answers);
        calling.await();

        caller.interrupt();

        assertThatThrownBy(answers::get).hasCauseInstanceOf(InterruptedException.class);
        told.await();
        Eventually.until(() -> users.usage().inFlight() == 0);
        assertThat(users.usage().cancelled()).isEqualTo(2);
    }

    @Test
    void callsNothingForACallerWhoIsInterruptedAlready() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> FanOut.within(LONG).call(part(users, () -> "ann")))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(users.usage().succeeded()).isZero();
    }
}
