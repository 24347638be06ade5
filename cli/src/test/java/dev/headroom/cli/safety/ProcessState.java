package dev.headroom.cli.safety;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the kernel knows of a process: its files, what it has open and mapped, its signals. */
final class ProcessState {

    private static final List<String> LINES =
            List.of("SigCgt", "SigIgn", "SigBlk", "Cpus_allowed_list", "Uid", "Groups");

    /** That a Headroom has a dump written to, with its number. */
    private static final Pattern PIPE = Pattern.compile("headroom-(\\d+)-[0-9a-f-]+\\.json");

    /** Column of {@code /proc/net/unix}; a path may follow. */
    private static final int INODE = 6;

    /** Its id as it knows it itself. */
    private final String inside;

    private final boolean ownTmp;
    private final Path proc;

    /** @param ownTmp whether nobody else writes to its {@code /tmp} */
    ProcessState(long pid, boolean ownTmp) throws IOException {
        this.ownTmp = ownTmp;
        proc = Path.of("/proc", Long.toString(pid));
        try (Stream<String> status = Files.lines(proc.resolve("status"))) {
            inside = status.filter(line -> line.startsWith("NSpid:"))
                    .map(line -> line.substring(line.lastIndexOf('\t') + 1))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** @param recorded whether flight recordings run: their files come and grow */
    void addTo(SortedMap<String, String> facts, boolean recorded) throws IOException {
        for (String line : Files.readAllLines(proc.resolve("status"))) {
            LINES.stream()
                    .filter(name -> line.startsWith(name + ":"))
                    .forEach(name -> facts.put(
                            "process " + name, line.substring(name.length() + 1).strip()));
        }
        walk(proc.resolve("cwd/."), "", facts, recorded);
        walk(proc.resolve("root/tmp/."), "/tmp/", facts, recorded);
        open(facts, recorded);
        try (Stream<String> maps = Files.lines(proc.resolve("maps"))) {
            maps.map(line -> line.indexOf('/') < 0 ? "" : line.substring(line.indexOf('/')))
                    .filter(name -> name.contains(".so") || name.contains(".jar"))
                    .forEach(name -> facts.put("mapped " + plain(name), "yes"));
        }
    }

    private void walk(Path from, String prefix, SortedMap<String, String> facts, boolean recorded) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (!folder.equals(from)) {
                    if (!isIts(from, folder)) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    facts.put("file " + name(folder), "folder");
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (isIts(from, file)) {
                    boolean chunk = file.toString().endsWith(".jfr");
                    String what = attributes.isRegularFile()
                                    && !chunk
                                    && !file.toString().contains("hsperfdata")
                            ? attributes.size() + " bytes"
                            : "there";
                    facts.put((chunk && recorded ? "chunk " : "file ") + name(file), what);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE; // gone meanwhile
            }

            private boolean isIts(Path from, Path file) {
                String first = from.relativize(file).getName(0).toString();
                return !prefix.equals("/tmp/")
                        || ownTmp
                        || plain(first).contains("PID")
                        || isOfOurs(first)
                        || first.startsWith("headroom-") && isOfItsUser(from.resolve(first));
            }

            private String name(Path file) {
                return plain(prefix + from.relativize(file));
            }
        });
    }

    /** A pipe of a Headroom that was started here, or that has ended: those of others who are at work come and go. */
    private static boolean isOfOurs(String file) {
        Matcher pipe = PIPE.matcher(file);
        return pipe.matches()
                && ProcessHandle.of(Long.parseLong(pipe.group(1)))
                        .filter(ProcessHandle::isAlive)
                        .filter(one ->
                                !ancestors(one).contains(ProcessHandle.current().pid()))
                        .isEmpty();
    }

    private static List<Long> ancestors(ProcessHandle process) {
        return Stream.iterate(process.parent(), Optional::isPresent, one -> one.flatMap(ProcessHandle::parent))
                .map(one -> one.orElseThrow().pid())
                .toList();
    }

    /** Where that is another than ours: what we have in a common folder is not its. */
    private boolean isOfItsUser(Path file) {
        try {
            Object owner = Files.getAttribute(file, "unix:uid");
            return owner.equals(Files.getAttribute(proc, "unix:uid"))
                    && !owner.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException e) {
            return false; // gone meanwhile
        }
    }

    private void open(SortedMap<String, String> facts, boolean recorded) throws IOException {
        Map<String, String> unix;
        try (Stream<String> sockets = Files.lines(proc.resolve("net/unix"))) {
            unix = sockets.map(line -> line.strip().split(" +", -1))
                    .filter(cells -> cells.length > INODE)
                    .collect(Collectors.toMap(
                            cells -> "socket:[" + cells[INODE] + "]",
                            cells -> cells.length > INODE + 1 ? "socket " + cells[INODE + 1] : "socket",
                            (one, other) -> one));
        }
        try (Stream<Path> open = Files.list(proc.resolve("fd"))) {
            open.map(ProcessState::link)
                    .filter(name -> !name.isEmpty() && (!name.startsWith("socket:") || unix.containsKey(name)))
                    .filter(name -> !recorded || !name.endsWith(".jfr")) // the recorder goes from file to file
                    .map(name -> plain(unix.getOrDefault(name, name)))
                    .forEach(name -> facts.merge(
                            "open " + name, "1", (one, other) -> Integer.toString(Integer.parseInt(one) + 1)));
        }
    }

    static String link(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (NoSuchFileException e) {
            return ""; // closed meanwhile
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same in each run. */
    private String plain(String name) {
        return name.replaceAll("\\d{4}(_\\d\\d){5}", "DATE")
                .replaceAll("(?<=pid|_|/)" + inside + "(?!\\d)", "PID")
                .replaceAll("headroom-(\\d+-)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "headroom-UUID")
                .replaceAll("pipe:\\[\\d+\\]", "pipe");
    }
}
