package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A batch or a tenant that fills its share turns away itself, and nobody else. */
@Timeout(60)
class SharesTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Caller BATCH = Caller.current().sheddable();
    private static final Caller ACME = Caller.current().ofTenant("acme");

    private final CountDownLatch release = new CountDownLatch(1);
    private final List<FutureTask<String>> calls = new ArrayList<>();
    private final Downstream users =
            Downstream.named("users").limit(2).queue(2).perTenant(0.5).build();

    @AfterEach
    void release() {
        release.countDown();
    }

    @Test
    void whatIsSheddableLeavesAShareToOthers() throws Exception {
        call(BATCH, 1);
        call(BATCH, 2);

        assertThatThrownBy(() -> BATCH.call(() -> FanOut.within(LONG).call(part(users, () -> "never"))))
                .isInstanceOf(FanOutException.Rejected.class)
                .hasMessageContaining("sheddable");
        call(Caller.current(), 3);
        call(Caller.current(), 4);

        release.countDown();
        for (FutureTask<String> call : calls) {
            assertThat(call.get()).isEqualTo("ann");
        }
        assertThat(BATCH.call(() -> users.call(() -> "again"))).isEqualTo("again");
    }

    @Test
    void aLongCollectionDoesNotRejectItselfWhereItsCallerHasAShare() throws Exception {
        Downstream narrow =
                Downstream.named("narrow").limit(4).queue(0).perTenant(0.25).build();
        List<Integer> items = List.of(1, 2, 3, 4, 5, 6, 7, 8);

        for (Caller caller : List.of(BATCH, ACME)) {
            assertThat(caller.call(() -> FanOut.within(LONG)
                            .all(
                                    items,
                                    item -> part(narrow, () -> {
                                        Thread.sleep(5);
                                        return item;
                                    }))))
                    .isEqualTo(items);
        }
    }

    @Test
    void aTenantLeavesAShareToOthers() throws Exception {
        call(ACME, 1);
        call(ACME, 2);

        assertThatThrownBy(() -> ACME.call(() -> users.call(() -> "never")))
                .isInstanceOf(FanOutException.Rejected.class)
                .hasMessageContaining("tenant 'acme'");
        call(Caller.current().ofTenant("other"), 3);

        release.countDown();
        for (FutureTask<String> call : calls) {
            assertThat(call.get()).isEqualTo("ann");
        }
        Eventually.until(() -> users.usage().inFlight() == 0);
        assertThat(users.tenants()).isZero();
    }

    @Test
    void ofAQueueWithoutEndAShareIsManyPlaces() throws Exception {
        Downstream endless = Downstream.named("endless")
                .limit(2)
                .queue(Integer.MAX_VALUE)
                .perTenant(0.5)
                .build();

        for (Caller caller : List.of(BATCH, ACME)) {
            caller.<Boolean, InterruptedException>call(() -> {
                try (Permit first = endless.enter();
                        Permit second = endless.enter()) {
                    assertThat(endless.usage().inFlight()).isEqualTo(2);
                }
                return true;
            });
        }
    }

    /** However a call ends, its tenant's place is free again. */
    @Test
    void aPlaceIsGivenBackHoweverACallEnds() throws Exception {
        Downstream one =
                Downstream.named("one").limit(1).queue(1).perTenant(0.5).build();
        Duration brief = Duration.ofMillis(10);
        for (int i = 0; i < 3; i++) {
            assertThat(ACME.call(() -> one.call(() -> "answered"))).isEqualTo("answered");
            assertThatThrownBy(() -> ACME.call(() -> one.call(() -> {
                        throw new IllegalStateException("failed");
                    })))
                    .hasMessage("failed");
            ACME.call(() -> FanOut.within(brief)
                    .call(part(one, FanOutTest::<String>forever).orElse("abandoned")));
            Eventually.until(() -> one.usage().inFlight() == 0);
            try (Permit held = Elsewhere.enter(one)) {
                assertThat(ACME.<String, InterruptedException>call(() -> FanOut.within(brief)
                                .call(part(one, () -> "never").orElse("waited"))))
                        .isEqualTo("waited");
                assertThat(one.tenants()).isZero();
            }
        }
        assertThat(one.tenants()).isZero();
    }

    @Test
    void partsAndCallsWithinAreForTheSameCaller() throws Exception {
        Caller caller = ACME.sheddable();

        assertThat(caller.<Caller, InterruptedException>call(() -> FanOut.within(LONG)
                        .call(part(users, () -> users.call(() -> Deadline.callWithin(LONG, Caller::current))))))
                .isEqualTo(caller);
        assertThat(Caller.current().tenant()).isEmpty();
    }

    private void call(Caller caller, int place) throws InterruptedException {
        var call = new FutureTask<>(() -> caller.call(() -> FanOut.within(LONG).call(part(users, () -> {
            release.await();
            return "ann";
        }))));
        calls.add(call);
        Thread.ofVirtual().start(call);
        Eventually.until(() -> users.usage().inFlight() + users.usage().waiting() == place);
    }

    @Test
    @SuppressWarnings("NullAway") // as a caller does who does not check
    void aTenantThatIsNotThereIsTold() {
        assertThatNullPointerException()
                .isThrownBy(() -> Caller.current().ofTenant(null))
                .withMessageContaining("tenant");
    }
}
