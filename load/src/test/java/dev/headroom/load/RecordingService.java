package dev.headroom.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A service that keeps all requests, and answers as a test says. */
final class RecordingService implements AutoCloseable {

    /** @param path with its query, as it came */
    record Seen(String method, String path, Map<String, List<String>> headers, String body) {
        String header(String name) {
            return String.join(", ", headers.getOrDefault(name, List.of()));
        }

        String line() {
            return method + " " + path;
        }
    }

    /** @param headers as {@code name: value} */
    record Answer(int status, String body, List<String> headers) {
        static Answer of(String body, String... headers) {
            return new Answer(200, body, List.of(headers));
        }
    }

    final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    RecordingService(Function<Seen, Answer> answers) throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 100);
        server.createContext("/", exchange -> {
            try (exchange) {
                Seen request = read(exchange);
                seen.add(request);
                answer(exchange, answers.apply(request));
            }
        });
        server.start();
    }

    private static Seen read(HttpExchange exchange) throws IOException {
        return new Seen(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                Map.copyOf(exchange.getRequestHeaders()),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    }

    private static void answer(HttpExchange exchange, Answer answer) throws IOException {
        for (String header : answer.headers()) {
            String[] parts = header.split(": ", 2);
            exchange.getResponseHeaders().add(parts[0], parts[1]);
        }
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : 0); // in chunks
        exchange.getResponseBody().write(body);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    List<String> lines() {
        return seen.stream().map(Seen::line).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
