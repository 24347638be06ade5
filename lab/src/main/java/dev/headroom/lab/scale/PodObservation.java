package dev.headroom.lab.scale;

import dev.headroom.lab.store.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What was seen to bind one pod of a service: what {@code headroom diagnose --json} said there.
 *
 * @param pod name of the file
 * @param verdict by its id
 * @param limit kind and pool; empty where none binds
 * @param grade how sure it is
 * @param trouble why nothing is known of it; empty where its file was read
 */
public record PodObservation(String pod, String verdict, String limit, String grade, String trouble) {

    /** The folder of the observations, beside the parts of the load. */
    public static final String FOLDER = "observations";

    /** Those that lie beside the parts of a load; none where nobody watched. One that cannot be read says so, and leaves the others. */
    static List<PodObservation> in(Path folder) throws IOException {
        Path observations = folder.resolve(FOLDER);
        if (!Files.isDirectory(observations)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(observations)) {
            return all.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .map(PodObservation::read)
                    .toList();
        }
    }

    private static PodObservation read(Path file) {
        String pod = String.valueOf(file.getFileName()).replaceAll("\\.json$", "");
        try {
            return read(pod, file);
        } catch (IOException e) {
            return new PodObservation(pod, "", "", "", String.valueOf(e.getMessage()));
        }
    }

    private static PodObservation read(String pod, Path file) throws IOException {
        JsonNode diagnosis = JsonText.read(file).path("diagnosis");
        if (!diagnosis.isObject()) {
            throw new IOException(file + " is no diagnosis of `headroom diagnose --json`");
        }
        JsonNode limit = diagnosis.path("bindingLimit");
        return new PodObservation(
                pod,
                diagnosis.path("verdict").asString(""),
                (limit.path("kind").asString("") + " " + limit.path("pool").asString("")).strip(),
                diagnosis.path("standing").asString(""),
                "");
    }

    /** Whether all that were read say the same. */
    public static boolean agree(List<PodObservation> all) {
        return all.stream()
                        .filter(one -> one.trouble().isEmpty())
                        .map(one -> one.verdict() + " " + one.limit())
                        .distinct()
                        .count()
                < 2;
    }
}
