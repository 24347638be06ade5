package dev.headroom.probe.os.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.probe.os.ProcessWatch;
import dev.headroom.probe.os.requests.Requests.Count;
import dev.headroom.probe.os.requests.TalkingClients.Manner;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the kernel counts of a service, against what its clients know. */
@Tag("alone")
class RequestsIT {

    private static final Duration LONG = Duration.ofSeconds(2);
    private static final Duration NONE = Duration.ZERO;

    private HttpServer server;
    private ExecutorService workers;
    private ProcessWatch watch;
    private volatile long serviceMillis = 20;
    private volatile int pieces = 1;
    private volatile int bytes = 100;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        workers = Executors.newVirtualThreadPerTaskExecutor();
        server.setExecutor(workers);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            pause(serviceMillis);
            exchange.sendResponseHeaders(200, pieces == 1 ? bytes : 0);
            try (OutputStream out = exchange.getResponseBody()) {
                for (int i = 0; i < pieces; i++) {
                    pause(i == 0 ? 0 : serviceMillis);
                    out.write("x".repeat(bytes).getBytes(StandardCharsets.US_ASCII));
                    out.flush();
                }
            }
        });
        server.start();
        watch = ProcessWatch.start(ProcessHandle.current().pid(), () -> true);
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() {
        watch.close();
        server.stop(0);
        workers.close();
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private record Told(Requests kernel, double perSecond, double inFlight) {}

    /** Where the machine has little time to look, it may take a while until something can be told. */
    private Told told(int clients, Manner manner) throws InterruptedException {
        return told(
                clients,
                manner,
                kernel -> kernel.completed().isPresent() && kernel.inFlight().isPresent());
    }

    private Told told(int clients, Manner manner, Predicate<Requests> enough) throws InterruptedException {
        Window window;
        Requests kernel;
        int tries = 0;
        TalkingClients ours = new TalkingClients(port(), clients, manner);
        try (ours) {
            pause(1200);
            do {
                window = new Window(Instant.now(), LONG);
                pause(LONG.toMillis());
                kernel = Optional.ofNullable(watch.requestsByPort(window).get(port()))
                        .orElseThrow();
            } while (!enough.test(kernel) && ++tries < 10);
        }
        return new Told(kernel, ours.perSecond(window), ours.inFlight(window));
    }

    private static void completed(Told told) {
        completed(told, 0.05);
    }

    private static void completed(Told told, double share) {
        Count completed = told.kernel().completed().orElseThrow();
        assertThat(completed.value())
                .as(told.kernel().how())
                .isCloseTo(told.perSecond(), within(share * told.perSecond() + 2 * completed.error()));
    }

    private void same(Told told) {
        completed(told);
        Count inFlight = told.kernel().inFlight().orElseThrow();
        // A client times its own slowness as well
        assertThat(inFlight.value() + 3 * inFlight.error()).isGreaterThan(0.9 * told.perSecond() * serviceMillis / 1e3);
        assertThat(inFlight.value() - 3 * inFlight.error()).isLessThan(1.1 * told.inFlight());
    }

    @Test
    void clientsThatDoNotThink() throws Exception {
        same(told(10, Manner.of(NONE)));
    }

    @ParameterizedTest
    @CsvSource({"60, 500", "20, 1000"})
    @Tag("nightly")
    void clientsThatDoNotThinkAndAServiceThatTakesLong(int clients, int millis) throws Exception {
        serviceMillis = millis;
        same(told(clients, Manner.of(NONE)));
    }

    @Test
    @Tag("nightly")
    void clientsThatDoNotThinkAndAServiceThatTakesNoTime() throws Exception {
        serviceMillis = 0;
        Told told = told(4, Manner.of(NONE), kernel -> true);
        // On a machine that has no time to look often enough it is not told
        if (told.kernel().completed().isPresent()) {
            // As many as the machine allows: between the last look and the end of the window others may have had it
            completed(told, 0.25);
        }
        // The rest of its time a request is the clients'
        assertThat(told.kernel().inFlight().map(Count::value).orElse(0.0)).isLessThan(told.inFlight());
    }

    @Test
    @Tag("nightly")
    void clientsThatThink() throws Exception {
        same(told(10, Manner.of(Duration.ofMillis(30))));
    }

    @Test
    @Tag("nightly")
    void aServiceThatTakesNoTimeHasNothingInFlight() throws Exception {
        serviceMillis = 0;
        Told told = told(10, Manner.of(Duration.ofMillis(50)));
        completed(told);
        Count inFlight = told.kernel().inFlight().orElseThrow();
        assertThat(inFlight.value() - 3 * inFlight.error()).isLessThan(0.5 + told.inFlight());
    }

    @Test
    @Tag("nightly")
    void requestsOfHeadAndBody() throws Exception {
        String head = "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 500\r\n\r\n";
        same(told(10, Manner.of(NONE).sending(head, "x".repeat(500))));
    }

    @Test
    @Tag("nightly")
    void requestsOfSeveralSegments() throws Exception {
        String head = "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 300000\r\n\r\n";
        same(told(5, Manner.of(Duration.ofMillis(10)).sending(head + "x".repeat(300_000))));
    }

    @Tag("nightly")
    @Test
    void aConnectionForEachRequest() throws Exception {
        same(told(10, Manner.of(NONE).closing()));
    }

    @Test
    @Tag("nightly")
    void idleConnectionsHaveNothingInFlight() throws Exception {
        Told told = told(
                10,
                Manner.of(Duration.ofSeconds(8)),
                kernel -> kernel.inFlight().isPresent());
        assertThat(told.kernel().inFlight().orElseThrow().value()).isLessThan(0.3);
    }

    @Tag("nightly")
    @Test
    void answersOfSeveralSegments() throws Exception {
        bytes = 200_000;
        same(told(5, Manner.of(Duration.ofMillis(10))));
    }

    @Test
    @Tag("nightly")
    void answersInPieces() throws Exception {
        pieces = 4;
        Told told = told(10, Manner.of(NONE), kernel -> kernel.completed().isPresent());
        completed(told);
        assertThat(told.kernel().inFlight()).isEmpty();
    }

    @Test
    @Tag("nightly")
    void pipelined() throws Exception {
        Told told =
                told(5, Manner.of(NONE).ahead(10), kernel -> kernel.completed().isPresent());
        assertThat(told.kernel().how()).contains("pipelining");
        assertThat(told.kernel().inFlight()).isEmpty();
    }
}
