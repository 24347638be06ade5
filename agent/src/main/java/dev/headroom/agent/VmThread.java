package dev.headroom.agent;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The processor time of the VM's own thread, which walks stacks and which no management bean knows, as Linux accounts for
 * it: {@code /proc/self/task/<id>/schedstat} begins with the nanoseconds spent on a core.
 */
final class VmThread {

    private static final String NAME = "VM Thread";
    private static final int LONGEST = 64;

    private final RandomAccessFile file;
    private final byte[] buffer = new byte[LONGEST];

    private VmThread(RandomAccessFile file) {
        this.file = file;
    }

    /** Empty on other systems, and where the kernel keeps no such account. */
    static Optional<VmThread> find() {
        Path tasks = Path.of("/proc/self/task");
        if (!Files.isDirectory(tasks)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                if (Files.readString(task.resolve("comm")).strip().equals(NAME)) {
                    Path file = task.resolve("schedstat");
                    return Files.isReadable(file)
                            ? Optional.of(new VmThread(new RandomAccessFile(file.toFile(), "r")))
                            : Optional.empty();
                }
            }
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.empty(); // a thread that ended while it was looked at, or a kernel that does not tell
        }
    }

    /** Nanoseconds on a core so far. */
    long nanos() throws IOException {
        file.seek(0);
        int length = Math.max(0, file.read(buffer));
        String text = new String(buffer, 0, length, StandardCharsets.US_ASCII);
        int end = text.indexOf(' ');
        return end < 1 ? 0 : Long.parseLong(text.substring(0, end));
    }
}
