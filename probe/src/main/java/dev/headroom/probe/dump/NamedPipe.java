package dev.headroom.probe.dump;

import dev.headroom.probe.attach.DumpNames;
import dev.headroom.probe.os.call.Rooted;
import dev.headroom.probe.os.process.FileStatus;
import java.io.File;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A named pipe in a JVM's folder: the JVM takes it for a file, and what it writes is read here as it comes. No file grows there, and when the reading end is
 * closed, however we end, the JVM's next write fails.
 *
 * <p>Who opens a pipe that nobody reads waits for ever. So we read before the JVM is told to write; a process {@code sleep} does for some seconds, should we
 * be killed before the JVM has opened it; and where it is given up before, a link to itself takes its place, which cannot be opened.
 */
final class NamedPipe implements AutoCloseable {

    /** Ends after what is written is broken off for want of time. */
    private static final int KEPT_SECONDS = 15;

    /** A JVM whose write failed answers within milliseconds. */
    private static final long PATIENCE_SECONDS = 2;

    private static final int OURS_ALONE = 0600;

    private static final Set<NamedPipe> OPEN = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> OPEN.forEach(NamedPipe::leave), "headroom-pipes"));
    }

    private final Rooted folder;

    /** Where it stands in that folder. */
    private final Path path;

    /** The pipe itself, whatever is put in its place. */
    private final Rooted pipe;

    /** Both ends: with it neither end waits for the other to be opened, and what is read has no end. */
    private final FileChannel both;

    private final FileChannel reading;
    private final Optional<Process> keeper;
    private volatile boolean begun;
    private boolean answered;
    private boolean unanswered;
    private boolean closed;

    private NamedPipe(Rooted folder, Path path, Rooted pipe) throws IOException {
        this.folder = folder;
        this.path = path;
        this.pipe = pipe;
        both = FileChannel.open(pipe.path(), StandardOpenOption.READ, StandardOpenOption.WRITE);
        reading = FileChannel.open(pipe.path(), StandardOpenOption.READ);
        keeper = keeper(pipe.path().toFile());
        OPEN.add(this);
    }

    /**
     * @param user who writes
     * @throws IOException where the folder takes none, with the system's reason
     */
    static NamedPipe make(Rooted in, String name, long user) throws IOException {
        Rooted folder = Rooted.link(in.path().toString()); // ours: the JVM may answer when nobody waits any more
        try {
            return makeIn(folder, name, user);
        } catch (IOException e) {
            folder.close();
            throw e;
        }
    }

    private static NamedPipe makeIn(Rooted folder, String name, long user) throws IOException {
        try {
            folder.makePipe(name, OURS_ALONE);
        } catch (IOException e) {
            throw new IOException("its temporary folder takes no named pipe: " + e.getMessage(), e);
        }
        Path path = folder.path().resolve(name);
        Rooted pipe = folder.child(name);
        try {
            FileStatus made = FileStatus.of(pipe.path());
            if (!made.isNamedPipe()) { // a device, say, that somebody has put in its place
                throw new IOException("its temporary folder does not keep a named pipe");
            }
            if (made.user() != user) {
                Files.setAttribute(pipe.path(), "unix:uid", (int) user);
            }
            return new NamedPipe(folder, path, pipe);
        } catch (IOException e) {
            pipe.close();
            Files.deleteIfExists(path);
            throw e;
        }
    }

    private static Optional<Process> keeper(File pipe) {
        try {
            return Optional.of(new ProcessBuilder("sleep", Integer.toString(KEPT_SECONDS))
                    .redirectInput(pipe)
                    .start());
        } catch (IOException e) {
            return Optional.empty(); // a system without commands: we have to live until the JVM has opened it
        }
    }

    /** What the JVM writes; it ends when the JVM has {@link #answered} and all was read. */
    InputStream in() {
        return new FilterInputStream(Channels.newInputStream(reading)) {
            @Override
            public int read(byte[] into, int at, int length) throws IOException {
                int read = super.read(into, at, length);
                begun |= read > 0;
                return read;
            }
        };
    }

    /** The JVM will write no more. */
    synchronized void answered() {
        answered = true;
        isOver();
    }

    /** It is not known whether the JVM will write still: what stands there has to stay, for else that would be a file. */
    synchronized void unanswered() {
        unanswered = true;
        isOver();
    }

    private void isOver() {
        notifyAll();
        quietly(both::close);
        if (closed) {
            if (answered) {
                quietly(() -> Files.deleteIfExists(path));
            }
            folder.close();
        }
    }

    /** Waits for the JVM to have noticed, so that what it took can be read; not for long. */
    synchronized void awaitAnswer() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        for (long left = PATIENCE_SECONDS * 1_000;
                !answered && !unanswered && left > 0;
                left = (end - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }

    /** Breaks off what is being written. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        quietly(answered || begun ? () -> Files.deleteIfExists(path) : this::block);
        quietly(reading::close);
        quietly(both::close);
        keeper.ifPresent(Process::destroyForcibly);
        pipe.close();
        if (answered || unanswered) {
            folder.close();
        }
        OPEN.remove(this);
    }

    /** Puts a link to itself in its place, in one step: were there nothing for a moment, the JVM would begin a file. */
    private void block() throws IOException {
        Path link = path.resolveSibling(DumpNames.next());
        Files.createSymbolicLink(link, path.getFileName());
        Files.move(link, path, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Where we end before the JVM has opened it, what takes its place is to go as well. */
    private void leave() {
        close();
        try {
            awaitAnswer();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private interface Step {
        void take() throws IOException;
    }

    private static void quietly(Step step) {
        try {
            step.take();
        } catch (IOException e) {
            // the JVM and its files are gone, or the next Headroom sweeps it
        }
    }
}
