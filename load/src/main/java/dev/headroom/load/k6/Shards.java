package dev.headroom.load.k6;

import dev.headroom.load.process.Child;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/**
 * Several k6 on this machine, each with its part of one load. They are started paused, and begin together when all are ready. None is left behind.
 */
public final class Shards implements AutoCloseable {

    private static final Duration ASK_EVERY = Duration.ofMillis(20);
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    /** One k6 that puts its part of a load. */
    private record Shard(int index, Child child, K6Api api, Path log) {

        /** Why it ended as it did, with its last lines; empty where it put its part. */
        Optional<String> why() {
            return K6Exit.why(child.exit()).map(why -> "shard " + index + ": " + why + said());
        }

        boolean lostItsPort() {
            return !child.isRunning() && child.exit() == K6Exit.PORT_TAKEN;
        }

        String said() {
            return child.lastLines(". Its last lines, in " + log + ":\n");
        }

        void close() {
            child.close();
            api.close();
        }
    }

    /** How often one is started: between the choice of its port and its use another program may take it. */
    private static final int STARTS = 5;

    private record Start(String program, K6Source source, Path results, URI target, int count) {

        Shard shard(int index) throws IOException {
            K6Command.Shard part = new K6Command.Shard(index, count, "127.0.0.1:" + freePort());
            Path csv = csv(results, index).toAbsolutePath();
            K6Command command = new K6Command(program, source.script(), target, csv, Optional.of(part));
            Path log = results.resolve("shard-" + index + ".log");
            Map<String, String> told = new HashMap<>(source.environment());
            told.putAll(command.environment());
            Child child = Child.start(new Child.Command(command.words(), told, source.input(), source.folder(), log));
            return new Shard(index, child, new K6Api(part.address()), log);
        }
    }

    private final Start start;
    private final List<Shard> all = new ArrayList<>();
    private long looked = System.nanoTime();

    private Shards(Start start) {
        this.start = start;
    }

    /** Where the part leaves its results. */
    public static Path csv(Path folder, int index) {
        return folder.resolve("shard-" + index + ".csv");
    }

    /**
     * Starts them; returns before they are ready.
     *
     * @param results folder for what they leave
     * @param target where the service listens
     */
    public static Shards start(String program, K6Source source, Path results, URI target, int count)
            throws IOException {
        Shards shards = new Shards(new Start(program, source, results, target, count));
        try {
            for (int index = 1; index <= count; index++) {
                shards.all.add(shards.start.shard(index));
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

    /**
     * Waits until all have their users and wait themselves.
     *
     * @param ready is told how many are, each time
     */
    public void awaitReady(Duration patience, IntConsumer ready) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        for (int i = 0; i < all.size(); i++) {
            int starts = 1;
            while (!all.get(i).api.waits()) {
                Shard shard = all.get(i);
                if (shard.lostItsPort() && starts < STARTS) {
                    starts++;
                    shard.close();
                    all.set(i, start.shard(shard.index));
                } else if (!shard.child.isRunning()) {
                    throw new IOException(shard.why().orElse("shard " + shard.index + " ended before it began"));
                }
                if (System.nanoTime() - deadline > 0) {
                    throw new IOException("shard " + shard.index + " was not ready within " + patience.toSeconds()
                            + " s, and all were ended: start fewer, or make what the script does before its load quicker"
                            + shard.said());
                }
                ready.accept(i);
                Thread.sleep(ASK_EVERY);
            }
        }
    }

    /** Has all begin at once; tells how far apart they heard of it. */
    public Duration begin() throws IOException, InterruptedException {
        all.forEach(shard -> shard.child.begin(System.nanoTime()));
        CyclicBarrier together = new CyclicBarrier(all.size());
        try (ExecutorService threads = Executors.newFixedThreadPool(all.size())) {
            List<Callable<Long>> tasks = all.stream()
                    .<Callable<Long>>map(shard -> () -> {
                        together.await();
                        shard.api.begin();
                        return System.nanoTime();
                    })
                    .toList();
            LongSummaryStatistics heard = new LongSummaryStatistics();
            for (Future<Long> one : threads.invokeAll(tasks)) {
                heard.accept(one.get());
            }
            return Duration.ofNanos(heard.getMax() - heard.getMin());
        } catch (ExecutionException e) {
            String why = e.getCause() == null ? null : e.getCause().getMessage();
            throw new IOException(
                    "the shards did not begin together: " + (why == null ? "one of them does not answer" : why), e);
        }
    }

    /** What they use of the processor counts from now on, as when a warm-up is over. */
    public void beginAgain() {
        all.forEach(shard -> shard.child.beginAgain());
    }

    /** Looks what they use of the processor. */
    public void look() {
        looked = System.nanoTime();
        all.forEach(shard -> shard.child.look());
    }

    /** Whether one of them goes on; to be asked several times a second. */
    public boolean run() {
        if (System.nanoTime() - looked > LOOK_EVERY.toNanos()) {
            look();
        }
        return all.stream().anyMatch(shard -> shard.child.isRunning());
    }

    /** Of those that have ended, why one did not put its part; one text each. */
    public List<String> troubles() {
        return all.stream()
                .filter(shard -> !shard.child.isRunning())
                .flatMap(shard -> shard.why().stream())
                .toList();
    }

    /** Processor seconds of the busiest thread of the busiest of them, since they began. */
    public double busiest() {
        return all.stream().mapToDouble(shard -> shard.child.busiest()).max().orElse(0);
    }

    /** Processor time of all of them since they began, as it was last seen. */
    public Duration cpu() {
        return all.stream().map(shard -> shard.child.cpu()).reduce(Duration.ZERO, Duration::plus);
    }

    /** All at once: one that is slow to end holds none of the others up. */
    @Override
    public void close() {
        all.parallelStream().forEach(Shard::close);
    }
}
