package dev.headroom.fanout.spring;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A downstream over real HTTP that answers when it is told to. */
public final class FakeService implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final List<Headers> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile CountDownLatch answers = new CountDownLatch(0);

    public FakeService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.createContext("/never", exchange -> {
            requests.add(exchange.getRequestHeaders());
            await(closing);
        });
        server.createContext("/headers-first", this::headersFirst);
        server.createContext("/drip", this::drip);
        server.createContext("/busy", exchange -> {
            requests.add(exchange.getRequestHeaders());
            exchange.getResponseHeaders().set("Retry-After", "1");
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        server.createContext("/overloaded", exchange -> {
            exchange.getResponseHeaders().set("Retry-After", "3600");
            exchange.sendResponseHeaders(429, -1);
            exchange.close();
        });
        server.createContext("/missing", exchange -> {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.createContext("/broken", exchange -> {
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Holds all answers back, until {@link #release}. */
    public void hold() {
        answers = new CountDownLatch(1);
    }

    public void release() {
        answers.countDown();
    }

    public int inFlight() {
        return now.get();
    }

    /** The most requests that were here at once. */
    public int most() {
        return most.get();
    }

    /** The headers of each request. */
    public List<Headers> requests() {
        return requests;
    }

    private void answer(HttpExchange exchange) throws IOException {
        most.accumulateAndGet(now.incrementAndGet(), Math::max);
        try {
            requests.add(exchange.getRequestHeaders());
            await(answers);
            write(exchange, "ok");
        } finally {
            now.decrementAndGet();
        }
    }

    private void headersFirst(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 2);
        exchange.getResponseBody().flush();
        await(answers);
        exchange.getResponseBody().write("ok".getBytes(StandardCharsets.UTF_8));
        exchange.close();
    }

    /** One byte at a time, so that no single read takes long. */
    private void drip(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream body = exchange.getResponseBody()) {
            while (!closing.await(20, java.util.concurrent.TimeUnit.MILLISECONDS)) {
                body.write('.');
                body.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void write(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        answers.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
