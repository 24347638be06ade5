package dev.headroom.trials;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** What the kernel grants a process: descriptors, processor time, names. */
final class Kernel {

    private static final int LEFT = 25;
    private static final Path GROUPS = Path.of("/sys/fs/cgroup/cpu");

    private Kernel() {}

    /** Its first request leaves it that many descriptors, of which each connection takes one. */
    static Work descriptors(Settings settings) {
        Hold hold = new Hold(settings);
        AtomicBoolean bounded = new AtomicBoolean(settings.twin());
        return () -> {
            if (!bounded.getAndSet(true)) {
                bound();
            }
            hold.serve();
        };
    }

    private static void bound() throws IOException, InterruptedException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            long most = open.count() + LEFT;
            new ProcessBuilder(
                            "prlimit",
                            "--pid",
                            String.valueOf(ProcessHandle.current().pid()),
                            "--nofile=" + most)
                    .start()
                    .waitFor();
        }
    }

    /** Half a core, in a control group of its own (version 1), which must be writable. */
    static Work throttled(Settings settings) throws IOException {
        if (!settings.twin()) {
            Path group = GROUPS.resolve("trial-" + ProcessHandle.current().pid());
            Files.createDirectory(group);
            Files.writeString(group.resolve("cpu.cfs_period_us"), "100000");
            Files.writeString(group.resolve("cpu.cfs_quota_us"), "50000");
            enter(group);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> leave(group)));
        }
        return HostResources.cpu(settings);
    }

    private static void enter(Path group) throws IOException {
        Files.writeString(
                group.resolve("cgroup.procs"),
                String.valueOf(ProcessHandle.current().pid()));
    }

    private static void leave(Path group) {
        try {
            enter(GROUPS);
            Files.delete(group);
        } catch (IOException e) {
            System.err.println("left behind: " + group);
        }
    }

    /** Looks its partner up for each request, by {@code SlowNames}; the twin remembers. */
    static Work names(Settings settings) {
        if (!settings.twin()) {
            Security.setProperty("networkaddress.cache.ttl", "0");
        }
        System.setProperty("trial.delay", settings.text("delay", "100"));
        Hold hold = new Hold(settings);
        return () -> {
            InetAddress.getByName("partner.test");
            if (settings.twin()) {
                hold.serve(); // the look-up is remembered, and without it two cores would be the limit
            }
        };
    }
}
