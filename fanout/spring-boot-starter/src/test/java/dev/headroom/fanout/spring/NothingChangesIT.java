package dev.headroom.fanout.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.fanout.spring.web.Admission;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/** Being on the class path changes nothing that the application did not ask for. */
class NothingChangesIT {
    @Test
    void noPropertyOfBootHasAnotherValue() {
        try (var worker = App.plain(Application.class)) {
            ConfigurableEnvironment environment = worker.getEnvironment();
            // Virtual threads alone would let a service end that has nothing but scheduled tasks
            assertThat(environment.getProperty("spring.threads.virtual.enabled"))
                    .isNull();
            assertThat(environment.getProperty("spring.http.clients.connect-timeout"))
                    .isNull();
            assertThat(environment.getProperty("spring.http.clients.read-timeout"))
                    .isNull();
        }
    }

    @Test
    void requestsAreNotBoundedAndNoHeaderOfADeadlineIsSentOrRead() {
        try (var service = App.web(Application.class)) {
            assertThat(service.getBean(Admission.class).limit()).isEmpty();
            FanoutProperties properties = service.getBean(FanoutProperties.class);
            assertThat(properties.deadlineHeader()).isEmpty();
            assertThat(properties.request().acceptDeadlineFrom()).isEmpty();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
