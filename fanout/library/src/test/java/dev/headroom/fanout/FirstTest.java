package dev.headroom.fanout;

import static dev.headroom.fanout.Part.first;
import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The first answer of several parts. */
@Timeout(60)
class FirstTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Downstream here = Downstream.of("here", 2);
    private final Downstream there = Downstream.of("there", 2);
    private final AtomicInteger calls = new AtomicInteger();

    private static <T> T fails(String how) throws IOException {
        throw new IOException(how);
    }

    @Test
    void theFirstAnswerCountsAndTheOthersAreInterrupted() throws InterruptedException {
        assertThat(FanOut.within(LONG).call(first(part(here, FanOutTest::<String>forever), part(there, () -> "there"))))
                .isEqualTo("there");

        Eventually.until(() -> here.usage().inFlight() == 0);
        assertThat(here.usage().cancelled()).isEqualTo(1);
        assertThat(here.usage().abandonedTotal()).isEqualTo(1);
        assertThat(there.usage().hedges()).isEqualTo(1);
        assertThat(there.usage().hedgesWon()).isEqualTo(1);
    }

    @Test
    void aFailureWaitsForTheOthers() throws InterruptedException {
        assertThat(FanOut.within(LONG).call(first(part(here, () -> fails("here")), part(there, () -> {
                    Eventually.until(() -> here.usage().failed() == 1);
                    return "there";
                }))))
                .isEqualTo("there");
    }

    @Test
    void whereNothingIsFreeTheNextIsSentWhenThoseBeforeHaveFailed() throws Exception {
        try (Permit one = Elsewhere.enter(there);
                Permit two = Elsewhere.enter(there)) {
            var caller = new FutureTask<>(() -> FanOut.within(LONG)
                    .call(first(
                            part(here, () -> {
                                assertThat(there.usage().waiting()).isZero();
                                return fails("here");
                            }),
                            part(there, () -> "there"))));
            Thread.ofVirtual().start(caller);
            Eventually.until(() -> there.usage().waiting() == 1);
            one.close();

            assertThat(caller.get()).isEqualTo("there");
            assertThat(there.usage().hedges()).isZero();
        }
    }

    @Test
    void theBudgetIsThatOfTheFirstOnesDownstream() throws InterruptedException {
        Downstream thrifty = Downstream.named("thrifty").limit(2).hedgeBudget(0).build();

        assertThat(FanOut.within(LONG).call(first(part(thrifty, () -> "one"), part(there, () -> "two"))))
                .isEqualTo("one");
        assertThat(there.usage().hedges()).isZero();
        assertThat(FanOut.within(LONG).call(first(part(thrifty, () -> fails("one")), part(there, () -> "two"))))
                .isEqualTo("two");
        assertThat(there.usage().hedges()).isZero();
        assertThat(there.usage().succeeded()).isEqualTo(1);
    }

    @Test
    void aPartThatIsRejectedIsFollowedByTheNext() throws Exception {
        Downstream full =
                Downstream.named("full").limit(1).queue(0).hedgeBudget(0).build();
        try (Permit held = Elsewhere.enter(full)) {
            assertThat(FanOut.within(LONG).call(first(part(full, () -> "never"), part(there, () -> "there"))))
                    .isEqualTo("there");
        }
        assertThat(full.usage().rejected()).isEqualTo(1);
    }

    @Test
    void aPartThatIsLateIsFollowedByTheNext() throws InterruptedException {
        Downstream hasty = Downstream.named("hasty")
                .limit(1)
                .hedgeBudget(0)
                .timeout(Duration.ofMillis(20))
                .build();

        assertThat(FanOut.within(LONG)
                        .call(first(part(hasty, FanOutTest::<String>forever), part(there, () -> "there"))))
                .isEqualTo("there");
    }

    @Test
    void aPartWhosePermitDoesNotComeIsOvertakenByOneThatIsFree() throws Exception {
        try (Permit one = Elsewhere.enter(here);
                Permit two = Elsewhere.enter(here)) {
            assertThat(FanOut.within(LONG).call(first(part(here, () -> "never"), part(there, () -> "there"))))
                    .isEqualTo("there");
            assertThat(here.usage().waiting()).isZero();
        }
    }

    @Test
    void whereAllFailTheLastIsToldAndTheOthersAreSuppressed() {
        assertThatThrownBy(() -> FanOut.within(LONG)
                        .all(
                                List.of(1, 2),
                                item -> item == 1
                                        ? part(here, FanOutTest::<String>forever)
                                        : first(
                                                part(here, () -> fails("one")).named("one"),
                                                part(there, () -> {
                                                            Eventually.until(() ->
                                                                    here.usage().failed() == 1);
                                                            return FirstTest.<String>fails("two");
                                                        })
                                                        .named("two"))))
                .isInstanceOfSatisfying(FanOutException.CallFailed.class, failure -> {
                    assertThat(failure.part()).isEqualTo("two");
                    assertThat(failure.index()).hasValue(1);
                    assertThat(failure.getSuppressed())
                            .singleElement()
                            .isInstanceOfSatisfying(FanOutException.CallFailed.class, one -> {
                                assertThat(one.part()).isEqualTo("one");
                                assertThat(one.index()).hasValue(1);
                            });
                });
    }

    @Test
    void whatWasSentIsNotCalledUnsent() {
        Downstream full = Downstream.named("full").limit(1).queue(0).build();
        assertThatThrownBy(() -> {
                    try (Permit held = Elsewhere.enter(full)) {
                        FanOut.within(LONG).call(first(part(here, () -> fails("here")), part(full, () -> "never")));
                    }
                })
                .isInstanceOf(FanOutException.CallFailed.class)
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .singleElement()
                        .isInstanceOf(FanOutException.Rejected.class));
    }

    @Test
    void theFallbackOfTheWholeAnswersForAll() throws InterruptedException {
        Part<String> broken = first(part(here, () -> fails("here")), part(there, () -> fails("there")));

        assertThat(FanOut.within(LONG).call(broken.orElse("none"))).isEqualTo("none");
        assertThat(FanOut.within(LONG).call(broken.settled())).isInstanceOf(Settled.Failed.class);
        assertThat(FanOut.within(LONG)
                        .call(first(part(here, () -> "here"), part(there, () -> "there"))
                                .settled()))
                .isInstanceOf(Settled.Answered.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        first(part(here, () -> "a"), part(there, () -> "b").orElse("c")))
                .withMessageContaining("of the whole");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> first(part(here, () -> "a").hedged(Hedge.after(LONG)), part(there, () -> "b")))
                .withMessageContaining("of the whole");
    }

    @Test
    void theTimeOfTheWholeEndsAll() {
        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(first(part(here, FanOutTest::<String>forever), part(there, FanOutTest::<String>forever))
                                .within(Duration.ofMillis(100))))
                .isInstanceOfSatisfying(
                        FanOutException.DeadlineExpired.class,
                        late -> assertThat(late.sent()).isTrue());
        assertThat(here.usage().expired() + there.usage().expired()).isEqualTo(2);
    }

    @Test
    void withAHedgeEachIsSentSoMuchLater() throws InterruptedException {
        assertThat(FanOut.within(LONG)
                        .call(first(
                                        part(here, () -> {
                                            Eventually.until(() -> calls.get() == 1);
                                            return FanOutTest.<String>forever();
                                        }),
                                        part(there, () -> {
                                            calls.incrementAndGet();
                                            return "there";
                                        }))
                                .hedged(Hedge.after(Duration.ofMillis(5)))))
                .isEqualTo("there");
        assertThat(FanOut.within(LONG)
                        .call(first(part(here, () -> "here"), part(there, () -> "never"))
                                .hedged(Hedge.after(Duration.ofHours(1)))))
                .isEqualTo("here");
        assertThat(there.usage().hedges()).isEqualTo(1);
    }

    @Test
    void isOneOfManyParts() throws InterruptedException {
        List<Integer> items = List.of(1, 2, 3, 4, 5, 6, 7, 8, 9);

        assertThat(FanOut.within(LONG).all(items, item -> first(part(here, () -> item), part(there, () -> item))))
                .isEqualTo(items);
        Eventually.until(() -> here.usage().inFlight() + there.usage().inFlight() == 0);
    }

    @Test
    void aDeadlineThatHasPassedSendsNothing() {
        assertThatThrownBy(() -> Deadline.callWithin(
                        Duration.ofNanos(1),
                        () -> FanOut.within(LONG).call(first(part(here, () -> "here"), part(there, () -> "there")))))
                .isInstanceOfSatisfying(
                        FanOutException.DeadlineExpired.class,
                        late -> assertThat(late.sent()).isFalse());
        assertThat(here.usage().held() + there.usage().held()).isZero();
    }
}
