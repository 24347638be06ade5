package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A second call where the first is late, on a free permit, within a budget. */
@Timeout(60)
class HedgedTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Hedge SOON = Hedge.after(Duration.ofMillis(50));
    private static final Hedge LATER = Hedge.after(Duration.ofHours(1));

    private final List<DownstreamListener.Ended> ends = new CopyOnWriteArrayList<>();
    private final AtomicInteger made = new AtomicInteger();
    private final Downstream users = users(4);

    private Downstream users(int limit) {
        return Downstream.named("users")
                .limit(limit)
                .listener(new DownstreamListener() {
                    @Override
                    public void ended(Ended call) {
                        ends.add(call);
                    }
                })
                .build();
    }

    /** The first call waits until it is interrupted. */
    private Part<String> slowOnce(Downstream downstream) {
        return slow(downstream, () -> "second");
    }

    private Part<String> slow(Downstream downstream, Callable<String> second) {
        return part(downstream, () -> made.incrementAndGet() == 1 ? FanOutTest.forever() : second.call());
    }

    @Test
    void theSecondCallAnswersForTheFirst() throws InterruptedException {
        assertThat(FanOut.within(LONG).call(slowOnce(users).hedged(SOON))).isEqualTo("second");

        Eventually.until(() -> users.usage().inFlight() == 0 && ends.size() == 2);
        Usage usage = users.usage();
        assertThat(usage.succeeded()).isEqualTo(1);
        assertThat(usage.cancelled()).isEqualTo(1);
        assertThat(usage.abandonedTotal()).isEqualTo(1);
        assertThat(usage.hedges()).isEqualTo(1);
        assertThat(usage.hedgesWon()).isEqualTo(1);
        assertThat(ends)
                .extracting(DownstreamListener.Ended::outcome, DownstreamListener.Ended::hedge)
                .containsExactlyInAnyOrder(tuple(Outcome.CANCELLED, false), tuple(Outcome.SUCCEEDED, true));
    }

    @Test
    void theLoserIsInterruptedWhileOtherPartsAreAwaited() throws InterruptedException {
        Downstream offers = Downstream.of("offers", 4);

        String answer = FanOut.within(LONG)
                .call(
                        slowOnce(users).hedged(SOON),
                        part(offers, () -> {
                            Eventually.until(() -> users.usage().cancelled() == 1
                                    && users.usage().inFlight() == 0);
                            return "top";
                        }),
                        (user, top) -> user + " and " + top);

        assertThat(answer).isEqualTo("second and top");
    }

    @Test
    void aLoserThatIsStuckKeepsItsPermitAndIsSeen() throws InterruptedException {
        var release = new CountDownLatch(1);

        assertThat(FanOut.within(LONG)
                        .call(part(users, () -> {
                                    if (made.incrementAndGet() > 1) {
                                        return "second";
                                    }
                                    while (release.getCount() > 0) {
                                        try {
                                            release.await();
                                        } catch (InterruptedException ignored) {
                                            // As some drivers do
                                        }
                                    }
                                    return "late";
                                })
                                .hedged(SOON)))
                .isEqualTo("second");

        assertThat(users.abandoned()).hasSize(1);
        assertThat(users.usage().inFlight()).isEqualTo(1);
        release.countDown();
        Eventually.until(() -> users.usage().inFlight() == 0);
        assertThat(users.abandoned()).isEmpty();
    }

    @Test
    void aCallThatAnswersBeforeIsNotMadeTwice() throws InterruptedException {
        assertThat(FanOut.within(LONG)
                        .call(part(users, () -> "ann " + made.incrementAndGet()).hedged(LATER)))
                .isEqualTo("ann 1");

        assertThat(users.usage().hedges()).isZero();
    }

    @Test
    void theFirstCallMayWinAsWell() throws InterruptedException {
        var second = new CountDownLatch(1);
        assertThat(FanOut.within(LONG)
                        .call(part(users, () -> {
                                    if (made.incrementAndGet() == 1) {
                                        second.await();
                                        return "first";
                                    }
                                    second.countDown();
                                    return FanOutTest.forever();
                                })
                                .hedged(SOON)))
                .isEqualTo("first");

        Eventually.until(() -> users.usage().inFlight() == 0);
        assertThat(users.usage().hedges()).isEqualTo(1);
        assertThat(users.usage().hedgesWon()).isZero();
    }

    @Test
    void onlyAFreePermitIsTaken() throws Exception {
        Downstream one = users(1);
        var seen = new AtomicReference<@Nullable Usage>();

        assertThat(FanOut.within(Duration.ofSeconds(1))
                        .call(slowOnce(one).hedged(SOON).recover(late -> {
                            seen.set(one.usage());
                            return "none";
                        })))
                .isEqualTo("none");

        assertThat(made).hasValue(1);
        assertThat(one.usage().hedges()).isZero();
        assertThat(seen.get()).isNotNull();
        assertThat(one.usage().rejected()).isZero();
        assertThat(one.usage().waiting()).isZero();
    }

    @Test
    void whatIsFreeIsFreeForASheddableCall() throws Exception {
        Downstream unqueued =
                Downstream.named("unqueued").limit(2).queue(0).sheddable(0.5).build();

        assertThat(FanOut.within(Duration.ofSeconds(1))
                        .call(slowOnce(unqueued).hedged(SOON).orElse("none")))
                .isEqualTo("none");
        Downstream ofTenants =
                Downstream.named("tenants").limit(2).perTenant(0.25).build();
        made.set(0);
        assertThat(Caller.current()
                        .ofTenant("acme")
                        .call(() -> FanOut.within(Duration.ofSeconds(1))
                                .call(slowOnce(ofTenants).hedged(SOON).orElse("none"))))
                .isEqualTo("none");

        Eventually.until(() -> ofTenants.usage().inFlight() == 0);
        assertThat(unqueued.usage().hedges() + ofTenants.usage().hedges()).isZero();
        assertThat(ofTenants.tenants()).isZero();
    }

    @Test
    void theSecondCallIsForTheSameTenantAndSheddable() throws Exception {
        Downstream ofTenants =
                Downstream.named("tenants").limit(4).perTenant(0.5).build();
        var caller = new AtomicReference<@Nullable Caller>();

        Caller.current()
                .ofTenant("acme")
                .call(() -> FanOut.within(LONG)
                        .call(slow(ofTenants, () -> {
                                    caller.set(Caller.current());
                                    return "second";
                                })
                                .hedged(SOON)));

        assertThat(caller).hasValue(Caller.current().ofTenant("acme").sheddable());
        Eventually.until(() -> ofTenants.usage().inFlight() == 0);
        assertThat(ofTenants.tenants()).isZero();
    }

    @Test
    void noMoreThanTheBudget() throws InterruptedException {
        Downstream thrifty =
                Downstream.named("thrifty").limit(200).hedgeBudget(0.1).build();
        Part<String> late = part(thrifty, () -> {
                    Thread.sleep(20);
                    return "late";
                })
                .hedged(Hedge.after(Duration.ofMillis(1)));

        for (int i = 0; i < 4; i++) {
            FanOut.within(LONG).all(IntStream.range(0, 100).boxed().toList(), item -> late);
        }

        assertThat(thrifty.usage().hedges()).isBetween(10L, 10L + 400 / 10);
        Downstream none = Downstream.named("none").limit(8).hedgeBudget(0).build();
        FanOut.within(LONG)
                .call(part(none, () -> {
                            Thread.sleep(20);
                            return "late";
                        })
                        .hedged(Hedge.after(Duration.ofMillis(1))));
        assertThat(none.usage().hedges()).isZero();
    }

    @Test
    void aFailureIsNoReasonForASecondCall() {
        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(part(users, () -> {
                                    made.incrementAndGet();
                                    throw new IOException("no route");
                                })
                                .hedged(LATER)))
                .isInstanceOf(FanOutException.CallFailed.class)
                .hasRootCauseMessage("no route");

        assertThat(made).hasValue(1);
    }

    @Test
    void aFailureWaitsForTheOtherCall() throws InterruptedException {
        var failed = new CountDownLatch(1);
        assertThat(FanOut.within(LONG)
                        .call(part(users, () -> {
                                    if (made.incrementAndGet() == 1) {
                                        Eventually.until(() -> made.get() == 2);
                                        failed.countDown();
                                        throw new IOException("no route");
                                    }
                                    Eventually.until(() -> users.usage().failed() == 1);
                                    return "second";
                                })
                                .hedged(SOON)))
                .isEqualTo("second");

        assertThat(failed.getCount()).isZero();
    }

    @Test
    void whereBothFailTheLastIsToldAndTheFirstIsSuppressed() {
        Downstream offers = Downstream.of("offers", 4);
        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(
                                part(offers, () -> "top"),
                                Part.<String>part(users, () -> {
                                            if (made.incrementAndGet() == 1) {
                                                Eventually.until(() -> made.get() == 2);
                                                throw new IOException("first");
                                            }
                                            Eventually.until(() -> users.usage().failed() == 1);
                                            throw new IOException("second");
                                        })
                                        .hedged(SOON)
                                        .named("owner"),
                                String::concat))
                .isInstanceOfSatisfying(FanOutException.CallFailed.class, failure -> {
                    assertThat(failure.part()).isEqualTo("owner");
                    assertThat(failure.index()).hasValue(1);
                    assertThat(failure).hasRootCauseMessage("second");
                    assertThat(failure.getSuppressed())
                            .singleElement()
                            .satisfies(first -> assertThat(first).hasRootCauseMessage("first"));
                });
    }

    @Test
    void theFallbackAnswersForBoth() throws InterruptedException {
        Part<String> broken = Part.<String>part(users, () -> {
                    if (made.incrementAndGet() % 2 == 1) {
                        int mine = made.get();
                        Eventually.until(() -> made.get() > mine);
                    }
                    throw new IOException("no route");
                })
                .hedged(SOON);

        assertThat(FanOut.within(LONG).call(broken.orElse("none"))).isEqualTo("none");
        assertThat(FanOut.within(LONG).call(broken.settled())).isInstanceOf(Settled.Failed.class);
        assertThat(users.usage().fallbacks()).isEqualTo(2);
    }

    @Test
    void aFallbackDoesNotAnswerForAnErrorOfEither() {
        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(Part.<String>part(users, () -> {
                                    if (made.incrementAndGet() == 1) {
                                        Eventually.until(() -> made.get() == 2);
                                        throw new StackOverflowError("deep");
                                    }
                                    Eventually.until(() -> users.usage().failed() == 1);
                                    throw new IOException("second");
                                })
                                .hedged(SOON)
                                .orElse("none")))
                .hasCauseInstanceOf(StackOverflowError.class);
    }

    @Test
    void settledKeepsTheFirstAnswer() throws InterruptedException {
        assertThat(FanOut.within(LONG).call(slowOnce(users).hedged(SOON).settled()))
                .isEqualTo(new Settled.Answered<>("second"));
    }

    @Test
    void bothEndWithTheTimeOfThePart() throws InterruptedException {
        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(part(users, () -> {
                                    made.incrementAndGet();
                                    return FanOutTest.<String>forever();
                                })
                                .within(Duration.ofSeconds(1))
                                .hedged(SOON)))
                .isInstanceOfSatisfying(
                        FanOutException.DeadlineExpired.class,
                        late -> assertThat(late.sent()).isTrue());

        Eventually.until(() -> users.usage().inFlight() == 0);
        assertThat(made).hasValue(2);
        assertThat(users.usage().expired()).isEqualTo(2);
    }

    @Test
    void whatIsCancelledOrHadLessTimeTeachesNothing() throws InterruptedException {
        var limit = new Recording(4);
        Downstream adaptive = Downstream.named("adaptive").limit(limit).build();

        FanOut.within(LONG).call(slowOnce(adaptive).hedged(SOON));
        Eventually.until(() ->
                limit.lessons.equals(List.of("answered")) && adaptive.usage().inFlight() == 0);
        FanOut.within(Duration.ofSeconds(1))
                .call(part(adaptive, FanOutTest::<String>forever).hedged(SOON).orElse("none"));

        Eventually.until(() -> adaptive.usage().inFlight() == 0 && limit.lessons.size() == 2);
        assertThat(adaptive.usage().hedges()).isEqualTo(2);
        assertThat(limit.lessons).containsExactly("answered", "dropped");
    }

    @Test
    void anInterruptEndsBoth() throws Exception {
        var caller = new FutureTask<>(() -> FanOut.within(LONG)
                .call(part(users, () -> {
                            made.incrementAndGet();
                            return FanOutTest.<String>forever();
                        })
                        .hedged(SOON)));
        Thread thread = Thread.ofVirtual().start(caller);
        Eventually.until(() -> made.get() == 2);

        thread.interrupt();

        assertThatThrownBy(caller::get).hasCauseInstanceOf(InterruptedException.class);
        Eventually.until(() -> users.usage().inFlight() == 0);
        assertThat(users.usage().cancelled()).isEqualTo(2);
        assertThat(users.abandoned()).isEmpty();
    }

    @Test
    void whereAnotherPartFailsBothEnd() {
        Downstream offers = Downstream.of("offers", 4);
        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(
                                part(users, () -> {
                                            made.incrementAndGet();
                                            return FanOutTest.<String>forever();
                                        })
                                        .hedged(SOON),
                                part(offers, () -> {
                                    Eventually.until(() -> made.get() == 2);
                                    throw new IOException("no route");
                                }),
                                (a, b) -> a))
                .isInstanceOfSatisfying(FanOutException.CallFailed.class, failure -> {
                    assertThat(failure.part()).isEqualTo("offers");
                    assertThat(failure.getSuppressed()).isEmpty();
                });
        assertThat(users.usage().cancelled()).isEqualTo(2);
    }

    @Test
    void noMoreAreOutThanMayBeAtOnce() throws InterruptedException {
        var out = new AtomicInteger();
        var most = new AtomicInteger();
        Downstream wide = Downstream.named("wide").limit(50).hedgeBudget(1).build();

        FanOut.within(LONG)
                .atOnce(3)
                .all(
                        IntStream.range(0, 30).boxed().toList(),
                        item -> part(wide, () -> {
                                    most.accumulateAndGet(out.incrementAndGet(), Math::max);
                                    try {
                                        Thread.sleep(item == 29 ? 300 : 1);
                                    } catch (InterruptedException lost) {
                                        // Ends at once
                                    }
                                    out.decrementAndGet();
                                    return item;
                                })
                                .hedged(Hedge.after(Duration.ofMillis(30))));

        assertThat(most.get()).isBetween(1, 3);
        assertThat(wide.usage().hedges()).isPositive();
    }

    @Test
    void ofTwoCallsThatCloseACircleOneIsToldAndTheOtherAnswers() throws InterruptedException {
        Downstream two = users(2);

        assertThat(FanOut.within(LONG)
                        .call(part(two, () -> {
                                    made.incrementAndGet();
                                    Eventually.until(() -> made.get() == 2);
                                    return FanOut.within(LONG).call(part(two, () -> "inner"));
                                })
                                .hedged(SOON)))
                .isEqualTo("inner");

        Eventually.until(() -> two.usage().inFlight() == 0);
        assertThat(two.usage().failed()).isEqualTo(1);
        assertThat(two.usage().waiting()).isZero();
    }

    @Test
    void theDelayFindsThePercentileThatWasAskedFor() {
        Hedge hedge = Hedge.atPercentile(0.9, Duration.ofMillis(500));
        var random = new SplittableRandom(7);

        for (int i = 0; i < 20_000; i++) {
            // Uniform over 0 to 100 ms: the percentile of 0.9 is at 90 ms
            hedge.learn(random.nextDouble(100e6) > hedge.delayNanos());
        }

        assertThat(hedge.delay()).isBetween(Duration.ofMillis(80), Duration.ofMillis(100));
    }

    @Test
    void theDelayLearnsFromCalls() throws InterruptedException {
        Hedge hedge = Hedge.atPercentile(0.5, Duration.ofMillis(4));

        FanOut.within(LONG).call(slowOnce(users).hedged(hedge));
        Duration longer = hedge.delay();
        assertThat(longer).isGreaterThan(Duration.ofMillis(4));
        Hedge unhurried = Hedge.atPercentile(0.5, LONG);
        FanOut.within(LONG).call(part(users, () -> "at once").hedged(unhurried));
        assertThat(unhurried.delay()).isLessThan(LONG);
    }
}
