package dev.headroom.fanout.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class DefaultsTest {
    @Test
    void whereNothingIsSaidTheTimeoutsAreFinite() {
        StandardEnvironment environment = environment(Map.of());
        assertThat(environment.getProperty("spring.http.clients.connect-timeout"))
                .isEqualTo("2000ms");
        assertThat(environment.getProperty("spring.http.clients.read-timeout")).isEqualTo("30000ms");
    }

    @Test
    void threadsAreVirtualWhereSynchronizedCodePinsNone() {
        assertThat(environment(Map.of()).getProperty("spring.threads.virtual.enabled"))
                .isEqualTo(Runtime.version().feature() >= 24 ? "true" : null);
        assertThat(environment(Map.of("fanout.defaults.virtual-threads", "false"))
                        .getProperty("spring.threads.virtual.enabled"))
                .isNull();
    }

    @Test
    void whatTheApplicationSaysWinsHoweverItIsSpelt() {
        StandardEnvironment environment = environment(
                Map.of("spring.http.clients.connectTimeout", "7s", "spring.threads.virtual.enabled", "false"));
        assertThat(environment.getProperty("spring.http.clients.connect-timeout"))
                .isNull();
        assertThat(environment.getProperty("spring.threads.virtual.enabled")).isEqualTo("false");
    }

    @Test
    void theApplicationsOwnDefaultsWinToo() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(
                        "defaultProperties", Map.of("spring.http.clients.read-timeout", "9s", "other", "stays")));
        new DefaultsEnvironmentPostProcessor().postProcessEnvironment(environment, new SpringApplication());
        assertThat(environment.getProperty("spring.http.clients.read-timeout")).isEqualTo("9s");
        assertThat(environment.getProperty("other")).isEqualTo("stays");
        assertThat(environment.getProperty("spring.http.clients.connect-timeout"))
                .isEqualTo("2000ms");
    }

    @Test
    void theyCanBeChangedAndSwitchedOff() {
        assertThat(environment(Map.of("fanout.defaults.read-timeout", "3s"))
                        .getProperty("spring.http.clients.read-timeout"))
                .isEqualTo("3000ms");
        assertThat(environment(Map.of("fanout.defaults.enabled", "false"))
                        .getProperty("spring.http.clients.read-timeout"))
                .isNull();
    }

    private static StandardEnvironment environment(Map<String, Object> said) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("application", said));
        new DefaultsEnvironmentPostProcessor().postProcessEnvironment(environment, new SpringApplication());
        return environment;
    }
}
