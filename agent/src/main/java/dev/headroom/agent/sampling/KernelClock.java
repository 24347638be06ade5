package dev.headroom.agent.sampling;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The processor time of threads that no management bean knows, such as the VM's own, which walks stacks, as Linux accounts for
 * it: {@code /proc/self/task/<id>/schedstat} begins with the nanoseconds spent on a core. Elsewhere it knows none.
 */
final class KernelClock implements AutoCloseable {

    private static final int LONGEST = 64;

    private final List<RandomAccessFile> files;
    private final byte[] buffer = new byte[LONGEST];

    private KernelClock(List<RandomAccessFile> files) {
        this.files = files;
    }

    static KernelClock none() {
        return new KernelClock(List.of());
    }

    /** Of the threads there are now whose names begin so. */
    static KernelClock of(String name) {
        List<RandomAccessFile> found = new ArrayList<>();
        Path tasks = Path.of("/proc/self/task");
        if (Files.isDirectory(tasks)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
                for (Path task : all) {
                    Path file = task.resolve("schedstat");
                    if (Files.readString(task.resolve("comm")).startsWith(name) && Files.isReadable(file)) {
                        found.add(new RandomAccessFile(file.toFile(), "r"));
                    }
                }
            } catch (IOException | RuntimeException e) {
                return new KernelClock(
                        found); // a thread that ended while it was looked at, or a kernel that does not tell
            }
        }
        return new KernelClock(found);
    }

    boolean isEmpty() {
        return files.isEmpty();
    }

    /** Nanoseconds on a core so far, of all of them. */
    long nanos() throws IOException {
        long sum = 0;
        for (RandomAccessFile file : files) {
            file.seek(0);
            int length = Math.max(0, file.read(buffer));
            String text = new String(buffer, 0, length, StandardCharsets.US_ASCII);
            int end = text.indexOf(' ');
            sum += end < 1 ? 0 : Long.parseLong(text.substring(0, end));
        }
        return sum;
    }

    @Override
    public void close() throws IOException {
        for (RandomAccessFile file : files) {
            file.close();
        }
    }
}
