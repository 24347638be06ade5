package dev.headroom.lab.store;

import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.load.k6.MergedLoad.Facts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;

/**
 * What has to be known of a load that is shared out besides the files that its parts leave: {@value #NAME}, beside them.
 *
 * @param expected of the sum
 * @param skew how far apart they were told to begin; zero where nobody saw it
 */
public record ShardsFile(String experiment, String variant, Facts facts, Expectations expected, Duration skew) {

    public static final String NAME = "shards.json";

    /** Before the load. */
    public ShardsFile(String experiment, String variant, Facts facts, Expectations expected) {
        this(experiment, variant, facts, expected, Duration.ZERO);
    }

    /** The same after the load. */
    public ShardsFile after(Duration cpu, Duration seenSkew, List<String> troubles) {
        return new ShardsFile(experiment, variant, facts.after(cpu, troubles), expected, seenSkew);
    }

    /** The same of a load that has not come to its end. */
    public ShardsFile brokenOff() {
        return after(Duration.ZERO, Duration.ZERO, List.of("it was broken off"));
    }

    /** The same of so many parts, with these thresholds. */
    public ShardsFile with(int shards, Map<String, List<String>> thresholds) {
        return new ShardsFile(experiment, variant, facts.with(shards, thresholds), expected, skew);
    }

    public void write(Path folder) throws IOException {
        RunFile.replace(folder.resolve(NAME), JsonText.of(this) + "\n");
    }

    /** @throws IOException where there is none, or it is something else */
    public static ShardsFile read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        try {
            ShardsFile read = RecordJson.read(JsonText.read(file), ShardsFile.class);
            if (read.facts().shards() < 1) {
                throw new IOException(file + " has no number of shards");
            }
            return read;
        } catch (JacksonException e) {
            throw new IOException(file + " is damaged: " + e.getOriginalMessage(), e);
        }
    }
}
