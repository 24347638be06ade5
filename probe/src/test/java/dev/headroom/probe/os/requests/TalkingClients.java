package dev.headroom.probe.os.requests;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.observation.Observation.Window;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Clients of one port that know what they sent, begun one after the other within a second. Each sends a request, reads the answer, thinks, and sends the next. */
public final class TalkingClients implements AutoCloseable {

    /** What a client does on each connection. */
    public record Manner(List<String> parts, Duration think, boolean keeps, int ahead) {

        static Manner of(Duration think) {
            return new Manner(List.of("GET / HTTP/1.1\r\nHost: here\r\n\r\n"), think, true, 1);
        }

        Manner sending(String... all) {
            return new Manner(List.of(all), think, keeps, ahead);
        }

        Manner closing() {
            return new Manner(
                    List.of("GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"), think, false, ahead);
        }

        Manner ahead(int requests) {
            return new Manner(parts, think, keeps, requests);
        }
    }

    private record Done(Instant sent, Instant answered) {}

    private final int port;
    private final Manner manner;
    private final Queue<Done> done = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    public TalkingClients(int port, int number, Manner manner) {
        this.port = port;
        this.manner = manner;
        for (int i = 0; i < number; i++) {
            long later = 1000L * i / number;
            threads.add(Thread.ofPlatform().daemon().start(() -> run(later)));
        }
    }

    private void run(long laterMillis) {
        try {
            Thread.sleep(laterMillis);
            while (!stopped) {
                connected();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void connected() throws IOException, InterruptedException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            do {
                Instant sent = Instant.now();
                for (String part : manner.parts()) {
                    socket.getOutputStream().write(part.repeat(manner.ahead()).getBytes(StandardCharsets.US_ASCII));
                }
                for (int i = 0; i < manner.ahead(); i++) {
                    readAnswer(in);
                    done.add(new Done(sent, Instant.now()));
                }
                Thread.sleep(manner.think());
            } while (manner.keeps() && !stopped);
        }
    }

    private static void readAnswer(InputStream in) throws IOException {
        long length = 0;
        boolean chunked = false;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            String lower = line.toLowerCase(java.util.Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(lower.substring(15).trim());
            }
            chunked |= lower.equals("transfer-encoding: chunked");
        }
        if (!chunked) {
            in.skipNBytes(length);
            return;
        }
        do {
            length = Long.parseLong(line(in), 16);
            in.skipNBytes(length + 2);
        } while (length > 0);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the service closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    /** Answers per second in a window. */
    public double perSecond(Window window) {
        return done.stream()
                        .filter(one -> !one.answered().isBefore(window.start())
                                && one.answered().isBefore(window.end()))
                        .count()
                / Times.seconds(window.length());
    }

    /** Mean number of requests in flight in a window, of those answered by now. */
    public double inFlight(Window window) {
        return done.stream()
                        .mapToDouble(one -> Math.max(
                                0,
                                Times.seconds(Duration.between(
                                        latest(one.sent(), window.start()), earliest(one.answered(), window.end())))))
                        .sum()
                / Times.seconds(window.length());
    }

    private static Instant latest(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earliest(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.interrupt(); // from its thinking
            thread.join();
        }
    }
}
