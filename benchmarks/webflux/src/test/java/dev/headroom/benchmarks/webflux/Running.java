package dev.headroom.benchmarks.webflux;

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
import java.util.stream.IntStream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** The peer and its downstream, both real and on free ports, for one test. */
final class Running implements AutoCloseable {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Server downstream;
    private final ConfigurableApplicationContext peer;
    private final URI base;

    private Running(Server downstream, List<String> settings) {
        this.downstream = downstream;
        this.peer = SpringApplication.run(WebfluxApplication.class, settings.toArray(String[]::new));
        this.base = URI.create("http://127.0.0.1:"
                + ((WebServerApplicationContext) peer).getWebServer().getPort());
    }

    static Running withDelay(String delay, String... settings) throws BindException {
        return over(Server.start("--server.port=0", "--delay=" + delay), settings);
    }

    /** All clients of the peer ask that downstream. */
    static Running over(Server downstream, String... settings) {
        List<String> all = new ArrayList<>(List.of("--server.port=0"));
        List.of("metadata", "external", "people", "parts")
                .forEach(name -> all.add("--" + name + ".url=" + downstream.uri()));
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

    /** What the downstream has seen, once it has seen {@code part}; whatever it has after 20 s. */
    String awaitStats(String part) throws IOException, InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        String stats = stats();
        while (!stats.contains(part) && System.nanoTime() < end) {
            Thread.sleep(10);
            stats = stats();
        }
        return stats;
    }

    private String stats() throws IOException, InterruptedException {
        return HTTP.send(request(downstream.uri().resolve("/stats")), BodyHandlers.ofString())
                .body();
    }

    private static HttpRequest request(URI uri, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30));
        return (headers.length == 0 ? request : request.headers(headers)).build();
    }

    @Override
    public void close() {
        peer.close();
        downstream.close();
    }
}
