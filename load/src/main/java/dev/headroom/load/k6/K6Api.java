package dev.headroom.load.k6;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The REST API of a k6 that was started with {@code --address} and {@code --paused} ({@code api/v1} of 2.2.0). */
final class K6Api implements AutoCloseable {

    /** {@code ExecutionStatusPausedBeforeRun}: its users are there, and it waits. */
    private static final int PAUSED_BEFORE_RUN = 4;

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String GO_ON =
            "{\"data\":{\"type\":\"status\",\"id\":\"default\",\"attributes\":{\"paused\":false}}}";

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final HttpRequest.Builder status;

    /** @param address host and port */
    K6Api(String address) {
        this.status = HttpRequest.newBuilder(URI.create("http://" + address + "/v1/status"))
                .timeout(PATIENCE);
    }

    /** Whether it waits to be told to begin; false while it does not listen yet. */
    boolean waits() throws InterruptedException {
        try {
            String body = client.send(status.copy().GET().build(), BodyHandlers.ofString())
                    .body();
            return JsonMapper.shared()
                            .readTree(body)
                            .path("data")
                            .path("attributes")
                            .path("status")
                            .asInt(-1)
                    == PAUSED_BEFORE_RUN;
        } catch (IOException | JacksonException e) {
            return false; // not yet
        }
    }

    /** Has it begin; returns when it has heard. */
    void begin() throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                status.copy().method("PATCH", BodyPublishers.ofString(GO_ON)).build(), BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(
                    "k6 at " + status.build().uri() + " does not begin: " + answer.statusCode() + " " + answer.body());
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
