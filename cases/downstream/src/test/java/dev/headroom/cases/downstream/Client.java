package dev.headroom.cases.downstream;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Predicate;

/** Real HTTP against a simulator, for the tests. */
final class Client {
    static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Client() {}

    static HttpResponse<String> get(Server server, String path) throws IOException, InterruptedException {
        return HTTP.send(request(server.uri(), path), BodyHandlers.ofString());
    }

    static HttpRequest request(URI base, String path) {
        return HttpRequest.newBuilder(base.resolve(path))
                .timeout(Duration.ofSeconds(20))
                .build();
    }

    static Socket connect(Server server) throws IOException {
        Socket socket = new Socket();
        socket.connect(
                new InetSocketAddress(server.uri().getHost(), server.uri().getPort()));
        socket.setSoTimeout(20_000);
        return socket;
    }

    static void send(Socket socket, String... requests) throws IOException {
        socket.getOutputStream().write(String.join("", requests).getBytes(StandardCharsets.US_ASCII));
    }

    /** Closed or reset by the server, within 20 s. */
    static boolean isCutOff(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException still) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }

    /** What comes until the text ends so, or the connection does. */
    static String readUntil(Socket socket, String end) throws IOException {
        StringBuilder read = new StringBuilder();
        for (int next = socket.getInputStream().read();
                next >= 0;
                next = socket.getInputStream().read()) {
            read.append((char) next);
            if (read.toString().endsWith(end)) {
                break;
            }
        }
        return read.toString();
    }

    /** Asks for the stats until they are as awaited, for up to 20 s, and gives the last. */
    static String awaitStats(Server server, Predicate<String> awaited) throws IOException, InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        String stats = get(server, "/stats").body();
        while (!awaited.test(stats) && System.nanoTime() < end) {
            Thread.sleep(5);
            stats = get(server, "/stats").body();
        }
        return stats;
    }
}
