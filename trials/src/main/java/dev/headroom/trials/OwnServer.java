package dev.headroom.trials;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A server written by hand on a {@link ServerSocket}: one answer to a connection. */
final class OwnServer {

    private OwnServer() {}

    /** One thread accepts, reads, works and answers; in the twin each connection has a thread of its own. */
    static void loop(Settings settings, Work work) throws IOException {
        ServerSocket server = new ServerSocket(settings.port(), 1024);
        new Thread(
                        () -> accept(server, socket -> {
                            if (settings.twin()) {
                                new Thread(() -> answer(socket, work)).start();
                            } else {
                                answer(socket, work);
                            }
                        }),
                        "server")
                .start();
    }

    /** One thread accepts, and plain threads take connections from a queue. */
    static void queue(Settings settings, Work work) throws IOException {
        BlockingQueue<Socket> arrivals = new LinkedBlockingQueue<>();
        for (int i = 0; i < settings.limit(6); i++) {
            new Thread(() -> serve(arrivals, work), "waiter-" + i).start();
        }
        ServerSocket server = new ServerSocket(settings.port(), 1024);
        new Thread(() -> accept(server, arrivals::add), "door").start();
    }

    @FunctionalInterface
    private interface Arrival {
        void of(Socket socket);
    }

    private static void accept(ServerSocket server, Arrival arrival) {
        while (true) {
            try {
                arrival.of(server.accept());
            } catch (IOException e) {
                e.printStackTrace();
                return;
            }
        }
    }

    private static void serve(BlockingQueue<Socket> arrivals, Work work) {
        try {
            while (true) {
                answer(arrivals.take(), work);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(Socket socket, Work work) {
        try (socket) {
            socket.setTcpNoDelay(true);
            String path = pathOf(new BufferedInputStream(socket.getInputStream()));
            if (path.isEmpty()) {
                return;
            }
            int status = Front.statusOf(path, work);
            OutputStream out = socket.getOutputStream();
            out.write(("HTTP/1.1 " + status + " Done\r\nContent-Length: 4\r\nConnection: close\r\n\r\ndone")
                    .getBytes(StandardCharsets.US_ASCII));
            out.flush();
        } catch (IOException e) {
            // the client went away: the next one comes
        }
    }

    /** Reads a request without a body. */
    private static String pathOf(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.append((char) next);
        }
        return head.toString().split(" ")[1];
    }
}
