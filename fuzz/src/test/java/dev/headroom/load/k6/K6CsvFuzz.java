package dev.headroom.load.k6;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The CSV file of a k6 that ran elsewhere. {@link IOException} where it is none. */
public final class K6CsvFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        Path file = Files.createTempFile("shard", ".csv");
        try {
            Files.write(file, input);
            Harm.none(input.length, () -> {
                try {
                    MergedLoad.of(List.of(file), new MergedLoad.Facts("k6", 1, 0, Duration.ZERO, List.of()));
                } catch (IOException e) {
                    return;
                }
            });
        } finally {
            Files.delete(file);
        }
    }
}
