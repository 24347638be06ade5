package dev.headroom.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** A service with {@code arguments[0]} clerks, who take 50 ms for each request; tells its port, and ends with its standard input. */
public final class Desk {

    private static final int MILLIS = 50;

    private Desk() {}

    public static void main(String[] arguments) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        server.setExecutor(Executors.newFixedThreadPool(Integer.parseInt(arguments[0])));
        server.createContext("/", exchange -> {
            try {
                Thread.sleep(MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        System.out.println(server.getAddress().getPort());
        while (System.in.read() >= 0) {
            // until whoever started it ends
        }
        System.exit(0);
    }
}
