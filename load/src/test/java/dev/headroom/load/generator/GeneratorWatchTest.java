package dev.headroom.load.generator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.result.LoadResult.Generator;
import dev.headroom.load.Loads;
import dev.headroom.load.http.Loop;
import dev.headroom.load.recording.Recorder;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class GeneratorWatchTest {

    private static final long EVERY = 10_000_000;

    /** Of 10 s it did nothing for 0.5 s: 5 % of what came then was read late, by 0 to 0.5 s. */
    @Test
    void aStallCountsAsLongAsItIs() {
        Loop loop = Loop.open();
        try {
            GeneratorWatch watch = new GeneratorWatch(loop);
            for (int i = 0; i < 950; i++) {
                watch.readLate(0, EVERY);
            }
            watch.readLate(50 * EVERY, EVERY);
            Generator generator =
                    watch.report("test", Loads.iterations(1, 1, Loads.KEEP_ALIVE), new Recorder(Instant.EPOCH, 0), 1);

            assertThat(generator.readLagP99()).isBetween(Duration.ofMillis(390), Duration.ofMillis(410));
            assertThat(generator.readLagMean()).isBetween(Duration.ofMillis(12), Duration.ofMillis(14));
        } finally {
            loop.close();
        }
    }
}
