package dev.headroom.load.k6;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Stands in for k6, whose licence keeps it out of this build: the same command line, REST API, exit codes and CSV, and real requests, as far as the
 * shards of a written script need them. Of a script it reads the options of its last scenario and its first path, and executes no JavaScript.
 *
 * <p>{@code FAKE_SLOW}, {@code FAKE_LATE} and {@code FAKE_KILL} in the environment, as {@code SHARD:MILLISECONDS}, make one shard wait within each request, begin
 * late, or die in the middle of a line.
 */
public final class FakeK6 {

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final String script;
    private final URI target;
    private final int index;
    private final int count;
    private final OutputStream csv;
    private final HttpClient client = HttpClient.newHttpClient();

    private FakeK6(String script, URI target, int index, int count, OutputStream csv) {
        this.script = script;
        this.target = target;
        this.index = index;
        this.count = count;
        this.csv = csv;
    }

    public static void main(String[] arguments) throws Exception {
        List<String> words = List.of(arguments);
        if (words.getFirst().equals("version")) {
            System.out.println("k6 v2.2.0 (fake, go1.25, linux/amd64)");
            return;
        }
        if (words.getFirst().equals("inspect")) {
            Matcher thresholds =
                    Pattern.compile("thresholds: (\\{.*})").matcher(Files.readString(Path.of(words.getLast())));
            System.out.println("{\"thresholds\": " + (thresholds.find() ? thresholds.group(1) : "null") + "}");
            return;
        }
        if (!words.getFirst().equals("run") || !"unix_micro".equals(System.getenv("K6_CSV_TIME_FORMAT"))) {
            System.exit(104);
        }
        String segment = option(words, "--execution-segment=").orElse("0:1");
        Matcher part = Pattern.compile("(?:(\\d+)/\\d+|0):(?:\\d+/(\\d+)|1)").matcher(segment);
        if (!part.matches()) {
            System.exit(104);
        }
        int before = part.group(1) == null ? 0 : Integer.parseInt(part.group(1));
        int count = (int) option(words, "--execution-segment-sequence=")
                .orElse("0,1")
                .chars()
                .filter(c -> c == ',')
                .count();
        Path file = Path.of(words.get(words.indexOf("--out") + 1).substring("csv=".length()));
        URI target = URI.create(words.get(words.indexOf("--env") + 1).substring("BASE_URL=".length()));
        try (OutputStream csv = Files.newOutputStream(file)) {
            FakeK6 fake = new FakeK6(Files.readString(Path.of(words.getLast())), target, before + 1, count, csv);
            fake.write(K6Csv.HEADER);
            CountDownLatch begun = new CountDownLatch(words.contains("--paused") ? 1 : 0);
            Optional<HttpServer> api = option(words, "--address=")
                    .filter(address -> !address.isEmpty())
                    .map(address -> fake.api(address, begun));
            begun.await();
            fake.run();
            api.ifPresent(server -> server.stop(0));
        }
        System.exit(0);
    }

    private static Optional<String> option(List<String> words, String name) {
        return words.stream()
                .filter(word -> word.startsWith(name))
                .map(word -> word.substring(name.length()))
                .findFirst();
    }

