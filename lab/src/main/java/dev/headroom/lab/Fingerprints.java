package dev.headroom.lab;

import dev.headroom.core.model.experiment.Experiment;
import dev.headroom.core.model.experiment.Origin;
import dev.headroom.core.model.experiment.Service;
import dev.headroom.core.model.experiment.Variant;
import dev.headroom.core.model.load.DataSource;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.load.RequestKind;
import dev.headroom.core.text.Ids;
import dev.headroom.lab.experiment.ClassPath;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.store.MadeOf;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What runs are made of, told by what is in the files. Each is read once, however many variants run it. */
final class Fingerprints {

    /** In place of the digest of what cannot be read: it may be another each time. */
    private static final String UNREADABLE = "unreadable";

    private final Map<String, String> digests = new HashMap<>();

    /** @param shown the experiment, fit to be stored */
    MadeOf of(Experiment shown, Variant variant, Load load, RunOptions options) {
        Map<String, String> files = new TreeMap<>();
        paths(shown, variant, load)
                .forEach(path -> files.put(path, digests.computeIfAbsent(path, Fingerprints::digest)));
        Way by = shown.watched().runsAlready() ? options.guest().by() : options.by();
        return new MadeOf(
                shown.services(), shown.watch(), files, Map.of("--by", by.id(), "--prove", Ids.of(options.prove())));
    }

    private static List<String> paths(Experiment experiment, Variant variant, Load load) {
        Stream<String> programs = Stream.concat(
                        experiment.services().stream().map(Service::origin), variant.origin().stream())
                .flatMap(Fingerprints::of);
        Stream<String> scripts = load instanceof Load.Tool tool ? of(tool.program()) : Stream.empty();
        return Stream.of(programs, scripts, requestData(variant))
                .flatMap(paths -> paths)
                .distinct()
                .filter(path -> Files.exists(Path.of(path)))
                .toList();
    }

    /** Files with values of the requests, and with their bodies. */
    private static Stream<String> requestData(Variant variant) {
        Stream<String> values = variant.users().data().stream().map(DataSource::csv);
        Stream<String> bodies = Stream.concat(variant.requests().stream(), variant.users().login().stream())
                .map(RequestKind::bodyFile);
        return Stream.concat(values, bodies).filter(path -> !path.isEmpty());
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

    /** Of a folder that of all its classes, jars and resources, with their names; not of what runs leave there. */
    private static String digest(String path) {
        MessageDigest digest = sha256();
        try {
            Path root = Path.of(path).toRealPath();
            try (Stream<Path> all = Files.walk(root, FileVisitOption.FOLLOW_LINKS)) {
                for (Path file : all.filter(Files::isRegularFile)
                        .filter(one -> isCode(one, root))
                        .sorted()
                        .toList()) {
                    digest.update(root.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                    read(file, digest);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            return UNREADABLE;
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** A folder of classes may be the one in which Headroom runs, with results and logs in it. */
    private static boolean isCode(Path file, Path root) {
        String name = file.getFileName().toString();
        return file.equals(root)
                || name.endsWith(".class")
                || name.endsWith(".jar")
                || name.endsWith(".properties")
                || name.matches(".*\\.(conf|ya?ml|xml|sql)");
    }

    private static void read(Path file, MessageDigest digest) throws IOException {
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java has SHA-256", e);
        }
    }
}
