package dev.headroom.report.browser;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A headless browser with a new, empty profile. Closing it ends its process. */
public final class Chromium implements AutoCloseable {

    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final int port;

    private Chromium(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** What {@code CHROMIUM} names, else the first known name on the path. */
    public static Optional<Path> find() {
        Optional<Path> named = Optional.ofNullable(System.getenv("CHROMIUM")).map(Path::of);
        Stream<Path> onPath = Optional.ofNullable(System.getenv("PATH")).stream()
                .flatMap(path -> Arrays.stream(path.split(File.pathSeparator, -1)))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)));
        return Stream.concat(named.stream(), onPath).filter(Files::isExecutable).findFirst();
    }

    public static Chromium start(Path executable, Path profile) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        executable.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("output.txt").toFile())
                .start();
        Path announced = profile.resolve("DevToolsActivePort");
        Instant deadline = Instant.now().plus(TIMEOUT);
        while (!Files.exists(announced) || Files.readAllLines(announced).isEmpty()) {
            if (!process.isAlive() || Instant.now().isAfter(deadline)) {
                process.destroyForcibly();
                throw new IOException(executable + " did not open its debugging port: "
                        + Files.readString(profile.resolve("output.txt")));
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        return new Chromium(
                process, Integer.parseInt(Files.readAllLines(announced).getFirst()));
    }

    public Tab open() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new?about:blank"))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        String answer = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        JsonNode target = JsonMapper.shared().readTree(answer);
        return Tab.connect(http, URI.create(target.get("webSocketDebuggerUrl").asString()));
    }

    @Override
    public void close() {
        http.shutdownNow();
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
