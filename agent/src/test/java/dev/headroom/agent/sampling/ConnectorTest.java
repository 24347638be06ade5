package dev.headroom.agent.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConnectorTest {

    @Test
    void aTaskThatIsNoAcceptorOfTomcatIsNoDoor() {
        Runnable task = () -> {};
        assertThat(Connector.of(task)).isEmpty();
    }
}
