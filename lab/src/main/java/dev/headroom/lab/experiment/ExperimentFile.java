package dev.headroom.lab.experiment;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Reads experiment files, and finds the place in one that a later mistake goes back to. */
public final class ExperimentFile {

    private ExperimentFile() {}

    /** Holds the file against the schema and against itself, and tells all mistakes at once. */
    public static Experiment read(Path file) throws InvalidExperimentException {
        return read(file, System.getenv());
    }

    /** @param environment where the values of <code>${env.NAME}</code> come from */
    public static Experiment read(Path file, Map<String, String> environment) throws InvalidExperimentException {
        return read(YamlDocument.read(file, environment));
    }

    static Experiment read(YamlDocument document) throws InvalidExperimentException {
        List<Mistake> mistakes = new ArrayList<>(document.mistakes());
        mistakes.addAll(SchemaCheck.check(document));
        mistakes.addAll(Semantics.check(document));
        mistakes.sort(Comparator.comparing(mistake -> new Place(mistake.line(), mistake.column())));
        InvalidExperimentException.throwIfAny(mistakes);
        Experiment experiment = new ExperimentReader(document).read();
        InvalidExperimentException.throwIfAny(K6Checks.check(document, experiment));
        return experiment;
    }

    /** What is no mistake, and to be known before a run: of a file that has none. */
    public static List<Mistake> warnings(Path file) throws InvalidExperimentException {
        YamlDocument document = YamlDocument.read(file);
        List<Mistake> warnings = new ArrayList<>(OpenSecrets.find(document));
        warnings.addAll(ForeignHosts.inValues(document));
        return warnings;
    }

    /** The variants that were asked for, in the order of the file; all where none was. */
    public static List<Variant> select(Experiment experiment, List<String> names) throws InvalidExperimentException {
        List<String> known = experiment.variants().stream().map(Variant::name).toList();
        List<Mistake> mistakes = new ArrayList<>();
        for (String name : names) {
            if (!known.contains(name)) {
                mistakes.add(
                        mistakeAt(experiment, "/variants", "no variant `" + name + "`", Nearest.expected(name, known)));
            }
        }
        InvalidExperimentException.throwIfAny(mistakes);
        return experiment.variants().stream()
                .filter(variant -> names.isEmpty() || names.contains(variant.name()))
                .toList();
    }

    /** A mistake in the port of a service that shows only when the service is to start. */
    public static Mistake portMistake(Experiment experiment, String service, String found, String expected) {
        return mistakeAt(experiment, YamlDocument.child("/services", service) + "/port", found, expected);
    }

    /** A mistake in a service that shows only when it is to be watched. */
    public static Mistake serviceMistake(Experiment experiment, String service, String found, String expected) {
        return mistakeAt(experiment, YamlDocument.child("/services", service), found, expected);
    }

    private static Mistake mistakeAt(Experiment experiment, String pointer, String found, String expected) {
        Path file = experiment.file();
        try {
            return Mistake.at(file, YamlDocument.read(file).key(pointer), found, expected);
        } catch (InvalidExperimentException e) {
            // The file went away or changed since it was read: the mistake stands, only its line is lost.
            return Mistake.at(file, Place.NONE, found, expected);
        }
    }
}
