package dev.headroom.cli.commands;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The experiments that come with Headroom: {@code cases/NAME/experiment.yaml} is called {@code NAME}, and
 * {@code cases/NAME/experiment-X.yaml} is called {@code NAME-X}.
 */
public record BundledCases(Path home) {

    record Case(String name, Path file) {}

    /** All of them, and the name for them together, for shell completion. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(
                            Stream.of(AllCases.NAME),
                            ofLauncher().all().stream().map(Case::name))
                    .iterator();
        }
    }

    /** Those below the folder that the launcher names in {@code headroom.home}, else below the working folder. */
    static BundledCases ofLauncher() {
        return new BundledCases(Path.of(System.getProperty("headroom.home", "")).toAbsolutePath());
    }

    /** The order in which their articles build on each other; a case that is not named comes after them. */
    private static final List<String> ORDER = List.of("users", "facade", "value", "bike", "compose", "upgrade");

    /** One experiment of each case: its own, without the further ones. */
    List<Case> mains() {
        return all().stream()
                .filter(one -> one.file().endsWith("experiment.yaml"))
                .sorted(Comparator.comparingInt(BundledCases::place))
                .toList();
    }

    private static int place(Case one) {
        int place = ORDER.indexOf(one.name());
        return place < 0 ? ORDER.size() : place;
    }

    List<Case> all() {
        Path cases = home.resolve("cases");
        if (!Files.isDirectory(cases)) {
            return List.of();
        }
        try (Stream<Path> files = Files.find(cases, 2, (file, attributes) -> isExperiment(file))) {
            return files.map(file -> new Case(name(file), file))
                    .sorted(Comparator.comparing(Case::name))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the folder " + cases, e);
        }
    }

    Optional<Path> find(String name) {
        return all().stream()
                .filter(one -> one.name().equals(name))
                .map(Case::file)
                .findFirst();
    }

    private static boolean isExperiment(Path file) {
        return file.getFileName().toString().matches("experiment(-.+)?\\.yaml");
    }

    private static String name(Path file) {
        String folder = Objects.requireNonNull(file.getParent()).getFileName().toString();
        return folder + file.getFileName().toString().replaceAll("^experiment|\\.yaml$", "");
    }
}
