package dev.headroom.lab.store;

import dev.headroom.core.model.experiment.Expectations;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;

/**
 * What has to be known of a load that is shared out besides the files that its parts leave: {@value #NAME}, beside them.
 *
 * @param shards how many parts there are
 * @param iterations of all of them, where the load ends by their number; 0 where it ends by the time
 * @param length of the load, from its first request to its last; zero where nobody knows, or it ends by the number of iterations
 * @param ownScript whether the script was written of the experiment's load, and so judges responses as the experiment does
 * @param engine for the report
 * @param expected of the sum
 * @param cpu that the generators used; zero where nobody saw it
 * @param skew how far apart they were told to begin; zero where nobody saw it
 * @param troubles why one of them did not put its part
 * @param thresholds of the script, expressions by the names of their metrics
 */
public record ShardsFile(
        String experiment,
        String variant,
        int shards,
        long iterations,
        Duration length,
        boolean ownScript,
        String engine,
        Expectations expected,
        Duration cpu,
        Duration skew,
        List<String> troubles,
        Map<String, List<String>> thresholds) {

    public static final String NAME = "shards.json";

    public ShardsFile {
        troubles = List.copyOf(troubles);
        thresholds = Map.copyOf(thresholds);
    }

    /** The same after the load. */
    public ShardsFile after(Duration usedCpu, Duration seenSkew, List<String> seenTroubles) {
        return new ShardsFile(
                experiment,
                variant,
                shards,
                iterations,
                length,
                ownScript,
                engine,
                expected,
                usedCpu,
                seenSkew,
                seenTroubles,
                thresholds);
    }

    /** The same of a load that has not come to its end. */
    public ShardsFile brokenOff() {
        return after(Duration.ZERO, Duration.ZERO, List.of("it was broken off"));
    }

    /** The same of so many parts. */
    public ShardsFile of(int parts) {
        return new ShardsFile(
                experiment,
                variant,
                parts,
                iterations,
                length,
                ownScript,
                engine,
                expected,
                cpu,
                skew,
                troubles,
                thresholds);
    }

    /** The same with these thresholds. */
    public ShardsFile holding(Map<String, List<String>> others) {
        return new ShardsFile(
                experiment,
                variant,
                shards,
                iterations,
                length,
                ownScript,
                engine,
                expected,
                cpu,
                skew,
                troubles,
                others);
    }

    public void write(Path folder) throws IOException {
        RunFile.replace(folder.resolve(NAME), RecordJson.pretty(RecordJson.write(this)) + "\n");
    }

    /** @throws IOException where there is none, or it is something else */
    public static ShardsFile read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        try {
            ShardsFile read = RecordJson.read(JsonText.read(file), ShardsFile.class);
            if (read.shards() < 1) {
                throw new IOException(file + " has no number of shards");
            }
            return read;
        } catch (JacksonException e) {
            throw new IOException(file + " is damaged: " + e.getOriginalMessage(), e);
        }
    }
}
