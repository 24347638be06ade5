package dev.headroom.harness.truth;

import dev.headroom.harness.drawn.Network;
import dev.headroom.lab.store.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Sweeps that were made, by what was swept: a service that is drawn otherwise one day is another one. */
public final class SweepFile {

    private final Path file;
    private final Map<String, Map<String, List<Double>>> sweeps;

    private final Sweep.Pace pace;

    private SweepFile(Path file, Sweep.Pace pace, Map<String, Map<String, List<Double>>> sweeps) {
        this.file = file;
        this.pace = pace;
        this.sweeps = sweeps;
    }

    /** @param pace of the sweeps to be read and made */
    public static SweepFile open(Path file, Sweep.Pace pace) throws IOException {
        Map<String, Map<String, List<Double>>> sweeps = Files.exists(file)
                ? JsonMapper.shared().readValue(Files.readString(file), new TypeReference<>() {})
                : new LinkedHashMap<>();
        return new SweepFile(file.toAbsolutePath(), pace, sweeps);
    }

    /** Successful responses per second in each batch of each arm; none where it was not swept. */
    Map<String, List<Double>> of(Network network) {
        Map<String, List<Double>> copy = new LinkedHashMap<>();
        sweeps.getOrDefault(key(network), Map.of()).forEach((arm, rates) -> copy.put(arm, new ArrayList<>(rates)));
        return copy;
    }

    void put(Network network, Map<String, List<Double>> batches) throws IOException {
        sweeps.put(key(network), batches);
        Files.createDirectories(java.util.Objects.requireNonNull(file.getParent()));
        RunFile.replace(file, JsonMapper.shared().writeValueAsString(sweeps));
    }

    private String key(Network network) {
        return pace + " " + network;
    }
}
