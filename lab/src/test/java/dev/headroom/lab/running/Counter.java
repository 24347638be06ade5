package dev.headroom.lab.running;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A service that serves four at a time, in which no thread waits for that: who finds them taken is an object in a queue. */
final class Counter {

    record Order(HttpExchange exchange) {}

    private static final int CLERKS = 4;
    private static final int MILLIS = 40;

    private final int clerks = CLERKS;
    private final Queue<Order> line = new ArrayDeque<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private int busy;

    private Counter() {}

    /** Prints its port, and ends with its standard input. */
    public static void main(String[] arguments) throws IOException {
        Counter counter = new Counter();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> counter.come(new Order(exchange)));
        server.start();
        System.out.println(server.getAddress().getPort());
        while (System.in.read() >= 0) {}
        System.exit(0);
    }

    private synchronized void come(Order order) {
        if (busy < clerks) {
            busy++;
            serve(order);
        } else {
            line.add(order);
        }
    }

    private void serve(Order order) {
        clock.schedule(() -> done(order), MILLIS, TimeUnit.MILLISECONDS);
    }

    private void done(Order order) {
        try (HttpExchange exchange = order.exchange()) {
            exchange.sendResponseHeaders(200, -1);
        } catch (IOException e) {
            return; // who asked has gone, and with him the test
        } finally {
            next();
        }
    }

    private synchronized void next() {
        Order order = line.poll();
        if (order == null) {
            busy--;
        } else {
            serve(order);
        }
    }
}
