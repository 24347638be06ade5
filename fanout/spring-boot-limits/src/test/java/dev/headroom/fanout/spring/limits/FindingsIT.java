package dev.headroom.fanout.spring.limits;

import static dev.headroom.fanout.spring.limits.Found.find;
import static dev.headroom.fanout.spring.limits.Found.findings;
import static dev.headroom.fanout.spring.limits.Found.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.fanout.spring.limits.Found.Plain;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
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
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Each finding but those of {@link PoolFindingsIT}, in an application that has what it is about. */
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
    void whereAnHttpClientWaitsForEver() {
        assertThat(find("http-read-timeout", Plain.class).level()).isEqualTo(Finding.Level.WARN);
        assertThat(ids(Plain.class, "spring.http.clients.read-timeout=3s")).doesNotContain("http-read-timeout");
    }

    @Test
    void aSourceThatFailsWhenItsFindingsAreReadHidesNoOther() {
        assertThat(ids(WithALazySource.class)).contains("http-read-timeout");
    }

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
    static class WithALazySource {
        @Bean
        FindingSource lazy() {
            return () -> Stream.of("broken").map(name -> {
                throw new IllegalStateException(name);
            });
        }
    }
}
