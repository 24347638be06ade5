package dev.headroom.probe.os.call;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;

/**
 * A file or folder as a process sees it, found without opening it: no link leads out of the root of the process, nothing is waited for, and nothing that is put
 * in its place later changes what {@link #path} means.
 */
public final class Rooted implements AutoCloseable {

    private static final int AT_FDCWD = -100;
    private static final int O_PATH_CLOEXEC = 0x200000 | 0x80000;
    private static final int O_WRONLY = 1;
    private static final int O_NONBLOCK_CLOEXEC = 0x800 | 0x80000;
    private static final long OPENAT2 = 437;
    private static final long RESOLVE_IN_ROOT = 0x10;
    private static final int HOW = 24;

    /** The kernel gives up where a folder on the way is moved meanwhile. */
    private static final int TRIES = 16;

    /** Processors for which O_NOFOLLOW is another number than for the rest. */
    private static final Set<String> OTHER_NUMBERS = Set.of("aarch64", "arm", "ppc64", "ppc64le");

    private final int descriptor;

    private Rooted(int descriptor) {
        this.descriptor = descriptor;
    }

    /**
     * @param file absolute, as the process {@code pid} names it
     * @throws IOException where there is none, or it may not be seen
     */
    public static Rooted open(long pid, String file) throws IOException {
        try (Rooted root = link("/proc/" + pid + "/root");
                Arena arena = Arena.ofConfined()) {
            int found = within(root.descriptor, file, arena);
            if (found == -Libc.ENOSYS || found == -Libc.EPERM) { // a filter of system calls says the latter
                found = withoutLinks(root.descriptor, Path.of(file), arena);
            }
            return of(found, file);
        }
    }

    /** What a link of {@code /proc} stands for. */
    public static Rooted link(String link) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            return of(Libc.openat(AT_FDCWD, arena.allocateFrom(link), O_PATH_CLOEXEC), link);
        }
    }

    /**
     * What goes by that name in this folder: of a link the link itself.
     *
     * @throws IOException where there is none, or it may not be seen
     */
    public Rooted child(String name) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            return of(withoutLinks(descriptor, Path.of(name), arena), name);
        }
    }

    /**
     * The same, opened to be read. A file on which another process has a lease fails, where to open it otherwise would wait for that one; while this is open,
     * nobody takes a lease that would make another who reads it wait.
     *
     * @throws IOException where it may not be read, or not at once
     */
    public Rooted readable() throws IOException {
        return opened(0);
    }

    /**
     * The same, opened to be written.
     *
     * @throws IOException where it may not be written, or not at once
     */
    public Rooted writable() throws IOException {
        return opened(O_WRONLY);
    }

    private Rooted opened(int how) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            String file = path().toString();
            return of(Libc.openat(AT_FDCWD, arena.allocateFrom(file), O_NONBLOCK_CLOEXEC | how), file);
        }
    }

    /**
     * Makes a named pipe in this folder.
     *
     * @throws IOException where it takes none, with the system's reason
     */
    public void makePipe(String name, int mode) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            int made = Libc.mkfifoat(descriptor, arena.allocateFrom(name), mode);
            if (made < 0) {
                throw new IOException(Libc.error(made));
            }
        }
    }

    private static int within(int root, String file, Arena arena) {
        MemorySegment how = arena.allocate(HOW, 8);
        how.set(JAVA_LONG, 0, O_PATH_CLOEXEC);
        how.set(JAVA_LONG, 16, RESOLVE_IN_ROOT);
        long name = arena.allocateFrom(file).address();
        long found = -Libc.EAGAIN;
        for (int tries = 0; tries < TRIES && found == -Libc.EAGAIN; tries++) {
            found = Libc.syscall(OPENAT2, root, name, how.address(), HOW);
        }
        return (int) found;
    }

    /** Before Linux 5.6: a link on the way, which may lead anywhere, is not followed and so no folder. */
    static int withoutLinks(int root, Path file, Arena arena) {
        int noFollow = OTHER_NUMBERS.contains(System.getProperty("os.arch")) ? 0x8000 : 0x20000;
        int at = root;
        for (Path name : file.normalize()) {
            if (name.toString().equals("..")) {
                return -Libc.ENOENT;
            }
            int next = Libc.openat(at, arena.allocateFrom(name.toString()), O_PATH_CLOEXEC | noFollow);
            if (at != root) {
                Libc.close(at);
            }
            if (next < 0) {
                return next;
            }
            at = next;
        }
        return at == root ? -Libc.ENOENT : at;
    }

    private static Rooted of(int descriptor, String file) throws IOException {
        if (descriptor < 0) {
            throw new NoSuchFileException(file, null, Libc.error(descriptor));
        }
        return new Rooted(descriptor);
    }

    /** Good until this is closed. */
    public Path path() {
        return Path.of("/proc/self/fd/" + descriptor);
    }

    @Override
    public void close() {
        Libc.close(descriptor);
    }
}
