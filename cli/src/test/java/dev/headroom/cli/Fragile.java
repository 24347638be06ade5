package dev.headroom.cli;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A service of four workers that more of them would break for good, in the way that is its argument; tells its port, and ends with its standard input. */
public final class Fragile {

    private static final int WORKERS = 4;
    private static final int MILLIS = 50;
    private static final int BOTH_MILLIS = 14;
    private static final int KEPT_BYTES = 16 << 20;

    /** Below half a region of G1: what is larger lies in the old generation as well, and is counted there until the next collection. */
    private static final int THROWN_BYTES = 256 << 10;

    private static final Semaphore FORMS = new Semaphore(WORKERS + 1);
    private static final ThreadLocal<byte[]> BUFFER = ThreadLocal.withInitial(() -> new byte[KEPT_BYTES]);

    private static volatile byte[] thrown = {};

    private Fragile() {}

    public static void main(String[] arguments) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        ThreadPoolExecutor workers =
                new ThreadPoolExecutor(WORKERS, WORKERS, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        server.setExecutor(workers);
        server.createContext("/", exchange -> {
            int status = 200;
            try {
                switch (arguments[0]) {
                    case "pairs" -> pair();
                    case "buffers" -> buffer();
                    default -> status = Admission.admits(workers, MILLIS) ? 200 : 503;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        System.out.println(server.getAddress().getPort());
        while (System.in.read() >= 0) {
            // until whoever started it ends
        }
        System.exit(0);
    }

    /** Of five forms each takes two, one after the other: with five workers all may hold one. */
    private static void pair() throws InterruptedException {
        FORMS.acquire();
        Thread.sleep(MILLIS - BOTH_MILLIS);
        FORMS.acquire();
        Thread.sleep(BOTH_MILLIS);
        FORMS.release(2);
    }

    /** Each worker keeps one. */
    private static void buffer() throws InterruptedException {
        thrown = new byte[THROWN_BYTES];
        Thread.sleep(MILLIS);
        BUFFER.get()[0]++;
    }
}
