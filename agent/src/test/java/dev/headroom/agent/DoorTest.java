package dev.headroom.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DoorTest {

    @Test
    void aTaskThatIsNoAcceptorOfTomcatIsNoDoor() {
        Runnable task = () -> {};
        assertThat(Door.of(task)).isEmpty();
    }
}
