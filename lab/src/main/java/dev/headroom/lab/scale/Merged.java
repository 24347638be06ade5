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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the parts of a load came to together.
 *
 * @param expectations what became of them and of the script's thresholds, by the sum
 * @param observations what was seen to bind each pod of the service
 * @param countKnown whether anything told how many parts there had to be: else none can be missed
 */
public record Merged(
        ShardsFile about,
        MergedLoad load,
        List<Outcome> expectations,
        List<PodObservation> observations,
        boolean countKnown) {

    public Merged {
        expectations = List.copyOf(expectations);
        observations = List.copyOf(observations);
    }

    /**
     * Adds what is there.
     *
     * @param places a folder with {@link ShardsFile} and the files of the parts, or these files, with it beside them or alone
     * @param count how many parts there have to be, whatever else is told
     * @param thresholds of the script, in place of those that were known when it ran
     */
    public static Merged of(List<Path> places, OptionalInt count, Optional<Map<String, List<String>>> thresholds)
            throws IOException {
        List<Path> files = new ArrayList<>();
        List<PodObservation> observations = new ArrayList<>();
        Set<Path> folders = new LinkedHashSet<>();
        for (Path place : places) {
            if (Files.isDirectory(place)) {
                files.addAll(in(place));
                observations.addAll(PodObservation.in(place));
                folders.add(place);
            } else {
                files.add(place);
                folders.add(Objects.requireNonNull(place.toAbsolutePath().getParent(), "a file is in a folder"));
            }
        }
        Optional<ShardsFile> known = Optional.empty();
        for (Path folder : folders) {
            if (Files.exists(folder.resolve(ShardsFile.NAME))) {
                ShardsFile here = ShardsFile.read(folder);
                if (known.filter(other -> !other.equals(here)).isPresent()) {
                    throw new IOException("the files are of several loads: " + folder.resolve(ShardsFile.NAME)
                            + " tells of another than that before it; merge those of one");
                }
                known = Optional.of(here);
            }
        }
        ShardsFile told = known.orElseGet(() -> unknown(files.size()));
        ShardsFile about = told.with(
                count.orElse(told.facts().shards()),
                thresholds.orElse(told.facts().thresholds()));
        MergedLoad load = MergedLoad.of(files, about.facts());
        Optional<String> useless = useless(load);
        List<Outcome> outcomes = new ArrayList<>(Evaluation.of(load.result(), about.expected(), useless));
        load.thresholds().outcomes().stream()
                .map(one -> useless.map(why -> new Outcome(one.name(), one.expected(), why, false))
                        .orElse(one))
                .forEach(outcomes::add);
        return new Merged(about, load, outcomes, observations, known.isPresent() || count.isPresent());
    }

    /** Of files alone: as many as are there. */
    private static ShardsFile unknown(int found) {
        return new ShardsFile("", "", new Facts("k6", found, 0, Duration.ZERO, false, Map.of()), Expectations.NONE);
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
