package dev.headroom.lab.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process that listens on a port, as far as Linux lets us see: {@code /proc/net/tcp} gives the socket's inode, and
 * one of {@code /proc/PID/fd} links to it. Other users' processes and other systems stay unseen.
 */
record PortHolder(long pid, String command) {

    private static final Path PROC = Path.of("/proc");
    private static final String LISTEN = "0A";
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final int COMMAND_SHOWN = 120;
    private static final String UNREAD = "its command cannot be read";

    /** With all of them. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    static Optional<PortHolder> find(int port) {
        return all(port).stream().findFirst();
    }

    /** More than one where processes share the port; none where it is closed, or nobody can be seen. */
    static List<PortHolder> all(int port) {
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            listeners(PROC.resolve("net").resolve(table), port).forEach(inode -> sockets.add("socket:[" + inode + "]"));
        }
        List<PortHolder> holders = new ArrayList<>();
        if (sockets.isEmpty()) {
            return holders;
        }
        long end = System.nanoTime() + PATIENCE.toNanos();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (holds(process, sockets)) {
                    long pid = Long.parseLong(process.getFileName().toString());
                    holders.add(new PortHolder(pid, commandOf(process, Duration.ofNanos(end - System.nanoTime()))));
                }
            }
        } catch (IOException e) {
            return holders; // no /proc here: the port is taken all the same, only by whom is not known
        }
        return holders;
    }

    private static List<String> listeners(Path table, int port) {
        String suffix = ":%04X".formatted(port);
        List<String> inodes = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(table)) {
                String[] fields = line.strip().split("\\s+");
                if (fields.length > INODE && fields[STATE].equals(LISTEN) && fields[LOCAL_ADDRESS].endsWith(suffix)) {
                    inodes.add(fields[INODE]);
                }
            }
        } catch (IOException e) {
            return List.of(); // no IPv6, or no Linux
        }
        return inodes;
    }

    private static boolean holds(Path process, Set<String> sockets) {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : descriptors) {
                if (sockets.contains(Files.readSymbolicLink(descriptor).toString())) {
                    return true;
                }
            }
        } catch (IOException e) {
            return false; // another user's process, or one that ended while we looked
        }
        return false;
    }

    /** It is in the memory of that process, which may not let go of who reads it. */
    static String commandOf(Path process, Duration patience) {
        if (patience.isNegative()) {
            return UNREAD;
        }
        CompletableFuture<String> read = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("headroom-look").start(() -> read.complete(commandOf(process)));
        return read.completeOnTimeout(UNREAD, patience.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    private static String commandOf(Path process) {
        try {
            String command = new String(Files.readAllBytes(process.resolve("cmdline")), StandardCharsets.UTF_8)
                    .replaceAll("[\\s\\x00]+", " ")
                    .strip();
            return command.length() <= COMMAND_SHOWN ? command : command.substring(0, COMMAND_SHOWN) + "...";
        } catch (IOException e) {
            return UNREAD;
        }
    }

    @Override
    public String toString() {
        return "process " + pid + " (" + command + ")";
    }
}
