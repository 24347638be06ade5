package dev.headroom.lab.store;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Origin;
import dev.headroom.core.model.experiment.Service;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import dev.headroom.lab.experiment.ClassPath;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a run was made of beside its variant and its load. Who resumes an experiment does not compare runs of other services, or of another build.
 *
 * @param files SHA-256 of what the run executes, by path: jars, class paths, scripts of load tools. What a command reads, or a script loads, is not known.
 */
public record MadeOf(List<Service> services, String watch, Map<String, String> files) {

    public MadeOf {
        services = List.copyOf(services);
        files = Map.copyOf(files);
    }

    /** Reads each file once, however many variants run it. */
    public static final class Reader {

        private final Map<String, String> digests = new HashMap<>();

        /** @param shown the experiment, fit to be stored */
        public MadeOf of(Experiment shown, Variant variant, Load load) throws IOException {
            Map<String, String> files = new TreeMap<>();
            for (String path : paths(shown, variant, load)) {
                if (!digests.containsKey(path)) {
                    digests.put(path, digest(Path.of(path)));
                }
                files.put(path, digests.get(path));
            }
            return new MadeOf(shown.services(), shown.watch(), files);
        }
    }

    /** Names of the parts and files in which the two differ. */
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
                .filter(file -> !Optional.ofNullable(files.get(file)).equals(Optional.ofNullable(now.files.get(file))))
                .map(file -> Path.of(file).getFileName().toString())
                .forEach(differences::add);
        return differences;
    }

    private static List<String> paths(Experiment experiment, Variant variant, Load load) {
        Stream<String> programs = Stream.concat(
                        experiment.services().stream().map(Service::origin), variant.origin().stream())
                .flatMap(MadeOf::of);
        return Stream.concat(programs, load instanceof Load.Tool tool ? of(tool.program()) : Stream.empty())
                .distinct()
                .filter(path -> Files.exists(Path.of(path)))
                .toList();
    }

    private static Stream<String> of(Origin origin) {
        return switch (origin) {
            case Origin.Jar jar -> Stream.of(jar.file().toString());
            case Origin.MainClass main -> entries(ClassPath.of(main.classPath()));
            case Origin.Command command -> Stream.empty();
            case Origin.Running running -> Stream.empty();
        };
    }

    private static Stream<String> of(Program program) {
        return switch (program) {
            case Program.Jmeter jmeter -> Stream.of(jmeter.plan());
            case Program.Gatling gatling -> entries(gatling.classPath());
            case Program.K6 k6 -> Stream.of(k6.script());
            case Program.Command command -> Stream.empty();
        };
    }

    private static Stream<String> entries(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator)).filter(entry -> !entry.isEmpty());
    }

    /** Of a folder that of all its files, with their names. */
    private static String digest(Path path) throws IOException {
        MessageDigest digest = sha256();
        try (Stream<Path> all = Files.walk(path)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                digest.update(path.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                try (InputStream in = Files.newInputStream(file)) {
                    byte[] buffer = new byte[1 << 16];
                    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                        digest.update(buffer, 0, read);
                    }
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java has SHA-256", e);
        }
    }
}
