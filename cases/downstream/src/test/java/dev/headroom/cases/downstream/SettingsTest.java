package dev.headroom.cases.downstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {

    @Test
    void everySettingIsRead() {
        assertThat(Settings.parse(
                        "--server.address=::1",
                        "--server.port=8543",
                        "--delay=1.5s",
                        "--jitter=250us",
                        "--seed=-3",
                        "--error-rate=0.1",
                        "--https=true",
                        "--event-loops=2",
                        "--workers=100"))
                .isEqualTo(new Settings(
                        "::1", 8543, Duration.ofMillis(1_500), Duration.ofNanos(250_000), -3, 0.1, true, 2, 100));
        assertThat(Settings.parse()).isEqualTo(Settings.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--dealy=330ms      | there is no setting 'dealy'",
                "delay=330ms        | found 'delay=330ms' where --key=value was expected",
                "--https            | found '--https' where --key=value was expected",
                "--https=yes        | --https is 'yes', expected true or false",
                "--delay=330        | --delay is '330', expected a duration such as 330ms or 1.5s",
                "--jitter=-1ms      | --jitter is '-1ms', expected a duration such as 330ms or 1.5s",
                "--server.port=http | --server.port is 'http', expected a port from 0 to 65535",
                "--server.port=65536| --server.port is '65536', expected a port from 0 to 65535",
                "--error-rate=2     | --error-rate is '2', expected a share from 0 to 1",
                "--error-rate=NaN   | --error-rate is 'NaN', expected a share from 0 to 1",
                "--seed=one         | --seed is 'one', expected a whole number",
                "--event-loops=0    | --event-loops is '0', expected a number of threads from 1 to 64",
                "--workers=-1       | --workers is '-1', expected a number of requests from 0 to 1000000"
            })
    void aMistakeSaysWhatWasFoundAndWhatWasExpected(String argument, String message) {
        assertThatThrownBy(() -> Settings.parse(argument.strip()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
