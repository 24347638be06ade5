package dev.headroom.lab.store;

import dev.headroom.core.model.experiment.Service;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What a run was made of beside its variant and its load. Who resumes an experiment does not compare runs of other services, or of another build.
 *
 * @param files SHA-256 of what the run executes and sends, by path: jars, class paths, scripts of load tools, values and bodies of requests. What a command reads, or a script loads, is not known.
 * @param options of the command line that a run hangs on, by name; empty in folders of earlier builds, which are not compared in them
 */
public record MadeOf(List<Service> services, String watch, Map<String, String> files, Map<String, String> options) {

    public MadeOf {
        services = List.copyOf(services);
        files = Map.copyOf(files);
        options = Map.copyOf(options);
    }

    /** Names of the parts, files and options in which the two differ. */
    public List<String> differences(MadeOf now) {
        List<String> differences = new ArrayList<>();
        if (!services.equals(now.services)) {
            differences.add("services");
        }
        if (!watch.equals(now.watch)) {
            differences.add("watch");
        }
        Stream.concat(files.keySet().stream(), now.files.keySet().stream())
                .distinct()
                .sorted()
                .filter(file -> !Objects.equals(files.get(file), now.files.get(file)))
                .map(file -> Path.of(file).getFileName().toString())
                .forEach(differences::add);
        options.keySet().stream()
                .sorted()
                .filter(option -> !Objects.equals(options.get(option), now.options.get(option)))
                .forEach(differences::add);
        return differences;
    }
}
