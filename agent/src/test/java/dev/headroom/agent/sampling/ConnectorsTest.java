package dev.headroom.agent.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ConnectorsTest {

    @Test
    void aTaskThatIsNoAcceptorOfTomcatIsNoDoor() throws IOException {
        Connectors connectors = new Connectors();
        connectors.meet(new Thread(() -> {}, "http-nio-8080-Acceptor"));
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        connectors.write(new DataOutputStream(told));
        assertThat(told.toByteArray()).as("how many there are").containsOnly(0).hasSize(Integer.BYTES);
    }
}
