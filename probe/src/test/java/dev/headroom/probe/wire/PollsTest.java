package dev.headroom.probe.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.observation.Activity;
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

    private Activity after(int looks, Stack... moved) {
        for (int i = 0; i < looks; i++) {
            polls.begin();
            if (i < moved.length) {
                polls.moved(THREAD, moved[i]);
            }
        }
        return polls.read(THREAD, ASLEEP).reading().activity();
    }

    @Test
    void whoRanAndSleepsThereAgainLookAfterLookWaitsForSomething() {
        assertThat(after(5, ASLEEP, ASLEEP, ASLEEP, ASLEEP, ASLEEP)).isEqualTo(Activity.AWAITING_OTHER);
    }

    @Test
    void whoSleepsOnceSleeps() {
        assertThat(after(20, ASLEEP)).isEqualTo(Activity.SLEEPING);
    }

    /** Between two sleeps of seconds a request is done so fast that no look falls into it. */
    @Test
    void whoComesBackForTheNextRequestSleeps() {
        for (int request = 0; request < 10; request++) {
            assertThat(after(20, ASLEEP)).isEqualTo(Activity.SLEEPING);
        }
    }

    @Test
    void whoWasElsewhereMeanwhileSleeps() {
        assertThat(after(6, ASLEEP, ASLEEP, ASLEEP, ASLEEP, ELSEWHERE, ASLEEP)).isEqualTo(Activity.SLEEPING);
    }

    @Test
    void whoHasEndedIsForgotten() {
        after(5, ASLEEP, ASLEEP, ASLEEP, ASLEEP, ASLEEP);
        polls.ended(THREAD);
        assertThat(polls.read(THREAD, ASLEEP)).isSameAs(ASLEEP);
    }
}
