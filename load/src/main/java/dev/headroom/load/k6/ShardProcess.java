package dev.headroom.load.k6;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One k6 that puts its part of a load. */
final class ShardProcess {

    private static final int SAID_LAST = 600;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    final int index;
    final K6Api api;
    private final Process process;
    private final Path log;
    private volatile Duration cpu = Duration.ZERO;

    private ShardProcess(int index, Process process, Path log, K6Api api) {
        this.index = index;
        this.process = process;
        this.log = log;
        this.api = api;
    }

    /** @param folder in which it runs, and where its output goes */
    static ShardProcess start(K6Command command, Map<String, String> environment, Path folder) throws IOException {
        K6Command.Shard shard = command.shard().orElseThrow();
        Path log = folder.resolve("shard-" + shard.index() + ".log");
        ProcessBuilder builder = new ProcessBuilder(command.words())
                .directory(folder.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        builder.environment().putAll(command.environment());
        return new ShardProcess(shard.index(), builder.start(), log, new K6Api(shard.address()));
    }

    boolean runs() {
        process.info().totalCpuDuration().ifPresent(used -> cpu = used);
        return process.isAlive();
    }

    /** Of one that has ended. */
    int exit() {
        return process.exitValue();
    }

    /** Processor time that it was last seen to have used. */
    Duration cpu() {
        return cpu;
    }

    /** Why it ended as it did, with its last words; empty where it put its part. */
    Optional<String> why() {
        return K6Exit.why(exit()).map(why -> "shard " + index + ": " + why + said());
    }

    private String said() {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            long from = Math.max(0, file.length() - SAID_LAST);
            byte[] last = new byte[(int) (file.length() - from)];
            file.seek(from);
            file.readFully(last);
            String text = new String(last, StandardCharsets.UTF_8).strip();
            return text.isEmpty() ? "" : ". Its last words, in " + log + ":\n" + text;
        } catch (IOException e) {
            return "; its output in " + log + " cannot be read";
        }
    }

    /** Asks it to end; k6 then writes what it holds back. */
    void terminate() {
        process.destroy();
    }

    /** Makes it end. Returns when it has. */
    void end() {
        boolean interrupted = false;
        try {
            process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true; // in a hurry
        }
        process.destroyForcibly();
        api.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
