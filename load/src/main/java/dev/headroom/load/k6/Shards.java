package dev.headroom.load.k6;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Several k6 on this machine, each with its part of one load. They are started paused, and begin together when all are ready. None is left behind:
 * they end with this, on Ctrl-C and on SIGTERM.
 */
public final class Shards implements AutoCloseable {

    private static final Duration ASK_EVERY = Duration.ofMillis(20);

    private final List<ShardProcess> processes = new ArrayList<>();
    private final Thread hook = new Thread(this::endAll, "headroom-stop-shards");

    private Shards() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Where the part leaves its results. */
    public static Path csv(Path folder, int index) {
        return folder.resolve("shard-" + index + ".csv");
    }

    /**
     * Starts them; returns before they are ready.
     *
     * @param folder with the script, {@link K6Script#NAME}
     * @param environment that the script needs
     * @param target where the service listens
     */
    public static Shards start(String program, Path folder, Map<String, String> environment, URI target, int count)
            throws IOException {
        Shards shards = new Shards();
        try {
            for (int index = 1; index <= count; index++) {
                K6Command.Shard part = new K6Command.Shard(index, count, "127.0.0.1:" + freePort());
                K6Command command =
                        new K6Command(program, K6Script.NAME, target, csv(folder, index), Optional.of(part));
                synchronized (shards) {
                    shards.processes.add(ShardProcess.start(command, environment, folder));
                }
            }
            return shards;
        } catch (IOException e) {
            shards.close();
            throw e;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    /** Waits until all have their users and wait themselves. */
    public void awaitReady(Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        for (ShardProcess shard : processes()) {
            while (!shard.api.waits()) {
                if (!shard.runs()) {
                    throw new IOException(shard.why().orElse("shard " + shard.index + " ended before it began"));
                }
                if (System.nanoTime() - deadline > 0) {
                    throw new IOException(
                            "shard " + shard.index + " was not ready within " + patience.toSeconds() + " s");
                }
                Thread.sleep(ASK_EVERY);
            }
        }
    }

    /** Has all begin at once; tells how far apart they heard of it. */
    public Duration begin() throws IOException, InterruptedException {
        List<ShardProcess> all = processes();
        CyclicBarrier together = new CyclicBarrier(all.size());
        try (ExecutorService threads = Executors.newFixedThreadPool(all.size())) {
            List<Callable<Long>> tasks = all.stream()
                    .<Callable<Long>>map(shard -> () -> {
                        together.await();
                        shard.api.begin();
                        return System.nanoTime();
                    })
                    .toList();
            long first = Long.MAX_VALUE;
            long last = Long.MIN_VALUE;
            for (Future<Long> heard : threads.invokeAll(tasks)) {
                first = Math.min(first, heard.get());
                last = Math.max(last, heard.get());
            }
            return Duration.ofNanos(last - first);
        } catch (ExecutionException e) {
            throw new IOException("the shards did not begin together: " + e.getCause(), e);
        }
    }

    /** Whether one of them goes on; to be asked several times a second. */
    public boolean run() {
        return processes().stream().filter(ShardProcess::runs).count() > 0;
    }

    /** Of those that have ended, why one did not put its part; one text each. */
    public List<String> troubles() {
        return processes().stream()
                .filter(shard -> !shard.runs())
                .flatMap(shard -> shard.why().stream())
                .toList();
    }

    /** Processor time of all of them, as it was last seen. */
    public Duration cpu() {
        return processes().stream().map(ShardProcess::cpu).reduce(Duration.ZERO, Duration::plus);
    }

    private synchronized List<ShardProcess> processes() {
        return List.copyOf(processes);
    }

    private void endAll() {
        List<ShardProcess> all = processes();
        all.forEach(ShardProcess::terminate);
        all.forEach(ShardProcess::end);
    }

    @Override
    public void close() {
        endAll();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is shutting down, and the hook runs: it finds nothing more to end
        }
    }
}
