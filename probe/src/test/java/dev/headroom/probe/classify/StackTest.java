package dev.headroom.probe.classify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StackTest {

    private static final String CALL = "shop.Payments.call";
    private static final String ENTER = "shop.Payments.enter";

    private static final Stack ACQUIRES =
            Stacks.of(Thread.State.WAITING, "java.util.concurrent.Semaphore.acquire", ENTER + ":14", CALL + ":19");

    @Test
    void whoIsBlockedAtTheEntryOfTheMethodThatWaitsHasNotComeToTheWait() {
        Stack enters = Stacks.of(Thread.State.BLOCKED, ENTER + ":14", CALL + ":19");

        assertThat(enters.isBefore(ACQUIRES, ENTER)).isTrue();
        assertThat(enters.isBefore(ACQUIRES, CALL))
                .as("called at the same line")
                .isTrue();
        assertThat(ACQUIRES.isBefore(enters, CALL)).isFalse();
    }

    @Test
    void anEarlierLineIsBeforeAndALaterOneIsNot() {
        assertThat(Stacks.of(Thread.State.WAITING, "shop.Log.note:3", CALL + ":18")
                        .isBefore(ACQUIRES, CALL))
                .isTrue();
        assertThat(Stacks.of(Thread.State.TIMED_WAITING, "java.lang.Thread.sleep", CALL + ":21")
                        .isBefore(ACQUIRES, CALL))
                .isFalse();
    }

    /** {@code pool.with(() -> ask())}: a holder is called at the line at which others wait. */
    @Test
    void whoCalledSomethingElseAtThatLineMayHoldIt() {
        Stack asks = Stacks.of(Thread.State.RUNNABLE, "java.net.Socket.read", "shop.Partner.ask:7", CALL + ":19");

        assertThat(asks.isBefore(ACQUIRES, CALL)).isFalse();
    }

    @Test
    void whoRunsInTheMethodOrStandsAtAnUnknownLineMayHoldIt() {
        assertThat(Stacks.of(Thread.State.RUNNABLE, ENTER + ":14", CALL + ":19").isBefore(ACQUIRES, ENTER))
                .isFalse();
        assertThat(Stacks.of(Thread.State.WAITING, "java.net.Socket.read", CALL + ":0")
                        .isBefore(ACQUIRES, CALL))
                .isFalse();
    }
}
