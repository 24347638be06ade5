package dev.headroom.cli.commands;

import dev.headroom.cli.exit.BadInput;
import dev.headroom.lab.experiment.Nearest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns EXPERIMENT, the name of a bundled case or the path of a YAML file, into a file. */
final class ExperimentArgument {

    /** More file names would hide the message. */
    private static final int MOST_LISTED = 12;

    private ExperimentArgument() {}

    private static Path path(String argument) throws BadInput {
        try {
            return Path.of(argument);
        } catch (InvalidPathException e) {
            throw new BadInput("no experiment '" + argument + "': " + e.getReason());
        }
    }

    static Path resolve(String argument, BundledCases cases) throws BadInput {
        var bundled = cases.find(argument);
        if (bundled.isPresent()) {
            return bundled.get();
        }
        Path file = path(argument);
        if (Files.isRegularFile(file)) {
            return file;
        }
        if (Files.isDirectory(file)) {
            throw new BadInput(argument + " is a folder; say which file in it: " + listed(file));
        }
        if (argument.matches(".*\\.ya?ml") || file.getNameCount() > 1) {
            Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
            throw new BadInput("no experiment file " + argument + "; in " + folder + " there is: " + listed(folder));
        }
        List<String> names = cases.all().stream().map(BundledCases.Case::name).toList();
        throw new BadInput("no experiment '%s': it is neither a bundled case nor a YAML file; expected %s"
                .formatted(argument, Nearest.expected(argument, names)));
    }

    private static String listed(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches(".*\\.ya?ml"))
                    .sorted()
                    .limit(MOST_LISTED)
                    .collect(Collectors.collectingAndThen(
                            Collectors.joining(", "), names -> names.isEmpty() ? "no YAML file" : names));
        } catch (IOException | UncheckedIOException e) {
            return "no folder that can be read";
        }
    }
}
