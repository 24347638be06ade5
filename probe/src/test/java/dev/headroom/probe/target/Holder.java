package dev.headroom.probe.target;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program that is watched in tests. Its tasks hold their workers for a time that is known, so what the probe measures
 * can be held against it. Arguments: who waits ({@code executor}, {@code common}, {@code virtual},
 * {@code virtual-workers}), how ({@code socket},
 * {@code sleep}), how long in ms, how many callers. It runs from its
 * source file, so that any JVM from 17 on can.
 */
public final class Holder {

    private static int port;

    private Holder() {}

    public static void main(String[] arguments) throws Exception {
        long millis = Long.parseLong(arguments[2]);
        int callers = Integer.parseInt(arguments[3]);
        boolean sleep = arguments[1].equals("sleep");
        port = answerAfter(millis);
        Executor workers = switch (arguments[0]) {
            case "executor" -> Executors.newFixedThreadPool(4);
            case "virtual-workers" -> Executors.newFixedThreadPool(4, virtualThreads());
            case "virtual" ->
                (Executor) Executors.class
                        .getMethod("newVirtualThreadPerTaskExecutor") // not in Java 17
                        .invoke(null);
            default -> ForkJoinPool.commonPool();
        };
        AtomicInteger number = new AtomicInteger();
        ExecutorService entry =
                Executors.newFixedThreadPool(callers, task -> new Thread(task, "entry-" + number.incrementAndGet()));
        for (int i = 0; i < callers; i++) {
            entry.execute(() -> askForever(workers, sleep, millis));
        }
        System.out.println("port " + port);
    }

    /** By reflection: Java 17 has none. */
    private static ThreadFactory virtualThreads() throws ReflectiveOperationException {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }

    private static void askForever(Executor workers, boolean sleep, long millis) {
        while (true) {
            Runnable task = () -> hold(sleep, millis);
            CompletableFuture.runAsync(task, workers).join();
        }
    }

    private static void hold(boolean sleep, long millis) {
        try {
            if (sleep) {
                Thread.sleep(millis);
            } else {
                try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
                    InputStream in = socket.getInputStream();
                    socket.getOutputStream().write(1);
                    in.read();
                }
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A server that answers each connection's byte after the delay. Its threads sleep, they belong to no pool. */
    private static int answerAfter(long millis) throws IOException {
        ServerSocket server = new ServerSocket(0, 1_000, InetAddress.getByName("127.0.0.1"));
        Thread acceptor = new Thread(() -> {
            while (true) {
                try {
                    Socket socket = server.accept();
                    Thread answerer = new Thread(() -> answer(socket, millis), "answerer");
                    answerer.setDaemon(true);
                    answerer.start();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        acceptor.setDaemon(true);
        acceptor.start();
        return server.getLocalPort();
    }

    private static void answer(Socket socket, long millis) {
        try (socket;
                OutputStream out = socket.getOutputStream()) {
            socket.getInputStream().read();
            Thread.sleep(millis);
            out.write(1);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
