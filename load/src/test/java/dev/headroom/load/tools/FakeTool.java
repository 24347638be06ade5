package dev.headroom.load.tools;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A load tool for tests, in a JVM of its own: users who send the paths of {@code paths.txt} one after the other, and a file in the format of a real tool. */
public final class FakeTool {

    private FakeTool() {}

    /** What a tool writes of a request. */
    public interface Log extends AutoCloseable {
        void write(String label, long start, long end, int status) throws IOException;

        @Override
        void close() throws IOException;
    }

    /** With the options of JMeter, or {@code command URL USERS SECONDS}. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("command")) {
            run(arguments[1], Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]), new Nothing());
            return;
        }
        Map<String, String> options = new HashMap<>();
        String results = "";
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("-l")) {
                results = arguments[i + 1];
            }
            if (arguments[i].startsWith("-J")) {
                String[] option = arguments[i].substring(2).split("=", 2);
                options.put(option[0], option[1]);
            }
        }
        run(
                options.get("BASE_URL"),
                Integer.parseInt(options.get("users")),
                Integer.parseInt(options.get("seconds")),
                new Jtl(Path.of(results)));
    }

    /** Returns when all users are through. */
    public static void run(String base, int users, int seconds, Log log) throws Exception {
        List<String> paths = Files.readAllLines(Path.of("paths.txt"));
        long end = System.nanoTime() + 1_000_000_000L * seconds;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < users; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                for (int turn = 0; System.nanoTime() < end; turn++) {
                    send(base, paths.get(turn % paths.size()), log);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        log.close();
    }

    private static void send(String base, String path, Log log) {
        long start = System.currentTimeMillis();
        int status;
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(base + path).toURL().openConnection();
            status = connection.getResponseCode();
            (status < 400 ? connection.getInputStream() : connection.getErrorStream()).readAllBytes();
        } catch (IOException e) {
            status = 0;
        }
        try {
            synchronized (log) {
                log.write(path, start, System.currentTimeMillis(), status);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Nothing implements Log {
        @Override
        public void write(String label, long start, long end, int status) {}

        @Override
        public void close() {}
    }

    /** As JMeter writes with autoflush. */
    private static final class Jtl implements Log {
        private final OutputStream out;

        Jtl(Path file) throws IOException {
            out = Files.newOutputStream(file);
            write("timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage\n");
        }

        private void write(String line) throws IOException {
            out.write(line.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void write(String label, long start, long end, int status) throws IOException {
            String code = status == 0 ? "Non HTTP response code: java.net.ConnectException" : Integer.toString(status);
            write(start + "," + (end - start) + "," + label + "," + code + ",as it was," + (status == 200) + ",\n");
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    /** As Gatling 3.14 writes, 8 KiB at a time. */
    public static final class GatlingLog implements Log {
        private final OutputStream file;
        private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
        private final DataOutputStream out = new DataOutputStream(buffer);
        private final Map<String, Integer> strings = new HashMap<>();
        private final long zero = System.currentTimeMillis();

        public GatlingLog(Path log) throws IOException {
            file = Files.newOutputStream(log);
            out.writeByte(0);
            string("3.14.3");
            string("Paths");
            out.writeLong(zero);
            string("headroom");
            out.writeInt(1);
            string("paths");
            out.writeInt(0);
        }

        private void string(String text) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            out.writeInt(bytes.length);
            if (bytes.length > 0) {
                out.write(bytes);
                out.writeByte(0);
            }
        }

        private void cached(String text) throws IOException {
            Integer known = strings.putIfAbsent(text, strings.size() + 1);
            out.writeInt(known == null ? strings.size() : -known);
            if (known == null) {
                string(text);
            }
        }

        @Override
        public void write(String label, long start, long end, int status) throws IOException {
            out.writeByte(1);
            out.writeInt(0);
            cached(label);
            out.writeInt((int) (start - zero));
            out.writeInt((int) (end - zero));
            out.writeBoolean(status == 200);
            cached(
                    status == 200
                            ? ""
                            : status == 0
                                    ? "j.n.ConnectException: Connection refused"
                                    : "status.find.in([200, 209], 304), found " + status);
            if (buffer.size() > 8192) {
                flush();
            }
        }

        private void flush() throws IOException {
            buffer.writeTo(file);
            buffer.reset();
        }

        @Override
        public void close() throws IOException {
            flush();
            file.close();
        }
    }
}
