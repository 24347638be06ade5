package dev.headroom.cases.compose;

import dev.headroom.cases.downstream.Server;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** The service and its downstream, both real and on free ports, for one test. */
final class Running implements AutoCloseable {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Server downstream;
    private final ConfigurableApplicationContext compose;
    private final URI base;

    private Running(Server downstream, List<String> settings) {
        this.downstream = downstream;
        this.compose = SpringApplication.run(ComposeApplication.class, settings.toArray(String[]::new));
        this.base = URI.create("http://127.0.0.1:"
                + ((WebServerApplicationContext) compose).getWebServer().getPort());
    }

    /**
     * @param delay of the downstream
     * @param settings of the service
     */
    static Running withDelay(String delay, String... settings) throws BindException {
        return over(Server.start("--server.port=0", "--delay=" + delay), settings);
    }

    static Running over(Server downstream, String... settings) {
        List<String> all = new ArrayList<>(List.of("--server.port=0", "--people.url=" + downstream.uri()));
        all.addAll(List.of(settings));
        return new Running(downstream, all);
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return HTTP.send(request(base.resolve(path), headers), BodyHandlers.ofString());
    }

    /** Requests that are all sent before the first answer is awaited. */
    List<CompletableFuture<HttpResponse<String>>> getAtOnce(int count, String path) {
        return IntStream.range(0, count)
                .mapToObj(i -> HTTP.sendAsync(request(base.resolve(path)), BodyHandlers.ofString()))
                .toList();
    }

    /** What the downstream itself answers, and what it has seen. */
    String downstream(String path) throws IOException, InterruptedException {
        return HTTP.send(request(downstream.uri().resolve(path)), BodyHandlers.ofString())
                .body();
    }

    String awaitStats(String part) throws InterruptedException {
        AtomicReference<String> stats = new AtomicReference<>("");
        await(() -> {
            stats.set(downstream("/stats"));
            return stats.get().contains(part);
        });
        return stats.get();
    }

    /** Until it holds, for up to 20 s: then the test fails by what it asserts next. */
    static void await(Condition condition) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        try {
            while (!condition.holds() && System.nanoTime() < end) {
                Thread.sleep(10);
            }
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }

    private static HttpRequest request(URI uri, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30));
        return (headers.length == 0 ? request : request.headers(headers)).build();
    }

    @Override
    public void close() {
        downstream.close(); // first: a thread that hangs there would hold up the service's end
        compose.close();
    }
}
