package dev.headroom.fanout.spring.limits;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.headroom.fanout.Downstream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import javax.sql.DataSource;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The endpoint as it is read over HTTP, of an application under load: what Boot, Micrometer and the starter publish is what is read. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndpointIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final ExecutorService THREADS = Executors.newVirtualThreadPerTaskExecutor();
    private static final AtomicInteger SERVED = new AtomicInteger();
    private static volatile CountDownLatch answers = new CountDownLatch(0);
    private static HttpServer users;
    private static ConfigurableApplicationContext app;

    @BeforeAll
    static void start() throws Exception {
        users = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        users.setExecutor(THREADS);
        users.createContext("/", exchange -> {
            SERVED.incrementAndGet();
            try {
                answers.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            SERVED.decrementAndGet();
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write(new byte[] {'o', 'k'});
            exchange.close();
        });
        users.start();
        app = App.web(
                Service.class,
                "spring.http.serviceclient.users.base-url=http://127.0.0.1:"
                        + users.getAddress().getPort(),
                "spring.datasource.url=jdbc:h2:mem:limits",
                "spring.datasource.hikari.pool-name=orders",
                "spring.datasource.hikari.maximum-pool-size=2",
                "fanout.downstreams.users.limit=2",
                "fanout.downstreams.users.timeout=50s",
                "fanout.request.limit=1000",
                "fanout.request.timeout=50s",
                "fanout.limits.report=false",
                "management.endpoints.web.exposure.include=limits");
        try (Connection first = app.getBean(DataSource.class).getConnection()) {
            assertThat(first.isValid(1)).isTrue();
        }
    }

    @AfterAll
    static void stop() {
        app.close();
        users.stop(0);
        THREADS.shutdownNow();
        CLIENT.close();
    }

    @Test
    void everyLimitOfTheApplicationIsThere() throws Exception {
        get("/").join();
        JsonNode limits = limits();
        assertThat(names(limits))
                .satisfiesExactly(
                        name -> assertThat(name).startsWith("tomcat.connections.http-nio"),
                        name -> assertThat(name).startsWith("tomcat.threads.http-nio"),
                        name -> assertThat(name).isEqualTo("requests"),
                        name -> assertThat(name).isEqualTo("executor.tasks"),
                        name -> assertThat(name).isEqualTo("downstream.users"),
                        name -> assertThat(name).isEqualTo("http-pool.users"),
                        name -> assertThat(name).isEqualTo("jdbc-pool.orders"));
        assertThat(StreamSupport.stream(limits.at("/limits").spliterator(), false)
                        .map(limit -> limit.at("/size").asInt()))
                .containsExactly(8192, 200, 1000, 3, 2, 2, 2);
        assertThat(limits.at("/binds/verdict").asString()).isEqualTo("NONE");
        assertThat(limits.at("/binds/limit").isNull()).isTrue();
    }

    @Test
    void underLoadTheFullOneIsNamed() throws Exception {
        answers = new CountDownLatch(1);
        List<CompletableFuture<HttpResponse<String>>> requests = List.of(get("/"), get("/"), get("/"));
        Downstream gate = app.getBean(Downstream.class);
        App.until(() -> gate.usage().waiting() == 1 && SERVED.get() == 2);
        untilBinds("downstream.users");
        JsonNode limits = limits();
        assertThat(limits.at("/binds/verdict").asString()).isEqualTo("BINDS");
        assertThat(limits.at("/binds/limit").asString()).isEqualTo("downstream.users");
        assertThat(limits.at("/binds/why").asString()).contains("2 of 2 are in use, 1 wait");
        assertThat(limit(limits, "requests").at("/inUse").asInt()).isEqualTo(3);
        answers.countDown();
        requests.forEach(request -> assertThat(request.join().body()).isEqualTo("ok"));
        // Measured by now: what was held, how long, and so the ceiling
        JsonNode measured = limit(limits(), "downstream.users");
        assertThat(measured.at("/holdingMillis").asDouble()).isPositive();
        assertThat(measured.at("/ceilingPerSecond").asDouble())
                .isCloseTo(2000 / measured.at("/holdingMillis").asDouble(), Percentage.withPercentage(0.1));
        assertThat(limit(limits(), "http-pool.users").at("/ceilingPerSecond").asDouble())
                .isPositive();
        assertThat(limit(limits(), "requests").at("/perSecond").asDouble()).isPositive();
        assertThat(measured.at("/usesPerRequest").asDouble()).isPositive();
        assertThat(measured.at("/utilisation").asDouble()).isBetween(0.0, 1.0).isPositive();
    }

    @Test
    void aTaskExecutorThatIsFullIsNamed() throws Exception {
        ThreadPoolTaskExecutor tasks = app.getBean("tasks", ThreadPoolTaskExecutor.class);
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < 5; i++) {
            tasks.execute(() -> {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        App.until(() -> tasks.getActiveCount() == 3);
        JsonNode limits = limits();
        assertThat(limits.at("/binds/limit").asString()).isEqualTo("executor.tasks");
        assertThat(limit(limits, "executor.tasks").at("/waiting").asInt()).isEqualTo(2);
        end.countDown();
        App.until(() -> tasks.getActiveCount() == 0);
        assertThat(limits().at("/binds/limit").isNull()).isTrue();
    }

    @Test
    void aDatabasePoolThatIsFullIsNamed() throws Exception {
        DataSource database = app.getBean(DataSource.class);
        CompletableFuture<Connection> third;
        try (Connection first = database.getConnection();
                Connection second = database.getConnection()) {
            third = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return database.getConnection();
                        } catch (java.sql.SQLException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    THREADS);
            untilBinds("jdbc-pool.orders");
            assertThat(limits().at("/binds/why").asString()).contains("2 of 2 are in use, 1 wait");
            assertThat(first.isValid(1) && second.isValid(1)).isTrue();
        }
        third.join().close();
        // Hikari tells what was so a second ago
        App.until(() -> limit(limits(), "jdbc-pool.orders").at("/inUse").asInt() == 0);
        assertThat(limit(limits(), "jdbc-pool.orders").at("/holdingMillis").isNumber())
                .isTrue();
    }

    @Test
    void findingsAreThere() throws Exception {
        assertThat(StreamSupport.stream(limits().at("/findings").spliterator(), false)
                        .map(finding -> finding.at("/id").asString()))
                .contains("executor-queue");
    }

    private static void untilBinds(String limit) throws InterruptedException {
        App.until(() -> limit.equals(limits().at("/binds/limit").asString("")));
    }

    private static JsonNode limits() {
        return JsonMapper.shared().readTree(get("/actuator/limits").join().body());
    }

    private static List<String> names(JsonNode limits) {
        return StreamSupport.stream(limits.at("/limits").spliterator(), false)
                .map(limit -> limit.at("/name").asString())
                .toList();
    }

    private static JsonNode limit(JsonNode limits, String name) {
        return StreamSupport.stream(limits.at("/limits").spliterator(), false)
                .filter(limit -> limit.at("/name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static CompletableFuture<HttpResponse<String>> get(String path) {
        return CLIENT.sendAsync(
                HttpRequest.newBuilder(URI.create(App.url(Objects.requireNonNull(app)) + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Handlers.class)
    @ImportHttpServices(group = "users", types = Users.class)
    static class Service {
        @Bean
        ThreadPoolTaskExecutor tasks() {
            ThreadPoolTaskExecutor tasks = new ThreadPoolTaskExecutor();
            tasks.setCorePoolSize(3);
            return tasks;
        }
    }

    @RestController
    record Handlers(Users users) {
        @GetMapping("/")
        String get() {
            return users.get();
        }
    }

    interface Users {
        @GetExchange("/")
        String get();
    }
}
