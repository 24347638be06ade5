package dev.headroom.trials;

import dev.headroom.trials.generated.Network;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.Executors;

/** A service that {@code --network} describes, and a neighbour that uses {@code --cores} of the processor. */
final class Generated {

    private static final long TURN = 20_000_000;

    private Generated() {}

    static void start(Settings settings) throws Exception {
        Network network = Network.of(settings.text("network", "{}"), URI.create(settings.downstream()));
        Work work = network::serve;
        int workers = network.workers();
        switch (network.front()) {
            case "tomcat" -> Front.tomcat(settings, Map.of("maxThreads", String.valueOf(workers)), work);
            case "jetty" -> Servers.jetty(settings, workers, work);
            case "jdk" -> Front.jdk(settings, Executors.newFixedThreadPool(workers), work);
            case "virtual" -> Front.jdk(settings, Virtual.executor(), work);
            case "loops" -> NettyServer.start(settings, workers, work);
            default -> throw new IllegalArgumentException("no front `" + network.front() + "`");
        }
    }

    static void neighbour(Settings settings) throws Exception {
        double cores = Double.parseDouble(settings.text("cores", "0.5"));
        Thread burner = new Thread(() -> burn(cores), "neighbour");
        burner.setDaemon(true);
        burner.start();
        Front.jdk(settings, Executors.newSingleThreadExecutor(), () -> {});
    }

    /** Busy for its share of each 20 ms. */
    private static void burn(double share) {
        try {
            while (true) {
                long begin = System.nanoTime();
                while (System.nanoTime() - begin < share * TURN) {
                    Thread.onSpinWait();
                }
                long rest = Math.round((1 - share) * TURN);
                Thread.sleep(rest / 1_000_000, (int) (rest % 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
