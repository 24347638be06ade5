package dev.headroom.probe.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StackTest {

    private static final String CALL = "shop.Payments.call";
    private static final String ENTER = "shop.Payments.enter";

    private static final Stack ACQUIRES =
            stack(Thread.State.WAITING, List.of("java.util.concurrent.Semaphore.acquire", ENTER, CALL), -1, 14, 19);

    private static Stack stack(Thread.State state, List<String> frames, int... lines) {
        return new Stack(state, "", frames, lines, Optional.empty());
    }

    @Test
    void whoIsBlockedAtTheEntryOfTheMethodThatWaitsHasNotComeToTheWait() {
        Stack enters = stack(Thread.State.BLOCKED, List.of(ENTER, CALL), 14, 19);

        assertThat(enters.isBefore(ACQUIRES, ENTER)).isTrue();
        assertThat(enters.isBefore(ACQUIRES, CALL))
                .as("called at the same line")
                .isTrue();
        assertThat(ACQUIRES.isBefore(enters, CALL)).isFalse();
    }

    @Test
    void anEarlierLineIsBeforeAndALaterOneIsNot() {
        assertThat(stack(Thread.State.WAITING, List.of("shop.Log.note", CALL), 3, 18)
                        .isBefore(ACQUIRES, CALL))
                .isTrue();
        assertThat(stack(Thread.State.TIMED_WAITING, List.of("java.lang.Thread.sleep", CALL), -1, 21)
                        .isBefore(ACQUIRES, CALL))
                .isFalse();
    }

    /** {@code pool.with(() -> ask())}: a holder is called at the line at which others wait. */
    @Test
    void whoCalledSomethingElseAtThatLineMayHoldIt() {
        Stack asks = stack(Thread.State.RUNNABLE, List.of("java.net.Socket.read", "shop.Partner.ask", CALL), -1, 7, 19);

        assertThat(asks.isBefore(ACQUIRES, CALL)).isFalse();
    }

    @Test
    void whoRunsInTheMethodOrStandsAtAnUnknownLineMayHoldIt() {
        assertThat(stack(Thread.State.RUNNABLE, List.of(ENTER, CALL), 14, 19).isBefore(ACQUIRES, ENTER))
                .isFalse();
        assertThat(stack(Thread.State.WAITING, List.of("java.net.Socket.read", CALL), -1, 0)
                        .isBefore(ACQUIRES, CALL))
                .isFalse();
    }
}
