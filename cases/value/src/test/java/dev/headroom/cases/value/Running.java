package dev.headroom.cases.value;

import java.io.IOException;
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

/** The service, real and on a free port, for one test. */
final class Running implements AutoCloseable {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ConfigurableApplicationContext value;
    private final URI base;

    private Running(List<String> settings) {
        this.value = SpringApplication.run(ValueApplication.class, settings.toArray(String[]::new));
        this.base = URI.create("http://127.0.0.1:"
                + ((WebServerApplicationContext) value).getWebServer().getPort());
    }

    /** @param profile that chooses stack and server; {@code servlet} is none of them, hence the default */
    static Running on(String profile, String... settings) {
        List<String> all = new ArrayList<>(List.of(
                "--spring.profiles.active=" + profile, "--server.port=0", "--logging.level.dev.headroom=debug"));
        all.addAll(List.of(settings));
        return new Running(all);
    }

    /** The class name of the server that was started. */
    String server() {
        return ((WebServerApplicationContext) value).getWebServer().getClass().getSimpleName();
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return http.send(request(base.resolve(path), headers), BodyHandlers.ofString());
    }

    /** Requests that are all sent before the first answer is awaited. */
    List<CompletableFuture<HttpResponse<String>>> getAtOnce(int count, String path) {
        return IntStream.range(0, count)
                .mapToObj(i -> http.sendAsync(request(base.resolve(path)), BodyHandlers.ofString()))
                .toList();
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
        value.close();
        http.shutdownNow();
    }
}
