package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.experiment.Published;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.experiment.Variant.Preparation;
import dev.headroom.core.model.load.RequestKind;
import dev.headroom.core.model.load.Users;
import dev.headroom.lab.service.ServiceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BeforeLoadTest {

    @Test
    void eachRequestHasAConnectionThatStaysOpenUntilTheRunEnds() throws Exception {
        Variant variant = variant(new Preparation("GET", "/hang?x=1", 2), new Preparation("POST", "/order", 1));
        try (ServerSocket service = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"))) {
            service.setSoTimeout(10_000);
            List<Socket> accepted = new ArrayList<>();
            try (BeforeLoad before =
                    BeforeLoad.send(URI.create("http://127.0.0.1:" + service.getLocalPort()), variant)) {
                assertThat(before.requests()).isEqualTo(3);
                for (int i = 0; i < 3; i++) {
                    accepted.add(service.accept());
                }
                String host = "Host: 127.0.0.1:" + service.getLocalPort();
                List<String> hang =
                        List.of("GET /hang?x=1 HTTP/1.1", host, "User-Agent: headroom", "Accept: */*", "Token: t");
                assertThat(head(accepted.get(0))).isEqualTo(hang);
                assertThat(head(accepted.get(1))).isEqualTo(hang);
                assertThat(head(accepted.get(2)))
                        .containsExactly(
                                "POST /order HTTP/1.1",
                                host,
                                "User-Agent: headroom",
                                "Accept: */*",
                                "Token: t",
                                "Content-Length: 0");
                assertThat(accepted).noneMatch(BeforeLoadTest::ended);
            }
            assertThat(accepted).allMatch(BeforeLoadTest::ended);
        }
    }

    @Test
    void aServiceThatDoesNotListenIsNamedWithTheRequest() throws IOException {
        int free;
        try (ServerSocket nobody = new ServerSocket(0)) {
            free = nobody.getLocalPort();
        }
        assertThatThrownBy(() -> BeforeLoad.send(
                        URI.create("http://127.0.0.1:" + free), variant(new Preparation("GET", "/hang", 2))))
                .isInstanceOf(ServiceException.class)
                .hasMessageStartingWith("request 1 of those before the load, GET /hang, could not be sent: ");
    }

    private static List<String> head(Socket socket) throws IOException {
        socket.setSoTimeout(10_000);
        BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        List<String> lines = new ArrayList<>();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            lines.add(line);
        }
        return lines;
    }

    /** The other side has closed; where it has not, the wait for its bytes times out. */
    private static boolean ended(Socket socket) {
        try {
            socket.setSoTimeout(200);
            return socket.getInputStream().read() < 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static Variant variant(Preparation... before) {
        return new Variant(
                "hung",
                "",
                List.of(new RequestKind("", 1, "GET", "/", Map.of("Token", "t"), "", "", List.of(), "")),
                Map.of(),
                List.of(),
                Optional.empty(),
                Published.NONE,
                Optional.empty(),
                List.of(before),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Map.of(),
                Expectations.NONE,
                Users.NONE);
    }
}
