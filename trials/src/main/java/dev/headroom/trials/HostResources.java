package dev.headroom.trials;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.concurrent.ThreadLocalRandom;

/** What a process stands on: processor, memory, disk; and a service that only fails. */
final class HostResources {

    private static final int LIVE = 400_000;
    private static final int GARBAGE = 60_000;

    private HostResources() {}

    /** Hashes {@code --rounds} times 64 KiB (default 100, some 5 to 20 ms of processor). The twin hardly computes, and takes its time. */
    static Work cpu(Settings settings) {
        int rounds = settings.twin() ? 1 : settings.number("rounds", 100);
        Hold hold = settings.twin() ? new Hold(100, "constant") : new Hold(settings);
        byte[] page = new byte[64 << 10];
        return () -> {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (int i = 0; i < rounds; i++) {
                digest.update(page);
            }
            digest.digest();
            hold.serve();
        };
    }

    /** Much that lives in a heap that hardly holds it, and garbage with each request; little of both in the twin. */
    static Work gc(Settings settings) {
        Object[] live = new Object[settings.twin() ? LIVE / 20 : LIVE];
        for (int i = 0; i < live.length; i++) {
            live[i] = new long[4];
        }
        int garbage = settings.twin() ? 100 : GARBAGE;
        Hold hold = new Hold(settings);
        return () -> {
            for (int i = 0; i < garbage; i++) {
                live[ThreadLocalRandom.current().nextInt(live.length)] = new long[4];
            }
            hold.serve();
        };
    }

    /** Each request writes {@code --records} records (default 8) to one journal, and waits for each until it is on the disk. */
    static Work fsync(Settings settings) throws IOException {
        Path file = Files.createTempFile(Path.of(settings.text("folder", ".")), "journal", ".log");
        file.toFile().deleteOnExit();
        FileChannel journal = FileChannel.open(file, StandardOpenOption.APPEND);
        int records = settings.number("records", 8);
        Hold hold = new Hold(settings);
        return () -> {
            hold.serve();
            for (int i = 0; i < records; i++) {
                journal.write(ByteBuffer.wrap(new byte[4096]));
                if (!settings.twin()) {
                    journal.force(true);
                }
            }
        };
    }

    static Work failing(Settings settings) {
        Hold hold = new Hold(settings);
        return () -> {
            hold.serve();
            if (!settings.twin()) {
                throw new IOException("the table was dropped");
            }
        };
    }
}
