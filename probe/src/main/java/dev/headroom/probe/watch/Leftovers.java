package dev.headroom.probe.watch;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Flight recordings that a JVM leaves behind where it is killed: one that ends by itself deletes its own. */
final class Leftovers {

    /** A child of ours that is asked to stop is killed after five seconds. */
    private static final int PATIENCE_SECONDS = 6;

    private static final Map<Path, ProcessHandle> KNOWN = new ConcurrentHashMap<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> KNOWN.forEach(Leftovers::await), "headroom-leftovers"));
    }

    private Leftovers() {}

    /** To be deleted once the process has ended, if it is there still. */
    static void of(ProcessHandle process, Path recordings) {
        KNOWN.put(recordings, process);
        process.onExit().thenRun(() -> {
            delete(recordings);
            KNOWN.remove(recordings);
        });
    }

    /** A process that is not our child goes on without us. */
    private static void await(Path recordings, ProcessHandle process) {
        boolean child = process.parent().filter(ProcessHandle.current()::equals).isPresent();
        try {
            if (child) {
                process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            return; // it lives, and what it writes is its own
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!process.isAlive()) {
            delete(recordings);
        }
    }

    private static void delete(Path recordings) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(recordings, "*.jfr")) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(recordings);
        } catch (IOException e) {
            return; // deleted by the JVM itself, as it should be, or not ours to delete
        }
    }
}
