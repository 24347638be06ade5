package dev.headroom.probe.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.classify.Stack;
import dev.headroom.probe.classify.Stacks;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RoundsTest {

    private static final Stack WAITS = stack("jdk.internal.misc.Unsafe.park", "shop.Orders.submit");
    private static final Stack ASLEEP = stack("java.lang.Thread.sleep", "shop.Gate.enter");
    private static final Stack ELSEWHERE = stack("java.lang.Thread.sleep", "shop.Orders.work");
    private static final long THREAD = 7;

    private final Rounds rounds = new Rounds();

    private static Stack stack(String top, String caller) {
        return Stacks.of(Thread.State.WAITING, "shop.Ticket", Optional.empty(), List.of(top, caller, "shop.Api.get"));
    }

    /** How often it had gone on from there, or slept there again. */
    private double of(Stack stack, Stack... moved) {
        double again = 0;
        for (Stack now : moved) {
            again += of(stack, Optional.of(now));
        }
        return again;
    }

    private double of(Stack stack, Optional<Stack> now) {
        rounds.begin();
        rounds.moved(THREAD, now);
        return rounds.again().getOrDefault(stack, 0.0);
    }

    @Test
    void whoRanAndSleepsThereAgainIsCountedEachTime() {
        assertThat(of(ASLEEP, ASLEEP, ASLEEP, ASLEEP, ASLEEP)).isEqualTo(3);
    }

    @Test
    void whoWasElsewhereComesAnew() {
        assertThat(of(ASLEEP, ASLEEP, ELSEWHERE, ASLEEP)).isZero();
    }

    @Test
    void whoWaitedAndHasRunHasGoneOn() {
        assertThat(of(WAITS, WAITS, ASLEEP)).isEqualTo(1);
        assertThat(of(WAITS, ASLEEP)).isZero();
    }

    @Test
    void whoIsBackByTheNextLookHadGoneOn() {
        assertThat(of(WAITS, WAITS, WAITS, WAITS)).isEqualTo(2);
    }

    @Test
    void whereItStandsNowNeedNotBeKnown() {
        of(WAITS, WAITS);
        assertThat(of(WAITS, Optional.empty())).isEqualTo(1);
        assertThat(of(WAITS, Optional.empty())).isZero();
    }

    @Test
    void whoWasFoundWaitingIsFollowedAsWell() {
        rounds.stands(THREAD, WAITS);
        assertThat(of(WAITS, ASLEEP)).isEqualTo(1);
    }

    @Test
    void whoDidNotRunSleepsOrWaitsOn() {
        of(ASLEEP, ASLEEP, WAITS);
        rounds.begin();
        assertThat(rounds.again()).isEmpty();
    }

    @Test
    void whoHasEndedIsForgotten() {
        of(WAITS, ASLEEP, WAITS);
        rounds.ended(THREAD);
        assertThat(of(WAITS, ASLEEP)).isZero();
        rounds.ended(THREAD);
        assertThat(of(ASLEEP, ASLEEP)).isZero();
    }
}
