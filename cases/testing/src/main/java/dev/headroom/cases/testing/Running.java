package dev.headroom.cases.testing;

import dev.headroom.cases.downstream.Server;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** A service and its downstream, where it has one: both real, in this process and on free ports, for one test. */
public final class Running implements AutoCloseable {
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(AnyCertificate.context())
            .build();

    private final Optional<Server> downstream;
    private final ConfigurableApplicationContext service;
    private final URI base;

    private Running(Optional<Server> downstream, Class<?> application, List<String> settings) {
        this.downstream = downstream;
        // a graceful end waits for connections that are kept alive
        List<String> all = new ArrayList<>(List.of("--server.port=0", "--server.shutdown=immediate"));
        all.addAll(settings);
        this.service = SpringApplication.run(application, all.toArray(String[]::new));
        this.base = URI.create("http://127.0.0.1:" + webServer().getPort());
    }

    /** A service without a downstream. */
    public static Running alone(Class<?> application, String... settings) {
        return new Running(Optional.empty(), application, List.of(settings));
    }

    /** @param url the setting by which the service learns where its downstream is */
    public static Running over(Server downstream, String url, Class<?> application, String... settings) {
        List<String> all = new ArrayList<>(List.of("--" + url + "=" + downstream.uri()));
        all.addAll(List.of(settings));
        return new Running(Optional.of(downstream), application, all);
    }

    /** The class name of the server that was started. */
    public String server() {
        return webServer().getClass().getSimpleName();
    }

    private WebServer webServer() {
        return ((WebServerApplicationContext) service).getWebServer();
    }

    public HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return http.send(request(base.resolve(path), headers), BodyHandlers.ofString());
    }

    /** Requests that are all sent before the first answer is awaited. */
    public List<CompletableFuture<HttpResponse<String>>> getAtOnce(int count, String path) {
        return IntStream.range(0, count)
                .mapToObj(i -> http.sendAsync(request(base.resolve(path)), BodyHandlers.ofString()))
                .toList();
    }

    /** What the downstream itself answers; asking takes a connection of its own, the same each time. */
    public String downstream(String path) throws IOException, InterruptedException {
        URI uri = downstream.orElseThrow().uri();
        return http.send(request(uri.resolve(path)), BodyHandlers.ofString()).body();
    }

    /** What the downstream has seen. */
    public String stats() throws IOException, InterruptedException {
        return downstream("/stats");
    }

    /** What it has seen once this is in it. */
    public String awaitStats(String part) throws InterruptedException {
        AtomicReference<String> stats = new AtomicReference<>("");
        Await.until(() -> {
            stats.set(stats());
            return stats.get().contains(part);
        });
        return stats.get();
    }

    private static HttpRequest request(URI uri, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30));
        return (headers.length == 0 ? request : request.headers(headers)).build();
    }

    /** The downstream first: a thread that hangs there would hold up the service's end. */
    @Override
    public void close() {
        downstream.ifPresent(Server::close);
        service.close();
        http.shutdownNow();
    }
}
