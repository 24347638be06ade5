package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who would wait for those who wait for him is told so; nobody else is. */
@Timeout(60)
class CirclesTest {
    private static final Duration LONG = Duration.ofMinutes(30);

    private final Downstream one = Downstream.of("one", 1);
    private final Downstream two = Downstream.of("two", 2);
    private final Downstream other = Downstream.of("other", 1);

    @Test
    void aCallAfterAnEnterOfTheSameThread() throws Exception {
        try (Permit held = one.enter()) {
            assertThatThrownBy(() -> one.call(() -> "never"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("'one' would wait for those who wait for it")
                    .hasMessageContaining("1 of 1 permits are held");
            assertThatThrownBy(() ->
                            FanOut.within(LONG).call(part(one, () -> "never").orElse("none")))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(one.call(() -> "free again")).isEqualTo("free again");
        assertThat(one.usage().waiting()).isZero();
    }

    @Test
    void aFanOutWithinItsOwnGate() {
        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(part(one, () -> FanOut.within(LONG).call(part(one, () -> "never")))))
                .isInstanceOf(FanOutException.CallFailed.class)
                .hasRootCauseInstanceOf(IllegalStateException.class);
        assertThat(one.usage().waiting()).isZero();
    }

    @Test
    void severalFanOutsWithinTheirOwnGateLoseOne() throws Exception {
        var both = new CyclicBarrier(2);
        List<FutureTask<String>> callers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            var caller = new FutureTask<>(() -> FanOut.within(LONG).call(part(two, () -> {
                both.await();
                return FanOut.within(LONG).call(part(two, () -> "inner"));
            })));
            callers.add(caller);
            Thread.ofVirtual().start(caller);
        }

        assertThat(callers.stream().map(CirclesTest::outcome)).containsExactlyInAnyOrder("inner", "told");
    }

    @Test
    void twoGatesEachWithinTheOther() throws Exception {
        var both = new CyclicBarrier(2);
        var there = new FutureTask<>(() -> one.call(() -> {
            both.await();
            return FanOut.within(LONG).call(part(other, () -> "inner"));
        }));
        var back = new FutureTask<>(() -> other.call(() -> {
            both.await();
            return one.call(() -> "inner");
        }));
        Thread.ofVirtual().start(there);
        Thread.ofVirtual().start(back);

        assertThat(List.of(outcome(there), outcome(back))).containsExactlyInAnyOrder("inner", "told");
    }

    @Test
    void whoWaitsForAnotherWaitsOn() throws Exception {
        Permit held = two.enter();
        var calling = new CountDownLatch(1);
        var nested = new FutureTask<>(() -> two.call(() -> {
            calling.countDown();
            return FanOut.within(LONG).call(part(two, () -> "inner"));
        }));
        Thread.ofVirtual().start(nested);
        calling.await();
        Eventually.until(() -> two.usage().waiting() == 1);

        held.close();

        assertThat(nested.get()).isEqualTo("inner");
    }

    @Test
    void aPermitThatComesWhileTheCircleIsLookedForIsTaken() throws Exception {
        var held = new AtomicReference<@Nullable Permit>();
        Downstream moving =
                askedInTheCheck(() -> Objects.requireNonNull(held.get()).close());
        held.set(moving.enter());

        assertThat(FanOut.within(LONG).call(part(moving, () -> "in"))).isEqualTo("in");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLimitThatThrowsWhileTheCircleIsLookedForKeepsNoPermit(boolean permitComesBefore) throws Exception {
        var held = new AtomicReference<@Nullable Permit>();
        Downstream broken = askedInTheCheck(() -> {
            if (permitComesBefore) {
                Objects.requireNonNull(held.get()).close();
            }
            throw new IllegalStateException("no limit");
        });
        held.set(broken.enter());

        assertThatThrownBy(() -> broken.call(() -> "never")).hasMessage("no limit");
        Objects.requireNonNull(held.get()).close();

        assertThat(broken.usage().waiting()).isZero();
        assertThat(broken.usage().inFlight()).isZero();
        assertThat(broken.call(() -> "free again")).isEqualTo("free again");
    }

    /** Of one permit, whose limit does this where it is asked by the look for a circle. */
    private static Downstream askedInTheCheck(Runnable then) {
        return Downstream.named("asked")
                .limit(new Limit() {
                    @Override
                    public int current() {
                        if (StackWalker.getInstance()
                                .walk(frames -> frames.anyMatch(
                                        frame -> frame.getClassName().equals(Circles.class.getName())))) {
                            then.run();
                        }
                        return 1;
                    }

                    @Override
                    public void ended(long calledNanos, int inFlight, boolean dropped) {}
                })
                .build();
    }

    @Test
    void aPermitThatAnotherThreadGivesBackIsWaitedFor() throws Exception {
        Permit first = one.enter();
        Thread.ofVirtual().start(() -> {
            while (one.usage().waiting() == 0) {
                Thread.onSpinWait();
            }
            first.close();
        });

        one.enter().close();

        assertThat(one.usage().inFlight()).isZero();
    }

    @Test
    void aThreadThatHasItsPermitsGivenBackByOthersKeepsNone() throws Exception {
        for (int i = 0; i < 100; i++) {
            Permit permit = one.enter();
            Thread.ofVirtual().start(permit::close).join();
        }
        one.enter().close();

        assertThat(Hold.held(Standing.current().hold())).isNull();
    }

    private static String outcome(FutureTask<String> caller) {
        try {
            return caller.get();
        } catch (Exception thrown) {
            Throwable root = thrown;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            return root instanceof IllegalStateException ? "told" : String.valueOf(root);
        }
    }
}
