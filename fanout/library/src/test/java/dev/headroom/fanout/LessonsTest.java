package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an adaptive limit is told. */
@Timeout(60)
class LessonsTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(20);

    /** Long enough for a call to begin, also where it is the first of its classes. */
    private static final Duration BEGUN = Duration.ofMillis(500);

    private final Recording limit = new Recording(4);
    private final Downstream users = Downstream.named("users").limit(limit).build();

    @Test
    void anAnswerIsToldAndAnOverloadIsADrop() throws Exception {
        users.call(() -> "ann");
        assertThatThrownBy(() -> users.call(() -> {
                    throw new SocketTimeoutException("read");
                }))
                .isInstanceOf(SocketTimeoutException.class);

        assertThat(limit.lessons).containsExactly("answered", "dropped");
    }

    @Test
    void aQuickFailureTeachesNothing() throws Exception {
        assertThatThrownBy(() -> users.call(() -> {
                    throw new IllegalStateException("500");
                }))
                .hasMessage("500");
        users.enter().failed(new IllegalStateException("500"));

        assertThat(limit.lessons).isEmpty();
    }

    @Test
    void aPartThatHidesAFailureTeachesWhatTheFailureDoes() throws Exception {
        FanOut.within(LONG).call(part(users, () -> {
            users.enter().failed(new IllegalStateException("500"));
            return "hidden";
        }));
        FanOut.within(LONG).call(part(users, () -> {
            users.enter().failed(new SocketTimeoutException("503"));
            return "hidden";
        }));
        FanOut.within(LONG).call(part(users, () -> "told last"));

        Eventually.until(() -> limit.lessons.size() == 2);
        assertThat(limit.lessons).containsExactlyInAnyOrder("dropped", "answered");
    }

    @Test
    void theLimitDoesNotGrowWhileTheDownstreamAsksToBeSpared() throws Exception {
        users.enter().failed(new SocketTimeoutException("503"), Duration.ofHours(1));
        users.call(() -> "ann");
        users.enter().failed(new SocketTimeoutException("503"));

        assertThat(limit.lessons).containsExactly("dropped", "dropped");
    }

    @Test
    void aPermitThatIsBackAlreadyTellsNothing() throws Exception {
        Permit permit = users.enter();
        permit.close();
        permit.failed(new SocketTimeoutException("503"), Duration.ofHours(1));
        users.call(() -> "ann");

        assertThat(limit.lessons).containsExactly("answered", "answered");
    }

    @Test
    void thePermitIsBackBeforeItIsAskedWhatTheFailureTells() throws Exception {
        var gate = new AtomicReference<>(users);
        var held = new AtomicInteger(-1);
        Downstream own = Downstream.named("own")
                .limit(limit)
                .overload(thrown -> {
                    held.set(gate.get().usage().inFlight());
                    return true;
                })
                .build();
        gate.set(own);

        own.enter().failed(new IllegalStateException("busy"));

        assertThat(held).hasValue(0);
        assertThat(limit.lessons).containsExactly("dropped");
    }

    @Test
    void whatIsAnOverloadCanBeSaid() throws Exception {
        Downstream own = Downstream.named("own")
                .limit(limit)
                .overload(thrown -> thrown instanceof IllegalStateException)
                .build();

        own.enter().failed(new IllegalStateException("busy"));
        own.enter().failed(new SocketTimeoutException("slow"));

        assertThat(limit.lessons).containsExactly("dropped");
    }

    @Test
    void aCallThatIsGivenUpIsADrop() throws InterruptedException {
        FanOut.within(LONG)
                .call(part(users, FanOutTest::<String>forever).within(SHORT).orElse("none"));

        Eventually.until(() -> limit.lessons.equals(java.util.List.of("dropped")));
    }

    @Test
    void theHasteOfACallerTeachesNothing() throws Exception {
        Deadline.callWithinCallers(
                SHORT,
                () -> FanOut.within(LONG)
                        .call(part(users, FanOutTest::<String>forever).orElse("none")));
        assertThatThrownBy(() -> Deadline.callWithinCallers(
                        SHORT,
                        () -> users.call(() -> {
                            Eventually.until(Deadline.current()::expired);
                            throw new SocketTimeoutException("read");
                        })))
                .isInstanceOf(SocketTimeoutException.class);
        // Not so where it is our own timeout that ends it
        Deadline.callWithinCallers(
                LONG,
                () -> FanOut.within(LONG)
                        .call(part(users, FanOutTest::<String>forever)
                                .within(SHORT)
                                .orElse("none")));

        Eventually.until(() -> !limit.lessons.isEmpty());
        assertThat(limit.lessons).containsExactly("dropped");
    }

    @Test
    void aCallThatWaitedForItsPermitAndIsLateTeachesNothing() throws Exception {
        limit.calls = 1;
        var teaching = new AtomicReference<Thread>();
        Downstream own = Downstream.named("own")
                .limit(limit)
                .listener(new DownstreamListener() {
                    @Override
                    public void ended(Ended call) {
                        if (call.outcome() == Outcome.EXPIRED) {
                            teaching.set(Thread.currentThread());
                        }
                    }
                })
                .build();
        Permit held = Elsewhere.enter(own);
        Thread releasing = Thread.ofVirtual().start(() -> {
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            held.close();
        });
        assertThatThrownBy(() -> FanOut.within(LONG)
                        .call(part(own, FanOutTest::<String>forever).within(Duration.ofSeconds(1))))
                .isInstanceOfSatisfying(
                        FanOutException.DeadlineExpired.class,
                        late -> assertThat(late.sent()).isTrue());
        releasing.join();
        Eventually.until(() -> teaching.get() != null);
        teaching.get().join();

        assertThat(limit.lessons).containsExactly("answered");
    }

    @Test
    void aCallThatHadWhatOthersLeftOfTheTimeTeachesNothing() throws Exception {
        Downstream own = Downstream.named("own").limit(limit).timeout(LONG).build();
        Deadline.callWithin(BEGUN, () -> {
            spendHalf();
            return FanOut.within(LONG)
                    .call(part(own, FanOutTest::<String>forever).orElse("none"));
        });
        timesOut(own, BEGUN, LessonsTest::spendHalf);
        assertThat(limit.lessons).isEmpty();
    }

    /** Also where that is shorter than the timeout of the call: none of these calls is given more. */
    @Test
    void aCallThatHadAllTheTimeOfItsDeadlineTeachesThatItWasDropped() throws Exception {
        timesOut(Downstream.named("own").limit(limit).timeout(BEGUN).build(), LONG, () -> {});
        timesOut(Downstream.named("own").limit(limit).timeout(LONG).build(), BEGUN, () -> {});
        Eventually.until(() -> limit.lessons.size() == 2);
        assertThat(limit.lessons).containsExactly("dropped", "dropped");
    }

    private interface Before {
        void run() throws InterruptedException;
    }

    private static void spendHalf() throws InterruptedException {
        Eventually.until(() -> Deadline.current().left().compareTo(BEGUN.dividedBy(2)) < 0);
    }

    private static void timesOut(Downstream downstream, Duration request, Before before) {
        assertThatThrownBy(() -> Deadline.callWithin(request, () -> {
                    before.run();
                    return downstream.call(() -> {
                        Eventually.until(Deadline.current()::expired);
                        throw new SocketTimeoutException("read");
                    });
                }))
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void whatFailsAtAnotherGateTeachesThisOneNothing() {
        Downstream offers = Downstream.of("offers", 1);
        assertThatThrownBy(() -> users.call(() -> FanOut.within(SHORT).call(part(offers, FanOutTest::<String>forever))))
                .isInstanceOf(FanOutException.DeadlineExpired.class);
        assertThatThrownBy(() -> users.call(() -> {
                    throw new IllegalStateException(
                            "wrapped", new FanOutException.CallFailed("offers", new SocketTimeoutException("read")));
                }))
                .hasMessage("wrapped");
        assertThat(limit.lessons).isEmpty();
        assertThatThrownBy(() -> users.call(() -> {
                    throw new FanOutException.DeadlineExpired("users", true);
                }))
                .isInstanceOf(FanOutException.DeadlineExpired.class);

        assertThat(limit.lessons).containsExactly("dropped");
    }

    @Test
    void theQueueFollowsTheLimit() throws Exception {
        limit.calls = 1;

        assertThat(users.usage().queue()).isEqualTo(1);
        assertThat(Downstream.named("fixed")
                        .limit(limit)
                        .queue(7)
                        .build()
                        .usage()
                        .queue())
                .isEqualTo(7);
        try (Permit held = users.enter()) {
            Thread waiting = Thread.ofVirtual().start(() -> assertThatThrownBy(users::enter));
            Eventually.until(() -> users.usage().waiting() == 1);
            assertThatThrownBy(users::enter).isInstanceOf(FanOutException.Rejected.class);
            waiting.interrupt();
            waiting.join();
        }
    }
}
