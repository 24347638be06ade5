package dev.headroom.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Turns EXPERIMENT, the name of a bundled case or the path of a YAML file, into a file. */
final class ExperimentArgument {

    private ExperimentArgument() {}

    static Path resolve(String argument, BundledCases cases) throws BadInput {
        var bundled = cases.find(argument);
        if (bundled.isPresent()) {
            return bundled.get();
        }
        Path file = Path.of(argument);
        if (Files.isRegularFile(file)) {
            return file;
        }
        String names = cases.all().stream().map(BundledCases.Case::name).collect(Collectors.joining(", "));
        throw new BadInput("no experiment '%s': it is neither a bundled case (%s) nor a YAML file"
                .formatted(argument, names.isEmpty() ? "none found" : names));
    }
}
