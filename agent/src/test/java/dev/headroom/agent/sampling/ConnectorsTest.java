package dev.headroom.agent.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.agent.catalogue.Catalogue;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ConnectorsTest {

    @Test
    void aTaskThatIsNoAcceptorOfTomcatIsNoDoor() throws IOException {
        Connectors connectors = new Connectors(Catalogue.packed());
        connectors.meet(new Thread(() -> {}, "http-nio-8080-Acceptor"));
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        connectors.write(new DataOutputStream(told));
        assertThat(told.toByteArray()).as("how many there are").containsOnly(0).hasSize(Integer.BYTES);
    }

    /** As Tomcat's. */
    static final class Acceptor implements Runnable {

        long getCount() {
            return 7;
        }

        @Override
        public void run() {}
    }

    @Test
    @Timeout(60)
    void anAcceptorThatIsStoppedIsNotKept() throws IOException {
        StringBuilder server = new StringBuilder("[server]\nacceptor: " + Acceptor.class.getName());
        for (String figure : List.of("port", "maximum", "connections", "requests", "errors", "milliseconds")) {
            server.append('\n').append(figure).append(": getCount");
        }
        Connectors connectors = new Connectors(Catalogue.parse(server.toString()));
        List<Thread> threads = new ArrayList<>(List.of(new Thread(new Acceptor(), "http-nio-8080-Acceptor")));
        connectors.meet(threads.get(0));
        assertThat(told(connectors)).isOne();
        threads.clear();
        while (told(connectors) > 0) {
            System.gc();
        }
    }

    /** How many there are. */
    private static int told(Connectors connectors) throws IOException {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        connectors.write(new DataOutputStream(told));
        return ByteBuffer.wrap(told.toByteArray()).getInt();
    }
}
