package dev.headroom.cases.testing;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;

/** The threads of this JVM, virtual ones among them, which only a dump to a file shows. */
public final class Threads {
    private Threads() {}

    /** As JSON: a thread named x is in it as {@code "x"}. */
    public static String dump() throws IOException {
        Path folder = Files.createTempDirectory("threads");
        Path dump = folder.resolve("threads.json"); // must not exist yet
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(dump.toString(), ThreadDumpFormat.JSON);
            return Files.readString(dump);
        } finally {
            Files.deleteIfExists(dump);
            Files.delete(folder);
        }
    }

    /** The first dump with this in it, or the last that was waited for. */
    public static String awaitDumpWith(String part) throws InterruptedException {
        return awaitDump(part, true);
    }

    public static String awaitDumpWithout(String part) throws InterruptedException {
        return awaitDump(part, false);
    }

    private static String awaitDump(String part, boolean contained) throws InterruptedException {
        AtomicReference<String> dump = new AtomicReference<>("");
        Await.until(() -> {
            dump.set(dump());
            return dump.get().contains(part) == contained;
        });
        return dump.get();
    }
}