    private HttpServer api(String address, CountDownLatch begun) {
        try {
            String[] parts = address.split(":");
            HttpServer server = HttpServer.create(new InetSocketAddress(parts[0], Integer.parseInt(parts[1])), 10);
            server.createContext("/v1/status", exchange -> {
                try (exchange) {
                    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                    boolean go = exchange.getRequestMethod().equals("PATCH") && body.contains("\"paused\":false");
                    byte[] answer =
                            "{\"data\":{\"type\":\"status\",\"id\":\"default\",\"attributes\":{\"status\":%d,\"paused\":%b}}}"
                                    .formatted(go ? 7 : 4, !go)
                                    .getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, answer.length);
                    exchange.getResponseBody().write(answer);
                    if (go) {
                        begun.countDown();
                    }
                }
            });
            server.start();
            return server;
        } catch (IOException e) {
            System.exit(106);
            throw new IllegalStateException(e);
        }
    }

    private void run() throws InterruptedException, IOException {
        TimeUnit.MILLISECONDS.sleep(mine("FAKE_LATE"));
        long kill = mine("FAKE_KILL");
        if (kill > 0) {
            Thread.ofPlatform().daemon().start(() -> die(kill));
        }
        String executor = text("executor");
        try (ExecutorService users = Executors.newVirtualThreadPerTaskExecutor()) {
            switch (executor) {
                case "constant-arrival-rate" -> arrivals(users);
                case "per-vu-iterations" -> {
                    for (long user = 0; user < share(index, count, number("vus")); user++) {
                        users.submit(() -> loop(number("iterations")));
                    }
                }
                case "shared-iterations" -> {
                    long vus = share(index, count, number("vus"));
                    long all = share(index, count, number("iterations"));
                    for (long user = 0; user < vus; user++) {
                        long own = all / vus + (user < all % vus ? 1 : 0);
                        users.submit(() -> loop(own));
                    }
                }
                default -> System.exit(104);
            }
        }
    }

    /** As k6 has it: the n-th iteration of all is due after n periods, and each part has every n-th. */
    private void arrivals(ExecutorService users) throws InterruptedException {
        long period = number("timeUnit") * NANOS_PER_SECOND / number("rate");
        long begin = System.nanoTime();
        for (long i = index - 1L; i * period < number("duration") * NANOS_PER_SECOND; i += count) {
            TimeUnit.NANOSECONDS.sleep(begin + i * period - System.nanoTime());
            users.submit(this::iteration);
        }
    }

    private void loop(long iterations) {
        for (long i = 0; i < iterations; i++) {
            iteration();
        }
    }

    private void iteration() {
        long begin = System.nanoTime();
        int status = 0;
        try {
            TimeUnit.MILLISECONDS.sleep(mine("FAKE_SLOW"));
            status = client.send(HttpRequest.newBuilder(target.resolve(path())).build(), BodyHandlers.ofString())
                    .statusCode();
        } catch (IOException | InterruptedException e) {
            // told by the status
        }
        long end = micros();
        double millis = (System.nanoTime() - begin) / 1e6;
        String outcome = status == 0
                ? "dial: connection refused,1212,false"
                : status < 400 ? ",,true" : "," + (1000 + status) + ",false";
        write(K6Csv.request(end, status == 0 ? 0 : millis, 0, "GET " + path(), status, outcome, "instance_id=" + index)
                + K6Csv.plain("iterations", end, 1));
    }

    private void die(long after) {
        try {
            TimeUnit.MILLISECONDS.sleep(after);
        } catch (InterruptedException e) {
            return;
        }
        write("http_reqs,17640");
        Runtime.getRuntime().halt(137);
    }

    private synchronized void write(String rows) {
        try {
            csv.write(rows.getBytes(StandardCharsets.UTF_8));
            csv.flush();
        } catch (IOException e) {
            System.exit(1);
        }
    }

    private static long micros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }

    /** Milliseconds that the variable has for this shard, else 0. */
    private long mine(String variable) {
        String value = System.getenv().getOrDefault(variable, "0:0");
        return value.startsWith(index + ":") ? Long.parseLong(value.substring(value.indexOf(':') + 1)) : 0;
    }

    private String path() {
        return last("\\$\\{BASE}([^`]*)`");
    }

    private String text(String key) {
        return last("\\b" + key + ": '([^']*)'");
    }

    private long number(String key) {
        return Long.parseLong(last("\\b" + key + ": '?(\\d+)s?'?,"));
    }

    private String last(String pattern) {
        return Pattern.compile(pattern)
                .matcher(script)
                .results()
                .map(found -> found.group(1))
                .reduce((first, second) -> second)
                .orElseThrow(() -> new IllegalStateException("the script has no " + pattern));
    }

    /**
     * A program to be run in its place.
     *
     * @param control such as {@code FAKE_KILL=2:500}; empty for none
     */
    static Path program(Path folder, String control) throws IOException {
        Path program = folder.resolve("k6");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String words = Stream.of(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FakeK6.class.getName())
                .map(word -> "'" + word + "'")
                .reduce("exec", (line, word) -> line + " " + word);
        Files.createFile(program, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(
                program, "#!/bin/sh\n" + (control.isEmpty() ? "" : "export " + control + "\n") + words + " \"$@\"\n");
        return program;
    }

    /** How many of {@code all} are the part's: k6 deals them out in turn. */
    static long share(int index, int count, long all) {
        return all / count + (index <= all % count ? 1 : 0);
    }
}
