package dev.headroom.fanout.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.env.MockEnvironment;

class BoundedPathsTest {
    private final BoundedPaths all = new BoundedPaths(List.of(), List.of(), List.of("/actuator", "/livez"));
    private final BoundedPaths some = new BoundedPaths(List.of("/api/**"), List.of("/api/stream/*"), List.of());

    @ParameterizedTest
    @CsvSource({
        "/, true",
        "/users/1, true",
        "/actuator, false",
        "/actuator/health, false",
        "/actuators, true",
        "/livez, false",
        "/readyz, true"
    })
    void allButTheActuatorsWithoutPatterns(String path, boolean bounded) {
        assertThat(all.contains(path)).isEqualTo(bounded);
    }

    @ParameterizedTest
    @CsvSource({
        "/, false",
        "/api/users, true",
        "/api/stream/1, false",
        "/actuator, false",
        "/api/100%, true",
        "/api/%73tream/1, true"
    })
    void whatThePatternsSay(String path, boolean bounded) {
        assertThat(some.contains(path)).isEqualTo(bounded);
    }

    @ParameterizedTest
    @CsvSource({
        "/actuator, /, false, /actuator",
        "/manage/, /, false, /manage",
        "/manage, /app, false, /app/manage",
        "/manage/, /app/, false, /app/manage",
        "/, /, false, ''",
        "'', /, false, ''",
        "'', /app, false, ''",
        "/actuator, /, true, /actuator /livez /readyz",
        "'', /app, true, /app/livez /app/readyz"
    })
    void theActuatorsPathsAreWhereBootHasThem(String base, String servlet, boolean probes, String never) {
        MockEnvironment environment = new MockEnvironment()
                .withProperty("management.endpoints.web.base-path", base)
                .withProperty("spring.mvc.servlet.path", servlet)
                .withProperty("management.endpoint.health.probes.add-additional-paths", String.valueOf(probes));

        assertThat(String.join(" ", FanoutWebAutoConfiguration.Bounds.never(environment)))
                .isEqualTo(never);
    }

    @Test
    void withoutPropertiesItIsBootsOwnBasePath() {
        assertThat(FanoutWebAutoConfiguration.Bounds.never(new MockEnvironment()))
                .containsExactly("/actuator");
    }
}
