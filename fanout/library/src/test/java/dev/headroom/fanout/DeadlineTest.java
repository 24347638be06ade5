package dev.headroom.fanout;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DeadlineTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final Downstream users = Downstream.of("users", 4);
    private final Downstream offers = Downstream.of("offers", 4);

    @Test
    void thereIsNoDeadlineWhereNobodySetOne() {
        assertThat(Deadline.current().isNone()).isTrue();
        assertThat(Deadline.current().expired()).isFalse();
        assertThat(Deadline.current().left()).isGreaterThan(Duration.ofDays(36_500));
        assertThat(Deadline.none()).hasToString("no deadline");
    }

    @Test
    void endsWithItsTask() throws Exception {
        assertThat(Deadline.callWithin(MINUTE, () -> Deadline.current().isNone()))
                .isFalse();

        assertThat(Deadline.current().isNone()).isTrue();
    }

    @Test
    void aDeadlineIsNeverMovedOut() throws Exception {
        Duration left = Deadline.callWithin(
                SECOND,
                () -> Deadline.callWithin(MINUTE, () -> Deadline.current().left()));

        assertThat(left).isLessThanOrEqualTo(SECOND);
    }

    @Test
    void aDeadlineIsMovedInAndBack() throws Exception {
        Deadline.callWithin(HOUR, () -> {
            assertThat(Deadline.callWithin(SECOND, () -> Deadline.current().left()))
                    .isLessThanOrEqualTo(SECOND);
            return assertThat(Deadline.current().left()).isGreaterThan(MINUTE);
        });
    }

    @Test
    void aPartHasTheDeadlineOfItsFanOut() throws InterruptedException {
        Duration left =
                FanOut.within(MINUTE).call(part(users, () -> Deadline.current().left()));

        assertThat(left).isPositive().isLessThanOrEqualTo(MINUTE);
    }

    @Test
    void theDeadlineOfAPartCountsWhereItIsEarlier() throws InterruptedException {
        Downstream quick = Downstream.named("quick").limit(4).timeout(MINUTE).build();

        assertThat(FanOut.within(HOUR).call(part(quick, () -> Deadline.current().left())))
                .isLessThanOrEqualTo(MINUTE);
        assertThat(FanOut.within(HOUR)
                        .call(part(quick, () -> Deadline.current().left()).within(SECOND)))
                .isLessThanOrEqualTo(SECOND);
        assertThat(FanOut.within(SECOND)
                        .call(part(quick, () -> Deadline.current().left())))
                .isLessThanOrEqualTo(SECOND);
        assertThat(quick.timeout()).contains(MINUTE);
    }

    @Test
    void aNestedFanOutInheritsTheDeadline() throws InterruptedException {
        Duration left = FanOut.within(SECOND)
                .call(part(
                        users,
                        () -> FanOut.within(HOUR)
                                .call(part(offers, () -> Deadline.current().left()))));

        assertThat(left).isLessThanOrEqualTo(SECOND);
    }

    @Test
    void aCallOnTheOwnThreadInheritsTheDeadline() throws Exception {
        Downstream slow = Downstream.named("slow").limit(1).timeout(HOUR).build();

        Duration left = Deadline.callWithin(
                SECOND, () -> slow.call(() -> Deadline.current().left()));

        assertThat(left).isLessThanOrEqualTo(SECOND);
    }

    @Test
    void endsANestedFanOutWithTheOuterOne() {
        assertThatThrownBy(() -> FanOut.within(SECOND)
                        .call(part(users, () -> FanOut.within(HOUR).call(part(offers, FanOutTest::forever)))))
                // Of the two, which are late at once, the inner one may be first to say so
                .isInstanceOf(FanOutException.class)
                .hasMessageContaining("had no answer in time: it called for");
    }

    @Test
    void theFunctionOfTheAnswersHasIt() throws InterruptedException {
        Duration left = FanOut.within(MINUTE)
                .call(
                        part(users, () -> 1),
                        part(offers, () -> 2),
                        (a, b) -> Deadline.current().left());

        assertThat(left).isLessThanOrEqualTo(MINUTE);
        assertThat(Deadline.current().isNone()).isTrue();
    }

    @Test
    void aFallbackHasIt() throws InterruptedException {
        Part<Duration> failing = part(users, () -> {
            throw new IllegalStateException("broken");
        });

        assertThat(FanOut.within(MINUTE)
                        .call(failing.recover(failure -> Deadline.current().left())))
                .isLessThanOrEqualTo(MINUTE);
        assertThat(FanOut.within(MINUTE)
                        .all(List.of(
                                failing.recover(failure -> Deadline.current().left()))))
                .singleElement()
                .satisfies(left -> assertThat(left).isLessThanOrEqualTo(MINUTE));
    }

    @Test
    void goesAlongToAnotherThreadAlsoWhenItHasPassed() throws Exception {
        Deadline deadline = Deadline.callWithin(Duration.ofNanos(1), Deadline::current);
        Eventually.until(deadline::expired);

        var elsewhere =
                new FutureTask<>(() -> deadline.call(() -> Deadline.current().expired()));
        Thread.ofVirtual().start(elsewhere);

        assertThat(elsewhere.get()).isTrue();
        assertThat(Deadline.<Boolean, RuntimeException>callWithin(
                        SECOND,
                        () -> Deadline.none().call(() -> Deadline.current().isNone())))
                .isFalse();
    }

    @Test
    void mayBeFurtherOffThanTheClockCanTell() throws InterruptedException {
        assertThat(FanOut.within(Duration.ofSeconds(Long.MAX_VALUE))
                        .call(part(users, () -> Deadline.current().left())))
                .isGreaterThan(Duration.ofDays(36_500));
    }

    @Test
    void mustBeLongerThanZero() {
        assertThatThrownBy(() -> FanOut.within(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("longer than 0");
        assertThatThrownBy(() -> part(users, () -> 1).within(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void leavesACallItsTimeWhereItsPermitComesAtOnce() {
        Deadline own = Deadline.none().orAt(0, 400);
        assertThat(own.leavesTime(0, 400)).isTrue();
        assertThat(own.leavesTime(40, 400)).isTrue();
        assertThat(own.leavesTime(41, 400)).isFalse();

        Deadline request = Deadline.none().orAt(0, 20_000);
        assertThat(request.orAt(0, 400).leavesTime(0, 400)).isTrue();
        assertThat(request.orAt(19_900, 400).leavesTime(19_900, 400)).isFalse();
        assertThat(request.leavesTime(0, Long.MAX_VALUE)).isTrue();
        assertThat(request.leavesTime(19_900, Long.MAX_VALUE)).isFalse();
        assertThat(Deadline.none().leavesTime(0, 400)).isTrue();
    }
}
