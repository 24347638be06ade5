package dev.headroom.load.tools;

import dev.headroom.load.k6.K6Csv;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A load tool for tests, in a JVM of its own: users who send the paths of {@code paths.txt} one after the other, and a file in the format of a real tool. */
public final class FakeTool {

    private FakeTool() {}

    /** What a tool writes of a request. */
    public interface Log extends AutoCloseable {
        void write(String label, long start, long end, int status) throws IOException;

        @Override
        void close() throws IOException;
    }

    /** With the options of JMeter, {@code command URL USERS SECONDS}, or {@code k6} and its options. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("command")) {
            run(arguments[1], Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]), new Nothing());
            return;
        }
        if (arguments[0].equals("k6")) {
            k6(List.of(arguments));
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

    /** Of the script that comes by standard input it reads how many users there are, and for how long. */
    private static void k6(List<String> words) throws Exception {
        if (words.get(1).equals("version")) {
            System.out.println("k6 v2.2.0 (fake, go1.25, linux/amd64)");
            return;
        }
        String script = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        Matcher users = Pattern.compile("vus: (\\d+),").matcher(script);
        Matcher seconds = Pattern.compile("duration: '([\\d.]+)s'").matcher(script);
        if (!words.getLast().equals("-") || !users.find() || !seconds.find() || !script.contains("from './shop.js'")) {
            System.exit(104);
        }
        String csv = words.get(words.indexOf("--out") + 1).substring("csv=".length());
        run(
                words.get(words.indexOf("--env") + 1).substring("BASE_URL=".length()),
                Integer.parseInt(users.group(1)),
                (int) Math.ceil(Double.parseDouble(seconds.group(1))),
                new K6Log(Path.of(csv)));
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

    /** As k6 writes, at once. */
    private static final class K6Log implements Log {
        private final OutputStream out;

        K6Log(Path file) throws IOException {
            out = Files.newOutputStream(file);
            out.write(K6Csv.HEADER.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void write(String label, long start, long end, int status) throws IOException {
            String outcome = status == 0
                    ? "dial: connection refused,1212,false"
                    : status == 200 ? ",,true" : ",1" + status + ",false";
            out.write(K6Csv.request(1000 * end, end - start, 0, label, status, outcome, "")
                    .getBytes(StandardCharsets.UTF_8));
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
