package dev.headroom.probe.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.classify.Stack;
import java.util.List;
import org.junit.jupiter.api.Test;

class PollsTest {

    private static final Stack ASLEEP = asleep("shop.Gate.enter");
    private static final Stack ELSEWHERE = asleep("shop.Orders.work");
    private static final long THREAD = 7;

    private final Polls polls = new Polls();

    private static Stack asleep(String caller) {
        return new Stack(Thread.State.TIMED_WAITING, "", List.of("java.lang.Thread.sleep", caller, "shop.Api.get"));
    }

    private double after(Stack... moved) {
        double again = 0;
        for (Stack stack : moved) {
            polls.begin();
            polls.moved(THREAD, stack);
            again += polls.again().getOrDefault(ASLEEP, 0.0);
        }
        return again;
    }

    @Test
    void whoRanAndSleepsThereAgainIsCountedEachTime() {
        assertThat(after(ASLEEP, ASLEEP, ASLEEP, ASLEEP)).isEqualTo(3);
    }

    @Test
    void whoDidNotRunSleepsOn() {
        after(ASLEEP);
        polls.begin();
        assertThat(polls.again()).isEmpty();
    }

    @Test
    void whoWasElsewhereComesAnew() {
        assertThat(after(ASLEEP, ELSEWHERE, ASLEEP)).isZero();
    }

    @Test
    void whoHasEndedIsForgotten() {
        after(ASLEEP);
        polls.ended(THREAD);
        assertThat(after(ASLEEP)).isZero();
    }
}
