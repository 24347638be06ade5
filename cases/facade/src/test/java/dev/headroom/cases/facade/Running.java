package dev.headroom.cases.facade;

import dev.headroom.cases.downstream.Server;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** The service and its HTTPS downstream, both real and on free ports, for one test. */
final class Running implements AutoCloseable {
    static final String DISTRUST = "--external.trust-any-certificate=false";

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(believing())
            .build();

    private final Server downstream;
    private final ConfigurableApplicationContext facade;
    private final URI base;

    private Running(Server downstream, List<String> settings) {
        this.downstream = downstream;
        this.facade = SpringApplication.run(FacadeApplication.class, settings.toArray(String[]::new));
        this.base = URI.create("http://127.0.0.1:"
                + ((WebServerApplicationContext) facade).getWebServer().getPort());
    }

    static Running with(String... settings) throws BindException {
        return over(downstream(), settings);
    }

    static Running over(Server downstream, String... settings) {
        List<String> all = new ArrayList<>(
                List.of("--server.port=0", "--external.url=" + downstream.uri(), "--logging.level.dev.headroom=debug"));
        all.addAll(List.of(settings));
        if (!all.contains(DISTRUST)) {
            all.add("--external.trust-any-certificate=true");
        }
        return new Running(downstream, all);
    }

    static Server downstream(String... settings) throws BindException {
        List<String> all = new ArrayList<>(List.of("--server.port=0", "--https=true"));
        all.addAll(List.of(settings));
        return Server.start(all.toArray(String[]::new));
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

    /** What the downstream has seen; asking takes a connection of its own, the same each time. */
    String stats() throws IOException, InterruptedException {
        return http.send(request(downstream.uri().resolve("/stats")), BodyHandlers.ofString())
                .body();
    }

    String awaitStats(String part) throws InterruptedException {
        AtomicReference<String> stats = new AtomicReference<>("");
        await(() -> {
            stats.set(stats());
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

    private static SSLContext believing() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Believing()}, null);
            return context;
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    @Override
    public void close() {
        facade.close();
        downstream.close();
        http.shutdownNow();
    }

    /** The test asks the downstream itself, whose certificate nobody vouches for. */
    private static final class Believing implements X509TrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {
            // whoever it is
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {
            throw new UnsupportedOperationException("this is the client");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
