package dev.headroom.lab.store;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.result.Run;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
    private static final String LATEST = "latest";
    private static final String EXPERIMENT = "experiment.json";
    private static final String MADE_OF = "made-of.json";

    /** A new folder, named by the local time; two within one second get a number. */
    public static ResultsFolder create(Path out, String experiment, LocalDateTime now) throws IOException {
        Path parent = PrivateFiles.directories(out.toAbsolutePath().normalize().resolve(experiment));
        for (int number = 1; ; number++) {
            String name = NAME.format(now) + (number == 1 ? "" : "-" + number);
            try {
                ResultsFolder folder = new ResultsFolder(PrivateFiles.directory(parent.resolve(name)));
                folder.linkLatest();
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
        RunFile.replace(folder.resolve(MADE_OF), RecordJson.pretty(RecordJson.write(madeOf)));
    }

    /** What the run of a variant was made of; empty in folders of earlier builds. */
    public Optional<MadeOf> madeOf(String variant) throws IOException {
        return read(path.resolve(variant).resolve(MADE_OF), MadeOf.class);
    }

    /** Every run that is stored here, in no order. */
    public List<Run> runs() throws IOException {
        List<Run> runs = new ArrayList<>();
        // the folder may itself be a link, as `latest` is
        try (Stream<Path> files = Files.find(path.toRealPath(), 2, (file, kind) -> file.endsWith(RunFile.NAME))) {
            for (Path file : files.toList()) {
                runs.add(RunFile.read(file));
            }
        }
        return runs;
    }

    /** Keeps the experiment as it is run. */
    public void keep(Experiment experiment) throws IOException {
        RunFile.replace(path.resolve(EXPERIMENT), RecordJson.pretty(RecordJson.write(experiment)));
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

    private void linkLatest() throws IOException {
        Path parent = Objects.requireNonNull(path.getParent());
        Path next = parent.resolve(LATEST + ".next");
        try {
            Files.deleteIfExists(next);
            Files.createSymbolicLink(next, path.getFileName());
            Files.move(
                    next, parent.resolve(LATEST), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (UnsupportedOperationException e) {
            // A file system without links: the folders sort by time, the last one is the newest.
        }
    }
}
