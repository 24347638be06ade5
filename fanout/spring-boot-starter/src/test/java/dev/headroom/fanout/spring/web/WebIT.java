package dev.headroom.fanout.spring.web;

import static dev.headroom.fanout.Part.part;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.fanout.Caller;
import dev.headroom.fanout.Deadline;
import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.DownstreamListener;
import dev.headroom.fanout.FanOut;
import dev.headroom.fanout.Limit;
import dev.headroom.fanout.spring.App;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.concurrent.ConcurrentTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WebIT {
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
                "fanout.request.least-timeout=1500ms",
                "fanout.request.accept-deadline-from=127.0.0.0/8",
                "fanout.deadline-header=X-Request-Timeout-Ms",
                "fanout.request.exclude-paths=/free/**");
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
    void theCallerMayNotShortenItToNothing() {
        for (String wanted : List.of("1", "0", "-5")) {
            assertThat(Long.parseLong(
                            send("/left", "X-Request-Timeout-Ms", wanted).join().body()))
                    .isBetween(2L, 1500L);
        }
    }

    /** Or anybody could make a service give up its calls, and their limits smaller for all. */
    @Test
    void aCallerWhoIsNotTrustedMayNotShortenIt() throws Exception {
        try (var careful = App.web(
                Service.class,
                "fanout.deadline-header=X-Request-Timeout-Ms",
                "fanout.request.accept-deadline-from=10.0.0.0/8,fd00::/8")) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(App.url(careful) + "/left"))
                    .header("X-Request-Timeout-Ms", "2000")
                    .build();
            String left =
                    CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
            assertThat(Long.parseLong(left)).isGreaterThan(2000);
        }
    }

    @Test
    void whatTheCallerWantsTeachesNoLimit() {
        assertThat(send("/lesson", "X-Request-Timeout-Ms", "1").join().body()).isEqualTo("[]");
        assertThat(send("/lesson?within=20").join().body()).isEqualTo("[dropped]");
    }

    @Test
    void itIsKnownForWhomARequestIsAnswered() {
        assertThat(send("/caller").join().body()).isEqualTo("critical");
        assertThat(send("/caller", "X-Tenant", "acme").join().body()).isEqualTo("critical, tenant 'acme'");
        assertThat(send("/caller-later", "X-Tenant", "acme").join().body()).isEqualTo("critical, tenant 'acme'");
    }

    @Test
    void aCallableOfTheHandlerHasItToo() {
        assertThat(Long.parseLong(send("/left-later", "X-Request-Timeout-Ms", "3000")
                        .join()
                        .body()))
                .isBetween(1L, 3000L);
    }

    /** Boot defines no executor for Spring MVC where the application has one for something else. */
    @Test
    void aCallableHasItOnWhicheverThreadItRuns() throws Exception {
        try (var other = App.web(Elsewhere.class, "fanout.request.timeout=9s")) {
            assertThat(other.containsBean("applicationTaskExecutor")).isFalse();
            for (String path : List.of("/left-later", "/left-elsewhere")) {
                HttpRequest request = HttpRequest.newBuilder(URI.create(App.url(other) + path))
                        .build();
                String left = CLIENT.send(request, HttpResponse.BodyHandlers.ofString())
                        .body();
                assertThat(Long.parseLong(left)).as(path).isBetween(1L, 9000L);
            }
            assertThat(Elsewhere.THREAD
                            .submit(() -> Deadline.current().isNone())
                            .get())
                    .isTrue();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Handlers.class)
    static class Elsewhere {
        static final ExecutorService THREAD =
                Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());

        @Bean
        Executor mail() {
            return Runnable::run;
        }
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

        @Bean
        CallerResolver callers() {
            return request -> {
                String tenant = request.getHeader("X-Tenant");
                return tenant == null ? Caller.current() : Caller.current().ofTenant(tenant);
            };
        }
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

        /** What a limit learns of a call that is never answered. */
        @GetMapping("/lesson")
        String lesson(@RequestParam(name = "within", defaultValue = "60000") long within) throws InterruptedException {
            List<String> lessons = new CopyOnWriteArrayList<>();
            Semaphore told = new Semaphore(0);
            Downstream users = Downstream.named("users")
                    .limit(new Limit() {
                        @Override
                        public int current() {
                            return 1;
                        }

                        @Override
                        public void ended(long calledNanos, int inFlight, boolean dropped) {
                            lessons.add(dropped ? "dropped" : "answered");
                        }
                    })
                    .listener(new DownstreamListener() {
                        @Override
                        public void returned(String downstream, String part, long heldNanos) {
                            told.release();
                        }
                    })
                    .build();
            FanOut.within(Duration.ofMillis(within))
                    .call(part(users, () -> {
                                new Semaphore(0).acquire();
                                return "never";
                            })
                            .orElse("late"));
            told.acquire();
            App.until(() -> within == 60_000 || !lessons.isEmpty());
            return lessons.toString();
        }

        @GetMapping("/caller")
        String caller() {
            return Caller.current().toString();
        }

        @GetMapping("/caller-later")
        Callable<String> callerLater() {
            return this::caller;
        }

        @GetMapping("/left-elsewhere")
        WebAsyncTask<String> leftElsewhere() {
            return new WebAsyncTask<>(9_000L, new ConcurrentTaskExecutor(Elsewhere.THREAD), this::left);
        }

        @GetMapping("/left-later")
        Callable<String> leftLater() {
            return this::left;
        }
    }
}
