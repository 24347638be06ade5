package dev.headroom.fanout.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.fanout.Deadline;
import dev.headroom.fanout.spring.App;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WebTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static ConfigurableApplicationContext app;
    private static Admission admission;

    @BeforeAll
    static void start() {
        app = App.web(
                Service.class,
                "fanout.request.limit=2",
                "fanout.request.timeout=9s",
                "fanout.request.retry-after=2500ms",
                "fanout.request.exclude-paths=/free/**",
                "fanout.report.enabled=false");
        admission = app.getBean(Admission.class);
    }

    @AfterAll
    static void stop() {
        app.close();
        CLIENT.close();
    }

    @BeforeEach
    void empty() throws InterruptedException {
        // The last answer may be here before its place is free
        App.until(() -> admission.inFlight() == 0);
        Service.GATE.drainPermits();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/blocking", "/callable", "/deferred", "/future"})
    void theRequestAfterTheLastPlaceIsTurnedAway(String path) throws Exception {
        long before = admission.turnedAway();
        var first = send(path);
        var second = send(path);
        App.until(() -> admission.inFlight() == 2);

        HttpResponse<String> third = send("/quick").join();
        assertThat(third.statusCode()).isEqualTo(503);
        assertThat(third.headers().firstValue("Retry-After")).contains("3");
        assertThat(third.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(third.body()).contains("\"status\":503").contains("Too many requests");
        assertThat(admission.turnedAway()).isEqualTo(before + 1);
        MeterRegistry meters = app.getBean(MeterRegistry.class);
        assertThat(meters.get("fanout.requests.limit").gauge().value()).isEqualTo(2);
        assertThat(meters.get("fanout.requests.in.flight").gauge().value()).isEqualTo(2);
        assertThat(meters.get("fanout.requests.rejected").functionCounter().count())
                .isEqualTo(before + 1.0);

        Service.GATE.release(2);
        assertThat(first.join().body()).isEqualTo("done");
        assertThat(second.join().body()).isEqualTo("done");
        App.until(() -> admission.inFlight() == 0);
        assertThat(send("/quick").join().statusCode()).isEqualTo(200);
    }

    @Test
    void aRequestThatFailsLeavesItsPlace() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(send("/fails").join().statusCode()).isEqualTo(500);
            assertThat(send("/fails-later").join().statusCode()).isEqualTo(500);
        }
        App.until(() -> admission.inFlight() == 0);
    }

    @Test
    void anAsyncRequestThatTimesOutLeavesItsPlace() throws Exception {
        assertThat(send("/times-out").join().statusCode()).isEqualTo(503);
        App.until(() -> admission.inFlight() == 0);
    }

    @Test
    void theActuatorAndWhatIsExcludedAreNotBounded() throws Exception {
        send("/blocking");
        send("/blocking");
        App.until(() -> admission.inFlight() == 2);
        assertThat(send("/actuator/health").join().statusCode()).isEqualTo(200);
        assertThat(send("/free/quick").join().statusCode()).isEqualTo(200);
        assertThat(send("/actuator/../quick").join().statusCode()).isIn(400, 503);
        Service.GATE.release(2);
    }

    @Test
    void aHandlerHasTheRequestsDeadline() {
        assertThat(Long.parseLong(send("/left").join().body())).isBetween(1L, 9000L);
    }

    @Test
    void theCallerMayShortenIt() {
        assertThat(Long.parseLong(
                        send("/left", "X-Request-Timeout-Ms", "2000").join().body()))
                .isBetween(1L, 2000L);
        assertThat(Long.parseLong(
                        send("/left", "X-Request-Timeout-Ms", "20000").join().body()))
                .isBetween(2001L, 9000L);
        assertThat(Long.parseLong(
                        send("/left", "X-Request-Timeout-Ms", "soon").join().body()))
                .isBetween(2001L, 9000L);
    }

    @Test
    void aCallableOfTheHandlerHasItToo() {
        assertThat(Long.parseLong(send("/left-later", "X-Request-Timeout-Ms", "3000")
                        .join()
                        .body()))
                .isBetween(1L, 3000L);
    }

    private static CompletableFuture<HttpResponse<String>> send(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(App.url(app) + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Handlers.class)
    static class Service {
        static final Semaphore GATE = new Semaphore(0);
    }

    @RestController
    static class Handlers {
        @GetMapping({"/quick", "/free/quick"})
        String quick() {
            return "done";
        }

        @GetMapping("/blocking")
        String blocking() throws InterruptedException {
            Service.GATE.acquire();
            return "done";
        }

        @GetMapping("/callable")
        Callable<String> callable() {
            return this::blocking;
        }

        @GetMapping("/deferred")
        DeferredResult<String> deferred() {
            DeferredResult<String> later = new DeferredResult<>();
            Thread.ofVirtual().start(() -> {
                Service.GATE.acquireUninterruptibly();
                later.setResult("done");
            });
            return later;
        }

        @GetMapping("/future")
        CompletableFuture<String> future() {
            CompletableFuture<String> later = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                Service.GATE.acquireUninterruptibly();
                later.complete("done");
            });
            return later;
        }

        @GetMapping("/fails")
        String fails() {
            throw new IllegalArgumentException("wrong");
        }

        @GetMapping("/fails-later")
        CompletableFuture<String> failsLater() {
            return CompletableFuture.failedFuture(new IllegalArgumentException("wrong"));
        }

        @GetMapping("/times-out")
        DeferredResult<String> timesOut() {
            return new DeferredResult<>(20L);
        }

        @GetMapping("/left")
        String left() {
            return Long.toString(Deadline.current().left().toMillis());
        }

        @GetMapping("/left-later")
        Callable<String> leftLater() {
            return this::left;
        }
    }
}
