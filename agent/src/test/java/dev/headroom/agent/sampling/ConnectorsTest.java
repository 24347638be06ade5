package dev.headroom.agent.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.agent.catalogue.Catalogue;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ConnectorsTest {

    @Test
    void aTaskThatIsNoAcceptorOfTomcatIsNoDoor() throws IOException {
        Connectors connectors = new Connectors();
        connectors.meet(new Thread(() -> {}, "http-nio-8080-Acceptor"));
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        connectors.write(new DataOutputStream(told));
        assertThat(told.toByteArray()).as("how many there are").containsOnly(0).hasSize(Integer.BYTES);
    }

    @Test
    @Timeout(60)
    void anAcceptorThatIsStoppedIsNotKept() {
        Connectors.Connector connector = new Connectors.Connector(
                "http-nio-8080",
                new WeakReference<>(new Object()),
                new Catalogue.Entry("server", Map.of("port", "port")));
        while (!connector.isGone()) {
            System.gc();
        }
        assertThat(connector.ask("port")).isEqualTo(-1);
    }
}
