package dev.headroom.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.load.Request;
import dev.headroom.core.model.result.LoadResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A plan of a real project's kind, by JMeter itself: eight requests that need each other's answers, against a service that knows who is there. */
@Tag("nightly")
class RealPlanTest {

    private static final Path PLAN = Path.of("../benchmarks/load/tools/petclinic.jmx");
    private static final String OWNERS = "/petclinic/api/owners/";
    private static final String PETS = "/petclinic/api/pets/";

    private final Map<String, Long> there = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> answered = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private HttpServer service;

    @BeforeEach
    void serve() throws IOException {
        service = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 100);
        service.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        service.createContext("/", this::answer);
        service.start();
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    /** 404 for an owner or a pet that was not added before, or has been deleted. */
    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String path = exchange.getRequestURI().getPath();
        String method = exchange.getRequestMethod();
        String kind = path.endsWith("/visits") ? "visit" : path.contains("/pets") ? "pet" : "owner";
        int status = 200;
        String said = "";
        if (method.equals("POST")) {
            boolean known = !path.endsWith("/pets") || there.containsKey(path.replace("/pets", ""));
            long id = ids.incrementAndGet();
            there.put((kind.equals("pet") ? PETS : OWNERS) + id, id);
            said = "{\"id\":" + id + "}";
            status = known && body.length > 0 ? 201 : 404;
        } else {
            boolean own = method.equals("GET"); // of both
            String of = own ? PETS + path.substring(path.lastIndexOf('/') + 1) : path;
            boolean known = method.equals("DELETE") ? there.remove(of) != null : there.containsKey(of);
            status = known ? method.equals("GET") ? 200 : 204 : 404;
        }
        answered.computeIfAbsent(method + " " + kind, one -> new AtomicLong()).incrementAndGet();
        byte[] bytes = said.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, status == 204 || bytes.length == 0 ? -1 : bytes.length);
        if (status != 204 && bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    @Test
    void itIsReadRunAndReportedByItsLabels() throws Exception {
        Load load = new Load.Tool(
                new Program.Jmeter(
                        PLAN.toAbsolutePath().normalize().toString(),
                        Optional.of(RealTools.jmeter().toString())),
                Path.of("").toAbsolutePath().toString(),
                OptionalInt.of(3),
                Optional.of(Duration.ofSeconds(3)),
                Loads.KEEP_ALIVE,
                Optional.empty(),
                Optional.empty());
        Request request = Request.get(
                URI.create("http://127.0.0.1:" + service.getAddress().getPort() + "/"));
        try (RunningLoad running = new Engines().start(Mix.of(request), load)) {
            LoadResult result = running.result().get(90, TimeUnit.SECONDS);

            assertThat(result.kinds())
                    .extracting(LoadResult.Kind::name)
                    .containsExactlyInAnyOrder(
                            "owner: add",
                            "pet: add",
                            "visit: add",
                            "owner: change",
                            "pet: change",
                            "pet: read",
                            "pet: delete",
                            "owner: delete");
            assertThat(result.failed()).isZero();
            assertThat(result.kinds())
                    .allSatisfy(kind -> assertThat(kind.requests())
                            .isEqualTo(answered.get(inService(kind.name())).get()));
        }
    }

    private static String inService(String label) {
        String[] words = label.split(": ");
        String method = Map.of("add", "POST", "change", "PUT", "read", "GET", "delete", "DELETE")
                .get(words[1]);
        return method + " " + words[0];
    }
}
