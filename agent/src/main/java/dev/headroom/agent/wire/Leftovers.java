package dev.headroom.agent.wire;

import dev.headroom.agent.jvm.Log;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The folder with its socket, which nobody else deletes where Headroom was killed. */
public final class Leftovers {

    private static final String OURS = "headroom-agent";

    private static final String JAR = "headroom-agent.jar";

    /** The jar and sockets. */
    private static final Pattern MADE = Pattern.compile(Pattern.quote(JAR) + "|\\d+");

    /** A byte of the jar, past its end, that Headroom holds locked for as long as it lives. */
    private static final long LOCKED = Long.MAX_VALUE - 1;

    /** The kernel closes the connections of a killed process before it has let go of everything else. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A Headroom that lives deletes it at once, and may be killed before it has. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int STEP_MILLIS = 20;

    private Leftovers() {}

    /** The folder of Headroom's socket, unless Headroom lives: it may have let go of this JVM alone. */
    public static void deleteFolder(Path socket) {
        deleteFolder(socket, PATIENCE_NANOS);
    }

    /** The same where Headroom lives and deletes it by itself, unless it is killed before. */
    public static void awaitDeletion(Path socket) {
        deleteFolder(socket, LONGEST_NANOS);
    }

    private static void deleteFolder(Path socket, long patience) {
        Path folder = socket.getParent();
        if (folder == null || !String.valueOf(folder.getFileName()).startsWith(OURS)) {
            return;
        }
        try (FileChannel jar = FileChannel.open(folder.resolve(JAR), StandardOpenOption.WRITE)) {
            long end = System.nanoTime() + patience;
            while (jar.tryLock(LOCKED, 1, false) == null) {
                if (System.nanoTime() - end > 0 || !Files.exists(folder)) {
                    return;
                }
                Thread.sleep(STEP_MILLIS);
            }
            delete(folder);
        } catch (NoSuchFileException | OverlappingFileLockException | DirectoryNotEmptyException e) {
            return; // another was faster, or has put a file there
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            Log.say("could not delete " + folder + ": " + e);
        }
    }

    /** Nothing of it where anything else is in it. */
    private static void delete(Path folder) throws IOException {
        List<Path> made = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if (!MADE.matcher(String.valueOf(file.getFileName())).matches()) {
                    return;
                }
                made.add(file);
            }
        }
        for (Path file : made) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(folder);
    }
}
