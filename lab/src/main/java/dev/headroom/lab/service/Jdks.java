package dev.headroom.lab.service;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * JDKs of this machine by major version, in the places where they are usually put: the folders that the environment variable
 * {@code HEADROOM_JDKS} lists, {@code /usr/lib/jvm}, {@code ~/.sdkman/candidates/java}, {@code ~/.jdks},
 * {@code /Library/Java/JavaVirtualMachines}; and the one that Headroom runs on.
 */
public final class Jdks {

    private static final String LISTED = "HEADROOM_JDKS";

    private final List<Path> places;

    Jdks(List<Path> places) {
        this.places = List.copyOf(places);
    }

    public static Jdks ofThisMachine() {
        List<Path> places = new ArrayList<>();
        for (String listed : System.getenv().getOrDefault(LISTED, "").split(java.io.File.pathSeparator)) {
            if (!listed.isBlank()) {
                places.add(Path.of(listed.strip()));
            }
        }
        Path home = Path.of(System.getProperty("user.home"));
        places.addAll(List.of(
                Path.of(System.getProperty("java.home")),
                Path.of("/usr/lib/jvm"),
                home.resolve(".sdkman/candidates/java"),
                home.resolve(".jdks"),
                Path.of("/Library/Java/JavaVirtualMachines")));
        return new Jdks(places);
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

    /** A place is a JDK itself, or a folder of them. */
    private static List<Path> homes(Path place) {
        List<Path> homes = new ArrayList<>();
        if (Files.isDirectory(place)) {
            homes.add(place);
            try (DirectoryStream<Path> inside = Files.newDirectoryStream(place)) {
                for (Path folder : inside) {
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
