package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class FanOutTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(20);

    private final Downstream users = Downstream.of("users", 4);
    private final Downstream offers = Downstream.of("offers", 4);

    record Page(String user, List<Integer> offers) {}

    @Test
    void givesTheAnswersToTheirPlaces() throws InterruptedException {
        Page page = FanOut.within(LONG).call(part(users, () -> "ann"), part(offers, () -> List.of(1)), Page::new);

        assertThat(page).isEqualTo(new Page("ann", List.of(1)));
    }

    @Test
    void callsAtTheSameTime() throws InterruptedException {
        var both = new CountDownLatch(2);

        String answer = FanOut.within(LONG)
                .call(
                        part(users, () -> {
                            both.countDown();
                            both.await();
                            return "a";
                        }),
                        part(offers, () -> {
                            both.countDown();
                            both.await();
                            return "b";
                        }),
                        String::concat);

        assertThat(answer).isEqualTo("ab");
    }

    @Test
    void answersACollectionInItsOrder() throws InterruptedException {
        List<Integer> answers = FanOut.within(LONG).atOnce(2).all(List.of(3, 1, 2), n -> part(users, () -> n * 10));

        assertThat(answers).containsExactly(30, 10, 20);
    }

    @Test
    void namesThePartThatFailed() {
        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(
                                part(users, () -> {
                                    throw new IOException("no route");
                                }),
                                part(offers, () -> List.of(1)),
                                Page::new))
                .isInstanceOf(FanOutException.CallFailed.class)
                .hasMessageContaining("'users'")
                .hasMessageContaining("no route")
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void endsTheOthersWhenOneFails() {
        var interrupted = new CountDownLatch(1);
        var calling = new CountDownLatch(1);

        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(
                                part(users, () -> {
                                    calling.await();
                                    throw new IllegalStateException("broken");
                                }),
                                part(offers, () -> {
                                    calling.countDown();
                                    try {
                                        return forever();
                                    } catch (InterruptedException told) {
                                        interrupted.countDown();
                                        throw told;
                                    }
                                }),
                                (a, b) -> a))
                .hasRootCauseMessage("broken");
        assertThat(interrupted).satisfies(CountDownLatch::await);
    }

    @Test
    void takesTheFallbackOfAPartThatIsLate() throws InterruptedException {
        Page page = FanOut.within(LONG)
                .call(
                        part(users, () -> "ann"),
                        part(offers, FanOutTest::<List<Integer>>forever)
                                .within(SHORT)
                                .orElse(List.of()),
                        Page::new);

        assertThat(page.offers()).isEmpty();
        assertThat(offers.usage().expired()).isEqualTo(1);
        assertThat(offers.usage().fallbacks()).isEqualTo(1);
    }

    @Test
    void tellsAFallbackOfTheFailure() throws InterruptedException {
        var failure = new AtomicReference<FanOutException>();

        String answer = FanOut.within(LONG)
                .call(FanOutTest.<String>failing(users).recover(thrown -> {
                    failure.set(thrown);
                    return "none";
                }));

        assertThat(answer).isEqualTo("none");
        assertThat(failure.get()).isInstanceOf(FanOutException.CallFailed.class);
    }

    @Test
    void namesAllThatWereLate() {
        assertThatThrownBy(() -> FanOut.within(SHORT)
                        .call(
                                part(users, FanOutTest::forever),
                                part(offers, FanOutTest::forever).named("top offers"),
                                (a, b) -> a))
                .isInstanceOf(FanOutException.DeadlineExpired.class)
                .hasMessageContaining("'users'")
                .hasMessageContaining("'top offers'");
    }

    @Test
    void takesNoFallbackForAnError() {
        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(Part.<String>part(users, () -> {
                                    throw new StackOverflowError("deep");
                                })
                                .orElse("none")))
                .isInstanceOf(FanOutException.CallFailed.class)
                .hasMessageContaining("'users'")
                .hasCauseInstanceOf(StackOverflowError.class);
    }

    @Test
    @SuppressWarnings("NullAway") // as code that is not checked for nulls does
    void callsNothingWhereAPartIsMissing() {
        var calls = new AtomicInteger();

        assertThatThrownBy(() -> FanOut.within(LONG).call(part(users, calls::incrementAndGet), null, (a, b) -> a))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("a part is null");
        assertThat(calls).hasValue(0);
        assertThat(users.usage().inFlight()).isZero();
    }

    static <T> T forever() throws InterruptedException {
        new CountDownLatch(1).await();
        throw new AssertionError("nobody counts down");
    }

    private static <T> Part<T> failing(Downstream downstream) {
        return part(downstream, () -> {
            throw new IllegalStateException("broken");
        });
    }
}
