package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.load.Success;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorKindsIT {

    private TestService service;

    @BeforeEach
    void startService() throws Exception {
        service = new TestService();
    }

    @AfterEach
    void stopService() {
        service.close();
    }

    @Test
    void aRefusedConnectionIsTold() throws Exception {
        URI nobody;
        try (ServerSocket closedAtOnce = new ServerSocket(0)) {
            nobody = URI.create("http://127.0.0.1:" + closedAtOnce.getLocalPort() + "/");
        }

        assertAllFailAs(ErrorKind.REFUSED, Loads.run(Request.get(nobody), Loads.iterations(3, 4, Loads.KEEP_ALIVE)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/reset", "/truncated"})
    void theConnectionBreaksWithinTheAnswer(String path) throws Exception {
        assertAllFailAs(ErrorKind.RESET, Loads.run(service.get(path), Loads.iterations(3, 4, Loads.KEEP_ALIVE)));
    }

    @Test
    void anAnswerThatDoesNotComeInTimeIsTold() throws Exception {
        LoadResult result = Loads.run(service.get("/hang"), Loads.iterations(3, 2, Loads.timeout(150)));

        assertThat(result.errors()).containsOnly(Map.entry(ErrorKind.TIMEOUT, 6L));
        assertThat(result.elapsed()).isGreaterThanOrEqualTo(Duration.ofMillis(300));
        Await.until(() -> service.connections.get() >= 6); // the kernel makes them, and the service may be late
        assertThat(service.connections)
                .as("the answer may still come: not used again")
                .hasValue(6);
    }

    @Test
    void patienceForAConnectionMayBeLessThanForTheAnswer() throws Exception {
        Transport transport = new Transport(
                Duration.ofSeconds(20),
                Duration.ofSeconds(20),
                false,
                false,
                Optional.of(Duration.ofMillis(300)),
                Optional.empty(),
                false,
                Optional.empty());
        try (FullBacklog full = new FullBacklog()) {
            LoadResult result = Loads.run(
                    Request.get(URI.create("http://127.0.0.1:" + full.port() + "/")),
                    Loads.iterations(2, 1, transport));

            assertThat(result.errors()).containsOnly(Map.entry(ErrorKind.CONNECT_TIMEOUT, 2L));
            assertThat(result.elapsed()).isLessThan(Duration.ofSeconds(20));
        }
    }

    @Test
    void aConnectionThatDoesNotComeAboutInTimeIsTold() throws Exception {
        try (FullBacklog full = new FullBacklog()) {
            LoadResult result = Loads.run(
                    Request.get(URI.create("http://127.0.0.1:" + full.port() + "/")),
                    Loads.iterations(2, 1, Loads.timeout(300)));

            assertThat(result.errors()).containsOnly(Map.entry(ErrorKind.CONNECT_TIMEOUT, 2L));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 503, 302})
    void theStatusIsNoSuccess(int status) throws Exception {
        LoadResult result = Loads.run(service.get("/status/" + status), Loads.iterations(2, 3, Loads.KEEP_ALIVE));

        assertThat(result.errors()).containsOnly(Map.entry(ErrorKind.STATUS, 6L));
        assertThat(result.statuses()).containsOnly(Map.entry(status, 6L));
        assertThat(service.connections)
                .as("an answer all the same: the connection is good")
                .hasValue(2);
    }

    @Test
    void aResponseToAConditionalRequestThatIsUpToDateIsASuccess() throws Exception {
        LoadResult result = Loads.run(service.get("/status/304"), Loads.iterations(2, 3, Loads.KEEP_ALIVE));

        assertThat(result.succeeded()).isEqualTo(6);
        assertThat(result.errors()).isEmpty();
    }

    @Test
    void aStatusThatIsExpectedIsASuccessAndEveryOtherIsNone() throws Exception {
        Success success = new Success(List.of(404, 503), "");

        assertThat(Loads.run(asking("/status/404", success), Loads.iterations(2, 3, Loads.KEEP_ALIVE)))
                .satisfies(result -> assertThat(result.succeeded()).isEqualTo(6));
        assertThat(Loads.run(asking("/status/200", success), Loads.iterations(2, 3, Loads.KEEP_ALIVE))
                        .errors())
                .containsOnly(Map.entry(ErrorKind.STATUS, 6L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/chunked", "/until-close"})
    void aBodyWithoutTheTextThatIsExpectedIsAnErrorOfItsOwnKind(String path) throws Exception {
        LoadResult result =
                Loads.run(asking(path, new Success(List.of(), "not there")), Loads.iterations(2, 3, Loads.KEEP_ALIVE));

        assertThat(result.errors()).containsOnly(Map.entry(ErrorKind.BODY, 6L));
        assertThat(result.statuses()).containsOnly(Map.entry(200, 6L));
    }

    @ParameterizedTest
    @CsvSource({"/, ell", "/chunked, hello world", "/until-close, the end"})
    void aBodyWithTheTextThatIsExpectedIsASuccess(String path, String text) throws Exception {
        LoadResult result =
                Loads.run(asking(path, new Success(List.of(), text)), Loads.iterations(2, 3, Loads.KEEP_ALIVE));

        assertThat(result.succeeded()).isEqualTo(6);
    }

    private Request asking(String path, Success success) {
        return new Request("GET", service.uri(""), path, Map.of(), "", success);
    }

    @Test
    void timeoutsRankAmongTheResponseTimes() throws Exception {
        LoadResult result = Loads.run(service.get("/hang"), Loads.iterations(4, 1, Loads.timeout(150)));

        assertThat(result.latency().timedOut()).isEqualTo(4);
        assertThat(result.latency().at(Latency.Quantile.P50).orElseThrow().atLeast())
                .isTrue();
        assertThat(result.latency().givenUpAfter()).isGreaterThanOrEqualTo(Duration.ofMillis(150));
        assertThat(result.serviceLatency().timedOut()).isEqualTo(4);
    }

    @Test
    void theAnswerIsNotHttp() throws Exception {
        LoadResult result = Loads.run(service.get("/garbage"), Loads.iterations(2, 1, Loads.KEEP_ALIVE));

        assertThat(result.errors()).containsOnly(Map.entry(ErrorKind.OTHER, 2L));
        assertThat(result.causes().get(ErrorKind.OTHER)).startsWith("not an HTTP/1.1 answer");
    }

    @Test
    void failuresAreNoPartOfTheLatencies() throws Exception {
        LoadResult result = Loads.run(service.get("/status/500"), Loads.iterations(2, 3, Loads.KEEP_ALIVE));

        assertThat(result.latency()).isEqualTo(Latency.NONE);
        assertThat(result.serviceLatency()).isEqualTo(Latency.NONE);
        assertThat(result.series()).extracting(LoadResult.Second::failed).containsExactly(6L);
    }

    private static void assertAllFailAs(ErrorKind kind, LoadResult result) {
        assertThat(result.requests()).isEqualTo(12);
        assertThat(result.succeeded()).isZero();
        assertThat(result.errors()).containsOnly(Map.entry(kind, 12L));
    }

    /** Listens and never accepts; its queue of connections not yet accepted is full, so that Linux drops further ones. */
    private static final class FullBacklog implements AutoCloseable {
        private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final List<Socket> queued = new ArrayList<>();

        FullBacklog() throws IOException {
            try {
                while (queued.size() < 50) {
                    Socket socket = new Socket();
                    queued.add(socket);
                    socket.connect(new InetSocketAddress("127.0.0.1", port()), 200);
                }
                throw new IllegalStateException("the queue takes any number of connections");
            } catch (SocketTimeoutException e) {
                // that is what "full" looks like
            }
        }

        int port() {
            return listening.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : queued) {
                socket.close();
            }
            listening.close();
        }
    }
}
