package dev.headroom.fanout.spring.web;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.FanOut;
import dev.headroom.fanout.FanOutException;
import dev.headroom.fanout.spring.App;
import dev.headroom.fanout.spring.FakeService;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.RestClient;
import org.springframework.web.server.ResponseStatusException;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProblemsIT {
    private static FakeService fake;
    private static ConfigurableApplicationContext app;

    @BeforeAll
    static void start() throws Exception {
        fake = new FakeService();
        app = App.web(Service.class, "downstream.url=" + fake.url());
    }

    @AfterAll
    static void stop() {
        app.close();
        fake.close();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "rejected, 503, Too many calls to another service",
                "late, 504, no answer of another service in time",
                "read-timeout, 504, no answer of another service in time",
                "refused, 502, The call to another service failed",
                "broken, 502, The call to another service failed",
                "own-status, 404, no such user",
                "nested, 504, no answer of another service in time"
            })
    void eachFailureHasItsStatus(String kind, int status, String detail) throws Exception {
        HttpResponse<String> answer = get(app, "/" + kind);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body()).contains(detail).contains("\"status\":" + status);
        if (status != 404) {
            assertThat(answer.body()).doesNotContain("users").doesNotContain("offers");
        }
    }

    @Test
    void theDownstreamIsNamedWhereTheApplicationSaysSo() throws Exception {
        try (var open =
                App.web(Service.class, "downstream.url=" + fake.url(), "fanout.problem-details.downstreams=true")) {
            assertThat(get(open, "/rejected").body()).contains("Too many calls to 'users'");
            assertThat(get(open, "/late").body()).contains("no answer of 'users' in time");
            assertThat(get(open, "/refused").body()).contains("The call to 'users' failed");
        }
    }

    @Test
    void whoIsRejectedIsToldWhenToComeBack() throws Exception {
        assertThat(get(app, "/rejected").headers().firstValue("Retry-After")).contains("1");
    }

    @Test
    void aFaultOfTheApplicationStaysOne() throws Exception {
        HttpResponse<String> answer = get(app, "/bug");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    }

    @Test
    void theyCanBeSwitchedOff() throws Exception {
        try (var plain =
                App.web(Service.class, "downstream.url=" + fake.url(), "fanout.problem-details.enabled=false")) {
            assertThat(get(plain, "/rejected").statusCode()).isEqualTo(500);
        }
    }

    @Test
    void aHandlerOfTheApplicationComesFirst() throws Exception {
        try (var own = App.web(WithAHandler.class, "downstream.url=" + fake.url())) {
            assertThat(get(own, "/rejected").statusCode()).isEqualTo(418);
            assertThat(get(own, "/bug").statusCode()).isEqualTo(422);
            assertThat(get(own, "/late").statusCode()).isEqualTo(504);
        }
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext context, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(App.url(context) + path)).build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Handlers.class)
    static class Service {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Handlers.class, OwnHandler.class})
    static class WithAHandler {}

    @RestControllerAdvice
    static class OwnHandler {
        @ExceptionHandler
        ResponseEntity<String> rejected(FanOutException.Rejected thrown) {
            return ResponseEntity.status(HttpStatus.I_AM_A_TEAPOT).body("mine");
        }

        @ExceptionHandler
        ResponseEntity<String> bug(IllegalStateException cause) {
            return ResponseEntity.unprocessableContent().body("mine");
        }
    }

    @RestController
    static class Handlers {
        private final Downstream users = Downstream.of("users", 10);
        private final String url;

        Handlers(@org.springframework.beans.factory.annotation.Value("${downstream.url}") String url) {
            this.url = url;
        }

        @GetMapping("/{kind}")
        String call(@PathVariable("kind") String kind) throws Exception {
            FanOut fanOut = FanOut.within(Duration.ofSeconds(40));
            return switch (kind) {
                case "rejected" -> {
                    Downstream full =
                            Downstream.named("users").limit(1).queue(0).build();
                    try (var permit = full.enter()) {
                        yield fanOut.call(part(full, () -> "never"));
                    }
                }
                case "late" ->
                    FanOut.within(Duration.ofMillis(30)).call(part(users, () -> {
                        Thread.sleep(Duration.ofHours(1));
                        return "never";
                    }));
                case "read-timeout" -> fanOut.call(part(users, () -> get("/never", Duration.ofMillis(100))));
                case "broken" -> fanOut.call(part(users, () -> get("/broken", Duration.ofSeconds(20))));
                case "refused" ->
                    fanOut.call(part(
                            users,
                            () -> RestClient.create()
                                    .get()
                                    .uri("http://127.0.0.1:1/")
                                    .retrieve()
                                    .body(String.class)));
                case "own-status" ->
                    fanOut.call(part(users, () -> {
                        throw new ResponseStatusException(HttpStatus.NOT_FOUND, "no such user");
                    }));
                case "nested" -> fanOut.call(part(Downstream.of("offers", 1), () -> call("late")));
                case "bug" ->
                    fanOut.call(part(users, () -> {
                        throw new IllegalStateException("a bug");
                    }));
                default -> throw new IllegalArgumentException(kind);
            };
        }

        private String get(String path, Duration readTimeout) {
            var factory = new org.springframework.http.client.JdkClientHttpRequestFactory();
            factory.setReadTimeout(readTimeout);
            RestClient client =
                    RestClient.builder().baseUrl(url).requestFactory(factory).build();
            return String.valueOf(client.get().uri(path).retrieve().body(String.class));
        }
    }
}
