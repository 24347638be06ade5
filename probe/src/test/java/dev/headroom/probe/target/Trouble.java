package dev.headroom.probe.target;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Programs in known trouble, watched in tests. Arguments: {@code hang} (five of ten workers call a server that accepts and
 * never answers), {@code deaf} (listens, accepts nobody), {@code spin} (computes on more threads than there are cores), or
 * {@code tls} and a port (calls it by HTTPS for ever).
 */
public final class Trouble {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final List<ServerSocket> OPEN = new ArrayList<>();

    /** Written to, so that no compiler may leave the computing out. */
    static final AtomicLong COMPUTED = new AtomicLong();

    private Trouble() {}

    public static void main(String[] arguments) throws Exception {
        int port = 0;
        switch (arguments[0]) {
            case "hang" -> port = hang();
            case "deaf" -> port = listen(3);
            case "spin" -> spin();
            default -> call(Integer.parseInt(arguments[1]));
        }
        System.out.println("port " + port);
        Thread.sleep(Long.MAX_VALUE);
    }

    private static int listen(int backlog) throws IOException {
        ServerSocket server = new ServerSocket(0, backlog, LOOPBACK);
        OPEN.add(server);
        return server.getLocalPort();
    }

    /** The kernel completes the connections; nobody ever accepts or answers them. */
    private static int hang() throws IOException {
        int silent = listen(50);
        ThreadPoolExecutor workers = (ThreadPoolExecutor) Executors.newFixedThreadPool(10);
        for (int i = 0; i < 5; i++) {
            workers.execute(() -> askTheSilent(silent));
        }
        Thread feeder = new Thread(() -> {
            while (true) {
                if (workers.getQueue().size() < 20) {
                    workers.execute(() -> sleep(100));
                } else {
                    sleep(5);
                }
            }
        });
        feeder.setDaemon(true);
        feeder.start();
        return silent;
    }

    private static void askTheSilent(int port) {
        try (Socket socket = new Socket(LOOPBACK, port)) {
            socket.getOutputStream().write(1);
            InputStream in = socket.getInputStream();
            in.read();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void spin() {
        // the machine's own, whatever this JVM was told to believe
        ExecutorService spinners = Executors.newFixedThreadPool(8);
        for (int i = 0; i < 8; i++) {
            spinners.execute(() -> {
                while (true) {
                    COMPUTED.set(COMPUTED.get() * 31 + 7);
                }
            });
        }
    }

    private static void call(int port) {
        ExecutorService callers = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 4; i++) {
            callers.execute(() -> {
                while (true) {
                    ask(port);
                }
            });
        }
    }

    private static void ask(int port) {
        try (InputStream in =
                URI.create("https://127.0.0.1:" + port + "/").toURL().openStream()) {
            in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
