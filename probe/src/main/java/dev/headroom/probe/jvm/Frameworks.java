package dev.headroom.probe.jvm;

import dev.headroom.core.libraries.Libraries;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/** Tells what a program is made with, by its main class, the names of its jars, and what lies in the jar that was started. */
final class Frameworks {

    /**
     * @param main beginning of a main class
     * @param jar name of a jar, without its version
     * @param type a class of it, in a jar that everything was packed into
     * @param attribute of a manifest that has its version; empty where there is none
     */
    private record Marker(String name, String main, String jar, String type, String attribute) {

        Optional<String> version(String file) {
            Matcher matcher = Pattern.compile("(?:.*[./])?" + Pattern.quote(jar) + "(?:-(\\d[^/]*))?\\.jar")
                    .matcher(file);
            return matcher.matches() ? Optional.of(matcher.group(1) == null ? "" : matcher.group(1)) : Optional.empty();
        }
    }

    private static final List<Marker> ALL = Libraries.packed()
            .with("framework")
            .map(section -> new Marker(
                    section.text("framework"),
                    section.text("main"),
                    section.text("jar"),
                    section.text("contains"),
                    section.text("manifest")))
            .toList();

    /** Of a jar that is looked into; the largest with everything packed into it have some hundred MB. */
    private static final long MOST_BYTES = 2L << 30;

    /** Bytes: room for 200,000 entries. */
    private static final long LONGEST_DIRECTORY = 32L << 20;

    /** Bytes. */
    private static final int LONGEST_MANIFEST = 1 << 20;

    private static final int DIRECTORY_END = 22;
    private static final int DIRECTORY_END_MAGIC = 0x06054b50;
    private static final int DIRECTORY_SIZE = 12;
    private static final int LONGEST_COMMENT = 0xffff;

    private final Map<String, String> found = new LinkedHashMap<>();

    private Frameworks() {}

    /** By name, with the version where a file name or a manifest tells it; those that build on others first. */
    static List<String> of(LinuxProcess process, CommandLine command) {
        Frameworks frameworks = new Frameworks();
        frameworks.main(command.main());
        Set<String> files =
                new LinkedHashSet<>(Arrays.asList(command.classPath().split(":", -1)));
        process.opened().filter(file -> file.endsWith(".jar")).forEach(files::add);
        files.forEach(frameworks::file);
        if (!command.jar().isEmpty()) {
            process.with(command.jar(), MOST_BYTES, frameworks::jar);
        }
        return ALL.stream()
                .map(Marker::name)
                .distinct()
                .filter(frameworks.found::containsKey)
                .map(name -> (name + " " + frameworks.found.get(name)).strip())
                .toList();
    }

    private void main(String type) {
        ALL.stream().filter(marker -> type.startsWith(marker.main())).forEach(marker -> add(marker.name(), ""));
    }

    private void file(String name) {
        ALL.forEach(marker -> marker.version(name).ifPresent(version -> add(marker.name(), version)));
    }

    private void add(String name, String version) {
        found.merge(name, version, (one, other) -> one.isEmpty() ? other : one);
    }

    private Optional<Path> jar(Path file) throws IOException {
        if (longestDirectory(file) > LONGEST_DIRECTORY) {
            return Optional.empty();
        }
        try (JarFile jar = new JarFile(file.toFile(), false)) {
            Attributes attributes = manifest(jar).getMainAttributes();
            ALL.stream()
                    .filter(marker -> !marker.attribute().isEmpty())
                    .forEach(marker -> Optional.ofNullable(attributes.getValue(marker.attribute()))
                            .ifPresent(version -> add(marker.name(), version)));
            Optional.ofNullable(attributes.getValue(Attributes.Name.MAIN_CLASS)).ifPresent(this::main);
            jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".jar"))
                    .forEach(this::file);
            Optional.ofNullable(attributes.getValue(Attributes.Name.CLASS_PATH))
                    .ifPresent(path -> List.of(path.split(" +", -1)).forEach(this::file));
            ALL.stream()
                    .filter(marker -> jar.getEntry(marker.type() + ".class") != null)
                    .forEach(marker -> add(marker.name(), ""));
            return Optional.of(file);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // no jar that could be read: what the names told stands
        }
    }

    private static Manifest manifest(JarFile jar) throws IOException {
        ZipEntry entry = jar.getEntry(JarFile.MANIFEST_NAME);
        if (entry == null) {
            return new Manifest();
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return new Manifest(new ByteArrayInputStream(in.readNBytes(LONGEST_MANIFEST)));
        }
    }

    /** Bytes of the directory that Java would read at once; of all that the end of the file may mean. */
    private static long longestDirectory(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer tail = ByteBuffer.allocate((int) Math.min(channel.size(), DIRECTORY_END + LONGEST_COMMENT))
                    .order(ByteOrder.LITTLE_ENDIAN);
            while (tail.hasRemaining() && channel.read(tail, channel.size() - tail.remaining()) > 0) {
                // goes on until all of it is there
            }
            long longest = 0;
            for (int at = 0; at + DIRECTORY_END <= tail.position(); at++) {
                if (tail.getInt(at) == DIRECTORY_END_MAGIC) {
                    longest = Math.max(longest, tail.getInt(at + DIRECTORY_SIZE) & 0xffffffffL);
                }
            }
            return longest;
        }
    }
}
