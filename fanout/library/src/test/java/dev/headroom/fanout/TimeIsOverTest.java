package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TimeIsOverTest {
    private static final Duration SHORT = Duration.ofMillis(20);

    /** The time is over when the first has answered, but its thread is not quite done, so another is still pending. */
    @Test
    void beginsNoPartThatHasExpired() throws Exception {
        var done = new CountDownLatch(1);
        var calls = new AtomicInteger();
        Downstream users = Downstream.named("users")
                .limit(slowIn("first", () -> true, done))
                .build();
        Downstream others = Downstream.of("others", 1);
        var answers = new FutureTask<>(() -> FanOut.within(Duration.ofSeconds(1))
                .atOnce(1)
                .all(List.of(
                        part(users, () -> {
                                    // Who waits makes the end of the first ask for the limit
                                    Thread.ofVirtual().start(() -> waitFor(users));
                                    Eventually.until(() -> users.gate().waiting() == 1);
                                    return calls.incrementAndGet();
                                })
                                .named("first"),
                        part(others, calls::incrementAndGet).orElse(-1))));
        Thread caller = Thread.ofPlatform().start(answers);

        // It sleeps without a time limit when there is none of it left
        Eventually.until(() -> caller.getState() == Thread.State.WAITING || !caller.isAlive());
        done.countDown();

        assertThat(answers.get()).containsExactly(1, -1);
        assertThat(calls).hasValue(1);
        assertThat(users.usage().abandonedTotal()).isZero();
    }

    @Test
    void callsNothingWhereNoTimeIsLeft() {
        Downstream users = Downstream.of("users", 4);
        var calls = new AtomicInteger();

        assertThatThrownBy(() -> Deadline.callWithin(Duration.ofNanos(1), () -> {
                    Eventually.until(Deadline.current()::expired);
                    return FanOut.within(SHORT).call(part(users, calls::incrementAndGet));
                }))
                .isInstanceOf(FanOutException.DeadlineExpired.class)
                .hasMessageContaining("had not been begun");
        assertThat(calls).hasValue(0);
    }

    @Test
    void saysWhichWereNotBegun() {
        Downstream users = Downstream.of("users", 4);

        assertThatThrownBy(() -> FanOut.within(SHORT)
                        .atOnce(1)
                        .all(List.of(
                                part(users, FanOutTest::forever).orElse("none"),
                                part(users, FanOutTest::forever).named("next"))))
                .isInstanceOf(FanOutException.DeadlineExpired.class)
                .hasMessageContaining("'next'")
                .hasMessageContaining("had not been begun")
                .hasMessageContaining("late as well: 'users'");
        assertThat(users.usage().expired()).isEqualTo(1);
    }

    @Test
    void namesAFewOfVeryMany() {
        Downstream users = Downstream.of("users", 4);

        assertThatThrownBy(() ->
                        FanOut.within(SHORT).all(Collections.nCopies(10_000, part(users, FanOutTest::forever))))
                .isInstanceOf(FanOutException.DeadlineExpired.class)
                .hasMessageContaining("late as well: 'users', 'users'")
                .hasMessageEndingWith(" and 9991 more")
                .satisfies(late -> assertThat(late.getMessage()).hasSizeLessThan(1_000));
    }

    /** Its caller is late, and has not taken it out of the queue when the permit comes. */
    @Test
    void aPartThatExpiredInTheQueueIsNotSent() throws Exception {
        Downstream users = Downstream.of("users", 1);
        var calls = new AtomicInteger();
        Permit held = users.enter();
        var attempt = new Attempt<>(
                part(users, calls::incrementAndGet).within(Duration.ofMillis(1)),
                0,
                new Calls(1, 1, Standing.NONE, ThreadContext.none().capture()));
        attempt.enter(System.nanoTime());
        attempt.start(System.nanoTime());
        Eventually.until(attempt.deadline()::expired);

        held.close();

        assertThat(users.usage().inFlight()).isZero();
        attempt.tend(System.nanoTime());
        assertThat(attempt.isExpired()).isTrue();
        assertThat(calls).hasValue(0);
        assertThat(users.call(calls::incrementAndGet)).isEqualTo(1);
    }

    @Test
    void aCallThatExpiredInTheQueueIsNotMade() throws Exception {
        var late = new CountDownLatch(1);
        var users = new AtomicReference<Downstream>();
        users.set(Downstream.named("users")
                .limit(slowIn("queued", () -> users.get().gate().waiting() > 0, late))
                .build());
        var calls = new AtomicInteger();
        Permit held = users.get().enter();
        var deadline = new AtomicReference<>(Deadline.none());
        var answer = new FutureTask<>(() -> Deadline.callWithin(SHORT, () -> {
            deadline.set(Deadline.current());
            return users.get().call(calls::incrementAndGet);
        }));
        Thread.ofPlatform().name("queued").start(answer);
        Eventually.until(
                () -> users.get().gate().waiting() == 1 && deadline.get().expired());

        held.close();
        late.countDown();

        assertThatThrownBy(answer::get).hasCauseInstanceOf(FanOutException.DeadlineExpired.class);
        assertThat(calls).hasValue(0);
        assertThat(users.get().usage().inFlight()).isZero();
    }

    private static Limit slowIn(String thread, BooleanSupplier when, CountDownLatch done) {
        return new Limit() {
            @Override
            public int current() {
                if (Thread.currentThread().getName().equals(thread) && when.getAsBoolean()) {
                    await(done);
                }
                return 1;
            }

            @Override
            public void ended(long calledNanos, int inFlight, boolean dropped) {}
        };
    }

    private static void waitFor(Downstream users) {
        try {
            users.call(() -> 0);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
