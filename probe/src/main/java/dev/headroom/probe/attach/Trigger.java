package dev.headroom.probe.attach;

import dev.headroom.probe.jvm.LinuxProcess;
import dev.headroom.probe.jvm.WayIn;
import dev.headroom.probe.os.call.Rooted;
import dev.headroom.probe.os.process.FileStatus;
import dev.headroom.probe.os.process.ProcessSignal;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Has a HotSpot JVM open its attach socket, as HotSpot's client does: a file {@code .attach_pidN} in its working folder, or else in its {@code /tmp}, says that the
 * SIGQUIT which follows asks for that and not for a dump on its standard output.
 */
final class Trigger {

    private static final Duration STEP = Duration.ofMillis(20);

    private Trigger() {}

    static void open(LinuxProcess process) throws IOException {
        try (Rooted working = working(process)) {
            if (open(process, working)) {
                return;
            }
        }
        try (Rooted temporary = process.open("/tmp")) {
            if (!open(process, temporary)) {
                throw new IOException(
                        "neither its working folder nor its /tmp can be written as a user that it trusts");
            }
        }
    }

    static Rooted working(LinuxProcess process) throws IOException {
        return Rooted.link("/proc/" + process.pid() + "/cwd");
    }

    /** False where the folder cannot be written, or its file system says that what we make there is another user's. */
    private static boolean open(LinuxProcess process, Rooted folder) throws IOException {
        Path file = Marker.path(folder, process);
        Optional<Marker> ours = Optional.empty();
        try {
            ours = Optional.of(Marker.make(file));
        } catch (FileAlreadyExistsException e) {
            checkIsKnown(file, process);
        } catch (FileSystemException e) {
            return false;
        }
        try {
            if (ours.isPresent() && isStrangers(FileStatus.of(file, LinkOption.NOFOLLOW_LINKS), process)) {
                return false;
            }
            signal(process);
            return true;
        } finally {
            if (ours.isPresent()) {
                ours.get().close();
            }
        }
    }

    /** Whether what we made is told as a third user's: it trusts us and its own. */
    private static boolean isStrangers(FileStatus made, LinuxProcess process) {
        return made.user() != LinuxProcess.ours() && made.user() != process.user();
    }

    /** Another client's file does as well; any other user's has the JVM print a dump instead. */
    private static void checkIsKnown(Path file, LinuxProcess process) throws IOException {
        FileStatus found = FileStatus.of(file, LinkOption.NOFOLLOW_LINKS);
        if (!found.isRegular() || found.user() != 0 && found.user() != process.user()) {
            throw new IOException("a file " + file.getFileName() + " of user " + found.user()
                    + " in its working folder or /tmp keeps it from opening its attach socket: delete that");
        }
    }

    private static void signal(LinuxProcess process) throws IOException {
        ProcessSignal.quit(process.pid(), () -> process.isStill() && WayIn.opensOnQuit(process));
        long giveUp = System.nanoTime() + Marker.PATIENCE.toNanos();
        while (!WayIn.isOpen(process) || !inTheWay(process).isEmpty()) {
            if (!process.isStill()) {
                throw new IOException("it has ended");
            }
            if (System.nanoTime() > giveUp) {
                throw new IOException("it did not open its attach socket in " + Marker.PATIENCE.toSeconds() + " s"
                        + (process.isStopped() ? ": it is stopped, by a signal or a debugger" : inTheWay(process)));
            }
            try {
                Thread.sleep(STEP);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
    }

    /** What another user's JVM of the same number has left in a sticky {@code /tmp}: the thread that listens is there for the moment in which it finds that. */
    private static String inTheWay(LinuxProcess process) {
        try (Rooted folder = process.open("/tmp")) {
            FileStatus file = FileStatus.of(folder.path().resolve(WayIn.name(process)), LinkOption.NOFOLLOW_LINKS);
            return process.user() == 0 || file.user() == process.user()
                    ? ""
                    : ": " + WayIn.path(process) + " of user " + file.user()
                            + ", which it may not replace, stands in its way: delete that";
        } catch (IOException e) {
            return ""; // there is none
        }
    }
}
