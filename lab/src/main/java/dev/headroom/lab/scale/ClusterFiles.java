package dev.headroom.lab.scale;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.lab.experiment.Mixes;
import dev.headroom.lab.experiment.SharedScript;
import dev.headroom.lab.store.PrivateFiles;
import dev.headroom.lab.store.ShardsFile;
import dev.headroom.load.k6.K6Script;
import dev.headroom.load.k6.MergedLoad.Facts;
import dev.headroom.load.k6.OperatorFiles;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Writes what the k6 operator needs to put a load, and what a merge of its results has to know. */
public final class ClusterFiles {

    private ClusterFiles() {}

    /**
     * @param target where the service is for whoever is in the cluster
     * @param image with Headroom in it
     * @return what k6 does otherwise than Headroom, one line each
     * @throws IllegalArgumentException where a load cannot be put so
     */
    public static List<String> write(
            Experiment experiment, Variant variant, URI target, String image, int count, Path folder)
            throws IOException {
        try (Stream<Path> there = Files.isDirectory(folder) ? Files.list(folder) : Stream.of()) {
            if (there.findAny().isPresent()) {
                throw new IllegalArgumentException(folder + " is not empty: name a folder that is not there yet");
            }
        }
        K6Script script = SharedScript.of(Mixes.of(variant, target), experiment.loadOf(variant));
        PrivateFiles.directories(folder);
        Map<String, String> files = OperatorFiles.of(experiment.name(), script, target, image, count);
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        new ShardsFile(
                        experiment.name(),
                        variant.name(),
                        new Facts(
                                "k6 by its operator, " + count + " shards",
                                count,
                                script.iterations(),
                                Lasting.of(experiment.loadOf(variant)),
                                true,
                                Map.of()),
                        variant.expected())
                .write(folder);
        return script.notes();
    }
}
