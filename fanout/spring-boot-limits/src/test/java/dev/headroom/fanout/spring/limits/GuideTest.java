package dev.headroom.fanout.spring.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guide has what the endpoint shows. */
class GuideTest {
    private final String guide = Files.readString(Path.of("../../docs/fanout-spring-boot.md"));

    GuideTest() throws IOException {}

    @Test
    void everyFieldOfTheEndpointIsThere() {
        assertThat(Stream.of(LimitsReport.class, LimitsReport.Limit.class, LimitsReport.Binding.class)
                        .flatMap(type -> Stream.of(type.getRecordComponents()))
                        .map(RecordComponent::getName))
                .allSatisfy(field -> assertThat(guide).contains("\"" + field + "\""));
    }

    @Test
    void everyLimitIsThere() {
        assertThat(MeteredLimit.KNOWN)
                .allSatisfy(
                        limit -> assertThat(guide).contains("`" + limit.name()).contains("`" + limit.kind() + "`"));
    }
}
