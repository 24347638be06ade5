package dev.headroom.load.k6;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.load.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplacedOptionsTest {

    @TempDir
    private Path folder;

    private Load.Tool script(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("script.js"), text);
        return new Load.Tool(
                new Program.K6(file.toString(), Optional.empty()),
                folder.toString(),
                OptionalInt.of(60),
                Optional.of(Duration.ofSeconds(30)),
                Transport.DEFAULT,
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void anArrivalRateAndStagesAreReplacedByUsers() throws IOException {
        Load.Tool load = script("""
                export const options = { scenarios: { shop: {
                  executor: 'ramping-arrival-rate', preAllocatedVUs: 50, stages: [{ target: 200, duration: '30s' }] } } };
                """);

        assertThat(ReplacedOptions.in(load))
                .hasValueSatisfying(note -> assertThat(note)
                        .contains("arrival rate (ramping-arrival-rate) and stages did not count", "60 users for 30 s"));
        assertThat(ReplacedOptions.in(load.told(OptionalInt.empty(), Optional.empty())))
                .as("it runs as it is written")
                .isEmpty();
    }

    @Test
    void whatIsOnlyACommentOrIsNotThereIsNotReplaced() throws IOException {
        assertThat(ReplacedOptions.in(script("""
                // stages: [{ target: 200, duration: '30s' }]
                /* executor: 'constant-arrival-rate' */
                export const options = { vus: 10, duration: '10s' };
                export default () => http.get('http://shop/stages');
                """))).isEmpty();
    }
}
