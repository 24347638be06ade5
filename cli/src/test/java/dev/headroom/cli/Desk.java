package dev.headroom.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * A service with {@code arguments[0]} clerks, who take 50 ms for each request; tells its port, and ends with its standard input. There are
 * {@code arguments[1]} forms; who finds none takes as long to say so, in few words and with status 500.
 */
public final class Desk {

    private static final int MILLIS = 50;
    private static final int SIZE = 1_000;

    private Desk() {}

    public static void main(String[] arguments) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        Semaphore forms = new Semaphore(Integer.parseInt(arguments[1]));
        server.setExecutor(Executors.newFixedThreadPool(Integer.parseInt(arguments[0])));
        server.createContext("/", exchange -> {
            boolean served = forms.tryAcquire();
            try {
                Thread.sleep(MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            byte[] answer = served ? new byte[SIZE] : "no form is left".getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(served ? 200 : 500, answer.length);
            if (served) {
                forms.release(); // who has an answer may come again at once
            }
            exchange.getResponseBody().write(answer);
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
