package dev.headroom.lab.service;

import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * JDKs of this machine by major version, in the places where they are usually put, in this order: the folders that the environment
 * variable {@code HEADROOM_JDKS} lists; variables that are named for a version ({@code JAVA_HOME_17_X64}, {@code JDK_17},
 * {@code JAVA17_HOME}); the one that Headroom runs on; {@code JAVA_HOME}; Maven's {@code ~/.m2/toolchains.xml};
 * {@code /usr/lib/jvm}, {@code /usr/java}, {@code /opt/java}; SDKMAN's candidates, {@code ~/.jdks},
 * {@code Library/Java/JavaVirtualMachines} of the system and of the user. A JRE will do as well: nothing is compiled.
 */
public final class Jdks {

    private static final Predicate<String> OF_A_VERSION = Pattern.compile(
                    "(JAVA_HOME|JDK)_?\\d+(_\\w+)?|(JAVA|JDK)_?\\d+_HOME")
            .asMatchPredicate();
    private static final Pattern TOOLCHAIN = Pattern.compile("<jdkHome>\\s*([^<]+?)\\s*</jdkHome>");

    private final List<Path> places;

    Jdks(List<Path> places) {
        this.places = List.copyOf(places);
    }

    public static Jdks ofThisMachine() {
        return in(System.getenv(), Path.of(System.getProperty("user.home")));
    }

    static Jdks in(Map<String, String> environment, Path home) {
        List<Path> places = new ArrayList<>();
        add(places, Stream.of(environment.getOrDefault("HEADROOM_JDKS", "").split(File.pathSeparator)));
        add(
                places,
                new TreeMap<>(environment)
                        .entrySet().stream()
                                .filter(variable -> OF_A_VERSION.test(variable.getKey()))
                                .map(Map.Entry::getValue));
        add(places, Stream.of(System.getProperty("java.home"), environment.getOrDefault("JAVA_HOME", "")));
        add(places, toolchains(home.resolve(".m2/toolchains.xml")));
        add(places, Stream.of("/usr/lib/jvm", "/usr/java", "/opt/java"));
        String candidates = environment.getOrDefault("SDKMAN_DIR", home + "/.sdkman") + "/candidates/java";
        add(places, Stream.of(candidates, home + "/.jdks"));
        String macOs = "/Library/Java/JavaVirtualMachines";
        add(places, Stream.of(macOs, home + macOs));
        return new Jdks(places);
    }

    private static void add(List<Path> places, Stream<String> folders) {
        folders.map(String::strip)
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .forEach(places::add);
    }

    private static Stream<String> toolchains(Path file) {
        try {
            return Files.isReadable(file)
                    ? TOOLCHAIN.matcher(Files.readString(file)).results().map(found -> found.group(1))
                    : Stream.of();
        } catch (IOException e) {
            return Stream.of(); // not for us to look into
        }
    }

    /**
     * The {@code java} of a JDK; empty where there is none.
     *
     * @param wanted the folder of a JDK, or a major version
     */
    public Optional<Path> java(String wanted) {
        return wanted.chars().allMatch(Character::isDigit)
                ? places.stream()
                        .flatMap(place -> homes(place).stream())
                        .filter(home -> major(home).filter(wanted::equals).isPresent())
                        .findFirst()
                        .map(Jdks::launcher)
                : Optional.of(launcher(Path.of(wanted))).filter(Files::isExecutable);
    }

    /** A place is a JDK itself, or a folder of them, which are tried by name. */
    private static List<Path> homes(Path place) {
        List<Path> homes = new ArrayList<>();
        if (Files.isDirectory(place)) {
            homes.add(place);
            try (DirectoryStream<Path> inside = Files.newDirectoryStream(place)) {
                TreeSet<Path> folders = new TreeSet<>();
                inside.forEach(folders::add);
                for (Path folder : folders) {
                    homes.add(folder);
                    homes.add(folder.resolve("Contents/Home"));
                }
            } catch (IOException e) {
                return homes; // not for us to look into
            }
        }
        return homes;
    }

    /** From the file {@code release}, which every JDK since 9 has. */
    private static Optional<String> major(Path home) {
        Path release = home.resolve("release");
        if (!Files.isReadable(release) || !Files.isExecutable(launcher(home))) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(release)) {
            properties.load(in);
        } catch (IOException e) {
            return Optional.empty();
        }
        String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
        return version.isEmpty() ? Optional.empty() : Optional.of(version.split("[.\\-+]")[0]);
    }

    private static Path launcher(Path home) {
        return home.resolve("bin").resolve("java");
    }
}
