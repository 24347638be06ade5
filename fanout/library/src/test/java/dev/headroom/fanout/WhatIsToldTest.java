package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** To listeners, and to who wraps the calls. */
@Timeout(60)
class WhatIsToldTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<DownstreamListener.Ended> ends = new CopyOnWriteArrayList<>();
    private final DownstreamListener listener = new DownstreamListener() {
        @Override
        public void ended(Ended call) {
            ends.add(call);
            events.add(call.part() + " " + call.outcome());
        }

        @Override
        public void abandoned(String downstream, String part) {
            events.add(part + " abandoned of " + downstream);
        }

        @Override
        public void returned(String downstream, String part, long heldNanos) {
            events.add(part + " returned to " + downstream);
        }
    };
    private final Downstream users =
            Downstream.named("users").limit(1).queue(1).listener(listener).build();

    @Test
    void aListenerIsToldOfAnAnswer() throws InterruptedException {
        FanOut.within(LONG).call(part(users, () -> "ann").named("owner"));
        Eventually.until(() -> !ends.isEmpty());

        assertThat(ends).singleElement().satisfies(call -> {
            assertThat(call.downstream()).isEqualTo("users");
            assertThat(call.part()).isEqualTo("owner");
            assertThat(call.outcome()).isEqualTo(Outcome.SUCCEEDED);
            assertThat(call.waitedNanos()).isZero();
            assertThat(call.calledNanos()).isPositive();
            assertThat(call.thrown()).isNull();
        });
    }

    @Test
    void aListenerIsToldOfAFailure() throws InterruptedException {
        var broken = new IOException("no route");

        assertThatThrownBy(() -> FanOut.within(LONG).call(part(users, () -> {
                    throw broken;
                })))
                .hasCause(broken);
        Eventually.until(() -> !ends.isEmpty());

        assertThat(ends).singleElement().satisfies(call -> {
            assertThat(call.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(call.thrown()).isSameAs(broken);
        });
    }

    @Test
    void aListenerIsToldOfAnAbandonedCall() throws InterruptedException {
        var calling = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        Part<String> deaf = part(users, () -> {
            calling.countDown();
            while (release.getCount() > 0) {
                try {
                    release.await();
                } catch (InterruptedException ignored) {
                    // As some drivers do
                }
            }
            return "late";
        });

        assertThat(FanOut.within(Duration.ofMillis(500)).call(deaf.orElse("none")))
                .isEqualTo("none");
        calling.await();
        Eventually.until(() -> events.size() == 2);
        assertThat(events).containsExactly("users abandoned of users", "users EXPIRED");
        assertThatThrownBy(() -> FanOut.within(Duration.ofMillis(500)).call(part(users, () -> "ann")))
                .isInstanceOf(FanOutException.DeadlineExpired.class)
                .hasMessageContaining("waited for")
                .hasMessageContaining(
                        "1 of 1 permits are held, 1 of them by calls that were given up and have not ended");
        release.countDown();
        Eventually.until(() -> events.size() == 4);

        assertThat(events)
                .containsExactlyInAnyOrder(
                        "users abandoned of users", "users EXPIRED", "users EXPIRED", "users returned to users");
    }

    @Test
    void aListenerIsToldOfARejection() throws Exception {
        try (Permit held = users.enter()) {
            var waiting = new FutureTask<>(() -> users.call(() -> "second"));
            Thread.ofVirtual().start(waiting);
            Eventually.until(() -> users.usage().waiting() == 1);

            assertThatThrownBy(() -> FanOut.within(LONG).call(part(users, () -> "third")))
                    .isInstanceOfSatisfying(FanOutException.Rejected.class, rejected -> {
                        assertThat(rejected.part()).isEqualTo("users");
                        assertThat(rejected.downstream()).isEqualTo("users");
                    })
                    .hasMessage(
                            "part 'users' was rejected: of downstream 'users' 1 of 1 permits are held, 1 of 1 wait");
        }
        Eventually.until(() -> events.contains("users REJECTED"));
    }

    @Test
    void listenersAreToldOneAroundTheOther() throws InterruptedException {
        Downstream wrapped = Downstream.named("wrapped")
                .limit(1)
                .interceptor(telling("inner"))
                .interceptor(telling("outer"))
                .build();

        FanOut.within(LONG).call(part(wrapped, () -> events.add("call")).named("owner"));

        assertThat(events)
                .containsExactly("outer wrapped owner", "inner wrapped owner", "call", "inner end", "outer end");
    }

    @Test
    void aListenerIsToldOfACallOnTheOwnThread() throws Exception {
        Downstream wrapped = Downstream.named("wrapped")
                .limit(1)
                .interceptor(telling("span"))
                .build();

        wrapped.call(() -> events.add("call"));

        assertThat(events).containsExactly("span wrapped wrapped", "call", "span end");
    }

    private CallInterceptor telling(String name) {
        return new CallInterceptor() {
            @Override
            public <T extends @Nullable Object, X extends Exception> T call(
                    String downstream, String part, Call<T, X> call) throws X {
                events.add(name + " " + downstream + " " + part);
                try {
                    return call.call();
                } finally {
                    events.add(name + " end");
                }
            }
        };
    }
}
