package dev.headroom.probe.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConnectionsTest {

    @Test
    void theKernelsHexadecimalAddressIsRead() {
        assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "these are the words of a little-endian kernel");
        assertThat(Connections.address("0100007F")).isEqualTo("127.0.0.1");
        assertThat(Connections.address("0000000000000000FFFF00000100007F")).isEqualTo("127.0.0.1");
    }

    @Test
    void whatWeOpenedIsOutboundAndWhatWeAcceptedIsAClient() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/net/tcp")), "Linux only");
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            Connections seen = Connections.read(ProcessHandle.current().pid()).orElseThrow();
            assertThat(seen.outbound()).containsKey("127.0.0.1:" + server.getLocalPort());
            assertThat(seen.inbound()).contains("127.0.0.1:" + client.getLocalPort());
            assertThat(accepted.getPort()).isEqualTo(client.getLocalPort());
        }
    }
}
