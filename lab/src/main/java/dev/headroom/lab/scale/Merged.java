package dev.headroom.lab.scale;

import dev.headroom.core.expectation.Evaluation;
import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.experiment.Expectations.Outcome;
import dev.headroom.lab.store.JsonText;
import dev.headroom.lab.store.ShardsFile;
import dev.headroom.load.k6.MergedLoad;
import dev.headroom.load.k6.MergedLoad.Facts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * What the parts of a load came to together.
 *
 * @param expectations what became of them and of the script's thresholds, by the sum
 * @param observations what was seen to bind each pod of the service
 */
public record Merged(ShardsFile about, MergedLoad load, List<Outcome> expectations, List<PodObservation> observations) {

    public Merged {
        expectations = List.copyOf(expectations);
        observations = List.copyOf(observations);
    }

    /**
     * Adds what is there.
     *
     * @param places a folder with {@link ShardsFile} and the files of the parts, or these files alone
     * @param count how many parts there have to be, where nothing else tells
     * @param thresholds of the script, in place of those that were known when it ran
     */
    public static Merged of(List<Path> places, OptionalInt count, Optional<Map<String, List<String>>> thresholds)
            throws IOException {
        List<Path> files = new ArrayList<>();
        List<PodObservation> observations = new ArrayList<>();
        Optional<ShardsFile> about = Optional.empty();
        for (Path place : places) {
            if (Files.isDirectory(place)) {
                files.addAll(in(place));
                observations.addAll(PodObservation.in(place));
                if (Files.exists(place.resolve(ShardsFile.NAME))) {
                    about = Optional.of(ShardsFile.read(place));
                }
            } else {
                files.add(place);
            }
        }
        int found = files.size();
        return of(
                files,
                about.orElseGet(() -> new ShardsFile(
                        "",
                        "",
                        count.orElse(found),
                        0,
                        "k6",
                        Expectations.NONE,
                        Duration.ZERO,
                        Duration.ZERO,
                        List.of(),
                        Map.of())),
                observations,
                thresholds);
    }

    private static Merged of(
            List<Path> files,
            ShardsFile known,
            List<PodObservation> observations,
            Optional<Map<String, List<String>>> thresholds)
            throws IOException {
        ShardsFile about = thresholds.map(known::holding).orElse(known);
        MergedLoad load = MergedLoad.of(
                files,
                new Facts(
                        about.engine(),
                        about.shards(),
                        about.iterations(),
                        about.cpu(),
                        about.troubles(),
                        about.thresholds()));
        Optional<String> useless = useless(load);
        List<Outcome> outcomes = new ArrayList<>(Evaluation.of(load.result(), about.expected(), useless));
        load.thresholds().outcomes().stream()
                .map(one -> useless.map(why -> new Outcome(one.name(), one.expected(), why, false))
                        .orElse(one))
                .forEach(outcomes::add);
        return new Merged(about, load, outcomes, observations);
    }

    private static Optional<String> useless(MergedLoad load) {
        if (load.whole()) {
            return load.result().succeeded() > 0 ? Optional.empty() : Optional.of("nothing was answered");
        }
        return Optional.of(load.voids().isEmpty() ? "void: arrivals were dropped" : "void: the load is not whole");
    }

    private static List<Path> in(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> String.valueOf(file.getFileName()).matches(".*\\.csv(\\.gz)?"))
                    .toList();
        }
    }

    /** Whether all is as expected. */
    public boolean met() {
        return expectations.stream().allMatch(Outcome::met);
    }

    public String json() {
        return JsonText.of(this);
    }
}
