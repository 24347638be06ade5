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
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * What the parts of a load came to together.
 *
 * @param expectations what became of them, by the sum
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
     */
    public static Merged of(List<Path> places, OptionalInt count) throws IOException {
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
                        List.of())),
                observations);
    }

    private static Merged of(List<Path> files, ShardsFile about, List<PodObservation> observations) throws IOException {
        MergedLoad load = MergedLoad.of(
                files, new Facts(about.engine(), about.shards(), about.iterations(), about.cpu(), about.troubles()));
        return new Merged(about, load, Evaluation.of(load.result(), about.expected(), useless(load)), observations);
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
