package dev.headroom.fanout.spring.limits;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.headroom.fanout.Downstream;
import dev.headroom.fanout.spring.App;
import dev.headroom.fanout.spring.FakeService;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.StreamSupport;
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

/** The endpoint as it is read over HTTP, of an application under load. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndpointTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static FakeService fake;
    private static ConfigurableApplicationContext app;

    @BeforeAll
    static void start() throws Exception {
        fake = new FakeService();
        app = App.web(
                Service.class,
                "spring.http.serviceclient.users.base-url=" + fake.url(),
                "fanout.downstreams.users.limit=2",
                "fanout.downstreams.users.timeout=50s",
                "fanout.request.limit=1000",
                "fanout.request.timeout=50s",
                "fanout.limits.interval=10ms",
                "fanout.limits.window=5s",
                "management.endpoints.web.exposure.include=limits",
                "server.tomcat.accept-count=77",
                "fanout.report.enabled=false");
    }

    @AfterAll
    static void stop() {
        app.close();
        fake.close();
        CLIENT.close();
    }

    @Test
    void everyLimitOfTheApplicationIsThere() throws Exception {
        get("/").join();
        JsonNode limits = limits();
        assertThat(names(limits))
                .containsExactly(
                        "tomcat.connections",
                        "tomcat.threads",
                        "requests",
                        "executor.tasks",
                        "downstream.users",
                        "http-pool.users",
                        "jdbc-pool.database");
        assertThat(limit(limits, "tomcat.connections").at("/size").asInt()).isEqualTo(8192);
        assertThat(limit(limits, "tomcat.connections")
                        .at("/details/acceptCount")
                        .asInt())
                .isEqualTo(77);
        assertThat(limit(limits, "requests").at("/size").asInt()).isEqualTo(1000);
        assertThat(limit(limits, "executor.tasks").at("/size").asInt()).isEqualTo(3);
        assertThat(limit(limits, "executor.tasks").at("/details/queue").asString())
                .isEqualTo("unbounded");
        assertThat(limit(limits, "downstream.users").at("/size").asInt()).isEqualTo(2);
        assertThat(limit(limits, "http-pool.users").at("/size").asInt()).isEqualTo(2);
        assertThat(limit(limits, "jdbc-pool.database").at("/size").asInt()).isEqualTo(10);
        assertThat(limits.at("/binds/limit").isNull()).isTrue();
        assertThat(limits.at("/binds/why").asString()).startsWith("nothing binds");
    }

    @Test
    void underLoadTheFullOneIsNamed() throws Exception {
        fake.hold();
        List<CompletableFuture<HttpResponse<String>>> requests = List.of(get("/"), get("/"), get("/"));
        Downstream users = app.getBean(Downstream.class);
        App.until(() -> users.usage().waiting() == 1 && fake.inFlight() == 2);
        JsonNode limits = limits();
        assertThat(limits.at("/binds/limit").asString()).isEqualTo("downstream.users");
        assertThat(limits.at("/binds/why").asString()).contains("2 of 2 are in use, 1 wait");
        assertThat(limit(limits, "requests").at("/inUse").asInt()).isEqualTo(3);
        fake.release();
        requests.forEach(request -> assertThat(request.join().body()).isEqualTo("ok"));
        // Measured by now: what was held, how long, and so the ceiling
        JsonNode gate = limit(limits(), "downstream.users");
        assertThat(gate.at("/holdingMillis").asDouble()).isPositive();
        assertThat(gate.at("/ceilingPerSecond").asDouble())
                .isCloseTo(
                        2000 / gate.at("/holdingMillis").asDouble(),
                        org.assertj.core.data.Percentage.withPercentage(0.1));
        assertThat(limit(limits(), "http-pool.users").at("/ceilingPerSecond").asDouble())
                .isPositive();
        assertThat(gate.at("/utilisation").asDouble()).isBetween(0.0, 1.0).isPositive();
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
    void findingsAreThere() throws Exception {
        assertThat(StreamSupport.stream(limits().at("/findings").spliterator(), false)
                        .map(finding -> finding.at("/id").asString()))
                .contains("executor-queue");
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

        /** Never asked for a connection. */
        @Bean
        HikariDataSource database() {
            return new HikariDataSource();
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
