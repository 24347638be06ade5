package dev.headroom.lab.store;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.result.Run;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where the results of one experiment go: {@code <out>/<experiment>/<time>/<variant>/run.json}, beside each the output
 * of its services, and {@code experiment.json} for all. {@code <out>/<experiment>/latest} links to the newest. Only the user may read it.
 *
 * @param path the folder of this execution
 */
public record ResultsFolder(Path path) {

    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss");
    private static final String EXPERIMENT = "experiment.json";
    private static final String MADE_OF = "made-of.json";

    /**
     * Every run of a folder.
     *
     * @param runs in no order
     * @param unreadable files that hold none that can be read, with why and what to do
     */
    public record Stored(List<Run> runs, List<String> unreadable) {
        public Stored {
            runs = List.copyOf(runs);
            unreadable = List.copyOf(unreadable);
        }
    }

    /**
     * A new folder, named by the local time; two within one second get a number.
     *
     * @param told where {@code latest} does not lead there
     */
    public static ResultsFolder create(Path out, String experiment, LocalDateTime now, Consumer<String> told)
            throws IOException {
        Path parent = PrivateFiles.directories(out.toAbsolutePath().normalize().resolve(experiment));
        for (int number = 1; ; number++) {
            String name = NAME.format(now) + (number == 1 ? "" : "-" + number);
            try {
                ResultsFolder folder = new ResultsFolder(PrivateFiles.directory(parent.resolve(name)));
                LatestLink.to(folder.path()).ifPresent(told);
                return folder;
            } catch (FileAlreadyExistsException e) {
                // taken by a run that began in the same second
            }
        }
    }

    /** An empty folder for a variant; what an interrupted run left in it is removed. */
    public Path start(String variant) throws IOException {
        Path folder = PrivateFiles.directories(path.resolve(variant));
        try (var leftovers = Files.newDirectoryStream(folder)) {
            for (Path leftover : leftovers) {
                if (Files.isRegularFile(leftover)) {
                    Files.delete(leftover);
                }
            }
        }
        return folder;
    }

    /** Keeps what a variant has completed, until {@link #forget} or {@link #putBack}: it runs again. */
    public void keepBefore(String variant) throws IOException {
        new EarlierResults(path.resolve(variant)).keep();
    }

    /** The variant has completed again. */
    public void forget(String variant) {
        new EarlierResults(path.resolve(variant)).forget();
    }

    /** @return whether the variant had run again and not completed, so that its earlier run is in its place once more */
    public boolean putBack(String variant) throws IOException {
        EarlierResults earlier = new EarlierResults(path.resolve(variant));
        if (completed(variant).isPresent()) {
            earlier.forget();
            return false;
        }
        return earlier.putBack();
    }

    /** The run of a variant, where it was completed before. */
    public Optional<Run> completed(String variant) throws IOException {
        Path file = path.resolve(variant).resolve(RunFile.NAME);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        return Optional.of(RunFile.read(file))
                .filter(run -> run.failure().isEmpty() && run.leftOut().isEmpty());
    }

    /** Keeps what a run is made of, before it begins. */
    public static void keep(MadeOf madeOf, Path folder) throws IOException {
        RunFile.replace(folder.resolve(MADE_OF), JsonText.of(madeOf));
    }

    /** What the run of a variant was made of; empty in folders of earlier builds. */
    public Optional<MadeOf> madeOf(String variant) throws IOException {
        return read(path.resolve(variant).resolve(MADE_OF), MadeOf.class);
    }

    /** Every run that is stored here; of a variant that runs again the earlier one, until the new one is stored. */
    public Stored runs() throws IOException {
        List<Run> runs = new ArrayList<>();
        List<String> unreadable = new ArrayList<>();
        // the folder may itself be a link, as `latest` is
        try (Stream<Path> files = Files.find(path.toRealPath(), 2, (file, kind) -> file.endsWith(RunFile.NAME))) {
            for (Path file : files.sorted().toList()) {
                if (EarlierResults.isReplaced(Objects.requireNonNull(file.getParent()))) {
                    continue;
                }
                try {
                    runs.add(RunFile.read(file));
                } catch (BadRunFileException e) {
                    unreadable.add(e.withAdvice());
                }
            }
        }
        return new Stored(runs, unreadable);
    }

    /** Keeps the experiment as it is run. */
    public void keep(Experiment experiment) throws IOException {
        RunFile.replace(path.resolve(EXPERIMENT), JsonText.of(experiment));
    }

    /** The experiment as it was run; empty in folders of earlier builds. */
    public Optional<Experiment> experiment() throws IOException {
        return read(path.resolve(EXPERIMENT), Experiment.class);
    }

    private static <T> Optional<T> read(Path file, Class<T> type) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(RecordJson.read(RecordJson.MAPPER.readTree(RunFile.textOf(file)), type));
        } catch (JacksonException e) {
            throw new BadRunFileException(file + ": " + JsonText.why(e), e);
        }
    }

    /** Names of the parts in which the two differ, as files name them. */
    public static List<String> differences(Record one, Record other) {
        ObjectNode json = RecordJson.write(other);
        return RecordJson.write(one).properties().stream()
                .filter(part -> !part.getValue().equals(json.get(part.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }
}
