package dev.headroom.fanout.spring.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.client.RestClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.HttpServiceGroup;
import org.springframework.web.service.registry.ImportHttpServices;

/** Each finding, in an application that has what it is about. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ExtendWith(OutputCaptureExtension.class)
class FindingsIT {
    @Test
    void nothingIsSaidWhereNothingBites(CapturedOutput output) {
        assertThat(findings(
                        Plain.class,
                        "spring.threads.virtual.enabled=true",
                        "spring.http.clients.connect-timeout=2s",
                        "spring.http.clients.read-timeout=5s",
                        "fanout.request.limit=1000"))
                .isEmpty();
        assertThat(output).doesNotContain("Settings that will bite");
    }

    @Test
    @Tag("nightly")
    void allAreLoggedInOneBlockWithWhatToDo(CapturedOutput output) {
        assertThat(findings(Plain.class, "fanout.request.limit=1000"))
                .extracting(Finding::id)
                .contains("http-read-timeout", "http-connect-timeout", "server-threads", "executor-queue");
        assertThat(output)
                .containsOnlyOnce("Settings that will bite under load")
                .contains("fix: spring.http.clients.read-timeout=5s")
                .contains("fix: spring.http.clients.connect-timeout=2s")
                .contains("spring.threads.virtual.enabled=true");
    }

    @Test
    void theLogCanBeSwitchedOff(CapturedOutput output) {
        assertThat(findings(Plain.class, "fanout.limits.report=false")).isNotEmpty();
        assertThat(output).doesNotContain("Settings that will bite");
    }

    @Test
    void threadsThatAreFewerThanTheRequestsThatAreLetIn() {
        Finding finding = find("server-threads", Plain.class, "fanout.request.limit=1000");
        assertThat(finding.what()).contains("200 threads").contains("1000 requests");
        assertThat(finding.fix()).contains("spring.main.keep-alive=true");
        assertThat(finding.fix()).contains("fanout.request.limit=180");
        assertThat(ids(Plain.class, "fanout.request.limit=180")).doesNotContain("server-threads");
    }

    @Test
    void requestsThatNothingBounds() {
        assertThat(find("request-limit", Plain.class, "spring.threads.virtual.enabled=true")
                        .what())
                .contains("not bounded");
        assertThat(find("request-limit", Plain.class).fix()).contains("fanout.request.limit=1000");
        assertThat(ids(Plain.class, "fanout.request.limit=1000")).doesNotContain("request-limit");
    }

    @Test
    void connectionsThatAreFewerThanTheRequestsThatAreLetIn() {
        Finding finding = find(
                "server-connections", Plain.class, "fanout.request.limit=1000", "server.tomcat.max-connections=500");
        assertThat(finding.what()).contains("500 connections").contains("accept queue");
        assertThat(finding.fix()).isEqualTo("server.tomcat.max-connections=2000");
    }

    @Tag("nightly")
    @Test
    void anExecutorWithAnEndlessQueue() {
        assertThat(find("executor-queue", WithAnExecutor.class, "spring.threads.virtual.enabled=true")
                        .what())
                .contains("'tasks'")
                .contains("its core threads");
        assertThat(find("executor-queue", Plain.class, "spring.threads.virtual.enabled=false")
                        .fix())
                .contains("spring.task.execution.pool.queue-capacity");
    }

    @Test
    void aPoolOfBootsClientWithFiveConnectionsBeforeAThousandRequests() {
        Finding finding = find("http-pool", WithARestClient.class, "fanout.request.limit=1000");
        assertThat(finding.what())
                .contains("'default'")
                .contains("5 connections per route")
                .contains("1000 calls may want one");
        assertThat(find("http-pool", WithARestClient.class).what()).contains("all requests in flight share them");
        assertThat(finding.fix()).contains("fanout.downstreams.<name>.limit");
        assertThat(ids(WithARestClient.class, "fanout.downstreams.users.limit=20"))
                .doesNotContain("http-pool");
    }

    @Test
    void aPoolOfTheApplicationThatIsSmallerThanTheGate() {
        Finding finding = find("http-pool", WithAPool.class, "fanout.downstreams.users.limit=20");
        assertThat(finding.what())
                .contains("'pool'")
                .contains("8 connections per route")
                .contains("20 calls may want one");
        assertThat(finding.fix()).contains("setMaxConnPerRoute(20)");
        assertThat(ids(WithAPool.class, "fanout.downstreams.users.limit=8")).doesNotContain("http-pool");
    }

    /** Whose name may be shorter than the word before a downstream's. */
    @Test
    void aPoolThatIsSmallerThanTheGateOfAnotherLibrary() {
        assertThat(find("http-pool", WithAnotherGate.class).what()).contains("20 calls may want one");
    }

    @Test
    void aDownstreamsPoolThatIsSmallerThanItsGate() {
        Finding finding = find(
                "http-pool",
                WithAGroup.class,
                "fanout.downstreams.users.limit=20",
                "fanout.downstreams.users.connections=7");
        assertThat(finding.what()).contains("'users'").contains("7 connections per route");
        assertThat(finding.fix()).isEqualTo("fanout.downstreams.users.connections=20");
        assertThat(ids(WithAGroup.class, "fanout.downstreams.users.limit=20")).doesNotContain("http-pool");
    }

    @Test
    void aTomcatThatPublishesNothing() {
        try (var app = App.web(Plain.class, "fanout.limits.report=false")) {
            UnseenTomcat blind = new UnseenTomcat(app, new Meters(new SimpleMeterRegistry()));
            assertThat(blind.read(new Meters(new SimpleMeterRegistry())))
                    .containsExactly(LimitReading.unseen("tomcat", Kind.THREADS));
            assertThat(blind.find())
                    .singleElement()
                    .satisfies(
                            finding -> assertThat(finding.fix()).isEqualTo("server.tomcat.mbeanregistry.enabled=true"));
            assertThat(app.getBean(StartUpReport.class).findings())
                    .extracting(Finding::id)
                    .doesNotContain("tomcat-unseen");
        }
    }

    @Test
    void aGroupThatDoesNotExist() {
        Finding finding = find(
                "unknown-group",
                Plain.class,
                "fanout.downstreams.users.limit=8",
                "fanout.downstreams.users.groups=usres");
        assertThat(finding.what()).contains("'usres'");
    }

    @Test
    void aGroupOfWebClientPassesNoGate() {
        Finding finding = find("web-client", WithAWebClientGroup.class, "fanout.downstreams.users.limit=8");
        assertThat(finding.what()).contains("'users'").contains("passes no gate");
        assertThat(ids(WithAWebClientGroup.class, "fanout.downstreams.offers.limit=8"))
                .doesNotContain("web-client");
    }

    @Test
    void whereAnHttpClientWaitsForEver() {
        assertThat(find("http-read-timeout", Plain.class).level()).isEqualTo(Finding.Level.WARN);
        assertThat(ids(Plain.class, "spring.http.clients.read-timeout=3s")).doesNotContain("http-read-timeout");
    }

    @Test
    void aSourceThatFailsWhenItsFindingsAreReadHidesNoOther() {
        assertThat(ids(WithALazySource.class)).contains("http-read-timeout");
    }

    private static Finding find(String id, Class<?> configuration, String... properties) {
        return findings(configuration, properties).stream()
                .filter(finding -> finding.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> ids(Class<?> configuration, String... properties) {
        return findings(configuration, properties).stream().map(Finding::id).toList();
    }

    private static List<Finding> findings(Class<?> configuration, String... properties) {
        try (var app = App.web(configuration, properties)) {
            return app.getBean(StartUpReport.class).findings();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Plain {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithAnExecutor {
        @Bean
        ThreadPoolTaskExecutor tasks() {
            ThreadPoolTaskExecutor tasks = new ThreadPoolTaskExecutor();
            tasks.setCorePoolSize(4);
            return tasks;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithARestClient {
        @Bean
        RestClient client(RestClient.Builder builder) {
            return builder.build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @ImportHttpServices(group = "users", types = Users.class, clientType = HttpServiceGroup.ClientType.WEB_CLIENT)
    static class WithAWebClientGroup {}

    interface Users {
        @GetExchange("http://127.0.0.1:1/")
        String get();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @ImportHttpServices(group = "users", types = Users.class)
    static class WithAGroup {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithALazySource {
        @Bean
        FindingSource lazy() {
            return () -> Stream.of("broken").map(name -> {
                throw new IllegalStateException(name);
            });
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(WithAPool.class)
    static class WithAnotherGate {
        @Bean
        MeterBinder gate() {
            return registry -> Gauge.builder("b.max", () -> 20).tag("name", "a").register(registry);
        }

        @Bean
        MeteredLimit gates() {
            return new MeteredLimit("b", Kind.DOWNSTREAM, "name", "b.max", "b.max", null, null, null);
        }
    }

    /** As Micrometer's binder publishes it. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithAPool {
        @Bean
        MeterBinder pool() {
            return registry -> Gauge.builder("httpcomponents.httpclient.pool.route.max.default", () -> 8)
                    .tag("httpclient", "pool")
                    .register(registry);
        }
    }
}
