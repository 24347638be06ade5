package dev.headroom.load.k6;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The CSV file of a k6 that ran elsewhere. {@link IOException} where it is none. */
public final class K6CsvFuzz implements Target {

    private static final Map<String, List<String>> THRESHOLDS =
            Map.of("http_req_duration", List.of("p(99)<10", "avg<10"), "checks", List.of("rate>0.5"));

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        Path file = Files.createTempFile("shard", ".csv");
        try {
            Files.write(file, input);
            Harm.none(input.length, () -> {
                try {
                    MergedLoad.of(
                            List.of(file),
                            new MergedLoad.Facts(
                                    "k6", 1, 0, Duration.ZERO, false, Duration.ZERO, List.of(), THRESHOLDS));
                } catch (IOException e) {
                    return;
                }
            });
        } finally {
            Files.delete(file);
        }
    }
}
