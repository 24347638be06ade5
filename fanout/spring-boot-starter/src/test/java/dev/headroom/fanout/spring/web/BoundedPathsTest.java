package dev.headroom.fanout.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundedPathsTest {
    private final BoundedPaths all = new BoundedPaths(List.of(), List.of(), "/actuator");
    private final BoundedPaths some = new BoundedPaths(List.of("/api/**"), List.of("/api/stream/*"), "");

    @ParameterizedTest
    @CsvSource({"/, true", "/users/1, true", "/actuator, false", "/actuator/health, false", "/actuators, true"})
    void allButTheActuatorsWithoutPatterns(String path, boolean bounded) {
        assertThat(all.contains(path)).isEqualTo(bounded);
    }

    @ParameterizedTest
    @CsvSource({"/, false", "/api/users, true", "/api/stream/1, false", "/actuator, false"})
    void whatThePatternsSay(String path, boolean bounded) {
        assertThat(some.contains(path)).isEqualTo(bounded);
    }
}
