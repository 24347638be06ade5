package dev.headroom.lab.service;

import dev.headroom.probe.os.sockets.Listening;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A process that listens on a port, as far as Linux lets us see. Other users' processes and other systems stay unseen. */
record PortHolder(long pid, String command) {

    private static final int COMMAND_SHOWN = 120;
    private static final String UNREAD = "its command cannot be read";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Empty where the port is closed, or nobody can be seen. */
    static Optional<PortHolder> find(int port) {
        return Listening.on(port)
                .flatMap(listener -> listener.pid().stream().boxed().findFirst())
                .map(pid -> new PortHolder(pid, commandOf(Path.of("/proc", Long.toString(pid)), PATIENCE)));
    }

    /** It is in the memory of that process, which may not let go of who reads it. */
    static String commandOf(Path process, Duration patience) {
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
