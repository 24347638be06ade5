package dev.headroom.trials.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class TimesTest {

    private static final int MANY = 400_000;

    /** Where they vary most a sample of many is a rough guide still. */
    @ParameterizedTest
    @CsvSource({
        "deterministic, 0, 0.001",
        "exponential, 1, 0.02",
        "log-normal, 0.5, 0.02",
        "log-normal, 3, 0.6",
        "bimodal, 2, 0.02",
        "bimodal, 5, 0.05"
    })
    void meanAndVariationAreAsDescribed(String shape, double cv, double within) {
        String station = "{\"name\":\"one\",\"millis\":20,\"shape\":\"%s\",\"cv\":%s}".formatted(shape, cv);
        Times times = Times.of(
                JsonMapper.shared().readTree(station), JsonMapper.shared().readTree("{\"seed\":1}"), 0);
        double[] drawn = DoubleStream.generate(times::next).limit(MANY).toArray();
        double mean = DoubleStream.of(drawn).average().orElseThrow();
        double variance = DoubleStream.of(drawn)
                .map(one -> (one - mean) * (one - mean))
                .average()
                .orElseThrow();
        assertThat(mean).isCloseTo(20, within(0.3 + cv * 0.1));
        assertThat(Math.sqrt(variance) / mean).isCloseTo(cv, within(within));
        assertThat(DoubleStream.of(drawn).min().orElseThrow()).isNotNegative();
    }
}
