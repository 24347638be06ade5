package dev.headroom.report.browser;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One page of the browser: what it shows, what it complains of, and what it asks the network for. */
public final class Tab implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 60;

    private final WebSocket socket;
    private final Inbox inbox;
    private final AtomicInteger ids = new AtomicInteger();

    private Tab(WebSocket socket, Inbox inbox) {
        this.socket = socket;
        this.inbox = inbox;
    }

    static Tab connect(HttpClient http, URI uri) {
        Inbox inbox = new Inbox();
        Tab tab = new Tab(http.newWebSocketBuilder().buildAsync(uri, inbox).join(), inbox);
        List.of("Page.enable", "Runtime.enable", "Log.enable", "Network.enable")
                .forEach(method -> tab.send(method, Map.of()));
        return tab;
    }

    /** Loads {@code uri} and waits until the page has loaded and drawn a frame. */
    public void show(URI uri) {
        CompletableFuture<JsonNode> loaded = inbox.next("Page.loadEventFired");
        send("Page.navigate", Map.of("url", uri.toString()));
        await(loaded, "the page to load");
        settle();
    }

    /** Two frames: what scripts changed has been laid out and drawn. */
    public void settle() {
        evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))");
    }

    /** The value of an expression; promises are awaited. */
    public JsonNode evaluate(String expression) {
        JsonNode answer =
                send("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(expression + " threw " + answer.get("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    public void size(int width, int height, boolean phone) {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", phone ? 2 : 1, "mobile", phone));
        settle();
    }

    /** @param scheme {@code light} or {@code dark} */
    public void scheme(String scheme) {
        media("", scheme);
    }

    /** @param type {@code print}, {@code screen}, or empty for the usual one */
    public void media(String type, String scheme) {
        send(
                "Emulation.setEmulatedMedia",
                Map.of("media", type, "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        settle();
    }

    /** What the window shows now, as PNG. */
    public void screenshot(Path file) throws IOException {
        JsonNode answer = send("Page.captureScreenshot", Map.of("format", "png"));
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, Base64.getDecoder().decode(answer.get("data").asString()));
    }

    /** Uncaught exceptions, console errors and entries of the browser's log. */
    public List<String> complaints() {
        return inbox.events.stream()
                .filter(event -> switch (event.get("method").asString()) {
                    case "Runtime.exceptionThrown" -> true;
                    case "Runtime.consoleAPICalled" ->
                        List.of("error", "warning")
                                .contains(event.at("/params/type").asString());
                    case "Log.entryAdded" ->
                        !event.at("/params/entry/level").asString().equals("verbose");
                    default -> false;
                })
                .map(JsonNode::toString)
                .toList();
    }

    /** Every address that the page asked for. */
    public List<String> requests() {
        return inbox.events.stream()
                .filter(event -> event.get("method").asString().equals("Network.requestWillBeSent"))
                .map(event -> event.at("/params/request/url").asString())
                .toList();
    }

    @Override
    public void close() {
        socket.abort();
    }

    public JsonNode send(String method, Map<String, ?> params) {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = inbox.answerTo(id);
        socket.sendText(
                        JsonMapper.shared().writeValueAsString(Map.of("id", id, "method", method, "params", params)),
                        true)
                .join();
        JsonNode message = await(answer, method);
        if (message.has("error")) {
            throw new AssertionError(method + " was refused: " + message.get("error"));
        }
        return message.path("result");
    }

    private static JsonNode await(CompletableFuture<JsonNode> future, String what) {
        return future.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .exceptionally(e -> {
                    throw new AssertionError("waited in vain for " + what, e);
                })
                .join();
    }

    /** Puts fragments together and hands each message to whoever waits for it. */
    private static final class Inbox implements WebSocket.Listener {
        private final StringBuilder partial = new StringBuilder();
        private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
        private final Map<String, CompletableFuture<JsonNode>> awaited = new ConcurrentHashMap<>();
        private final List<JsonNode> events = new CopyOnWriteArrayList<>();

        CompletableFuture<JsonNode> answerTo(int id) {
            return answers.computeIfAbsent(id, key -> new CompletableFuture<>());
        }

        CompletableFuture<JsonNode> next(String event) {
            CompletableFuture<JsonNode> future = new CompletableFuture<>();
            awaited.put(event, future);
            return future;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            partial.append(data);
            if (last) {
                JsonNode message = JsonMapper.shared().readTree(partial.toString());
                partial.setLength(0);
                receive(message);
            }
            webSocket.request(1);
            return null;
        }

        private void receive(JsonNode message) {
            if (message.has("id")) {
                answerTo(message.get("id").asInt()).complete(message);
                return;
            }
            events.add(message);
            CompletableFuture<JsonNode> waiting =
                    awaited.remove(message.path("method").asString());
            if (waiting != null) {
                waiting.complete(message);
            }
        }
    }
}
