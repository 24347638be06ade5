package dev.headroom.lab;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** A service with threads to spare that calls another JVM, which it starts: that one reads every call at once, and serves {@value #DESKS} at a time. */
final class Desk {

    static final int DESKS = 6;

    private static final int THREADS = 50;
    private static final int MILLIS = 60;

    private final Semaphore desks = new Semaphore(DESKS, true);

    private Desk() {}

    /** @param arguments the port of the service; none of the JVM that it calls */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            Desk desk = new Desk();
            System.out.println(listen(
                    0, Executors.newThreadPerTaskExecutor(Thread.ofVirtual().factory()), desk::serve));
            while (System.in.read() >= 0) {}
            System.exit(0);
        }
        Process called = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Desk.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        HttpRequest call = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + called.inputReader().readLine() + "/"))
                .build();
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        listen(
                Integer.parseInt(arguments[0]),
                Executors.newFixedThreadPool(THREADS),
                () -> client.send(call, BodyHandlers.discarding()));
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static int listen(int port, ExecutorService threads, Work work) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), THREADS);
        server.setExecutor(threads);
        server.createContext("/", exchange -> answer(exchange, work));
        server.start();
        return server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, Work work) throws IOException {
        try (exchange) {
            work.run();
            exchange.sendResponseHeaders(200, -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve() throws InterruptedException {
        desks.acquire();
        try {
            Thread.sleep(MILLIS);
        } finally {
            desks.release();
        }
    }
}
