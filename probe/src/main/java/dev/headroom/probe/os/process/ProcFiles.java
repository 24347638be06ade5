package dev.headroom.probe.os.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Reads Linux' {@code /proc}; everything is empty where there is none, or where what it speaks of has ended. */
public final class ProcFiles {

    /** Bytes: a table of 400,000 connections has so many, and no other file a tenth of it. */
    private static final int MOST = 64 << 20;

    /** Far beyond what the kernel lets a process map by default, 65,530. */
    private static final int MOST_LINES = 1 << 20;

    private ProcFiles() {}

    /** Also empty where it is longer than any that we would want to hold. */
    public static Optional<String> text(String path) {
        try {
            return bytes(Path.of(path), MOST).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Of any file; empty where it has more than {@code most}. */
    public static Optional<byte[]> bytes(Path path, int most) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(most + 1);
            return bytes.length > most ? Optional.empty() : Optional.of(bytes);
        }
    }

    /** The first of its lines that fits, however many there are; each is as short as the kernel makes it. */
    public static Optional<String> line(String path, Predicate<String> fits) {
        try (Stream<String> lines = Files.lines(Path.of(path), StandardCharsets.ISO_8859_1)) {
            return lines.limit(MOST_LINES).filter(fits).findFirst();
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /** What stands behind a name and a colon, in a text of such lines. */
    public static Optional<String> field(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst();
    }

    /** The number after a name, in a text of such lines; a unit may follow. */
    static Optional<Long> number(String text, String name) {
        return text.lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(words -> words.length > 1 && words[0].equals(name) && words[1].matches("\\d{1,18}"))
                .map(words -> Long.parseLong(words[1]))
                .findFirst();
    }

    public static List<Path> list(String folder) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of(folder))) {
            entries.forEach(found::add);
        } catch (IOException e) {
            return List.of();
        }
        return found;
    }

    /** Numbers of all processes that are shown. */
    public static LongStream processes() {
        return list("/proc").stream()
                .map(folder -> folder.getFileName().toString())
                .filter(name -> name.matches("\\d{1,9}"))
                .mapToLong(Long::parseLong);
    }

    /** Whether it is surely in our network: its ports, and what the kernel tells of them, are then ours. */
    public static boolean isOfOurNetwork(long pid) {
        Optional<String> network = link(Path.of("/proc/" + pid + "/ns/net"));
        return network.isPresent() && network.equals(link(Path.of("/proc/self/ns/net")));
    }

    public static Optional<String> link(Path link) {
        try {
            return Optional.of(Files.readSymbolicLink(link).toString());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
