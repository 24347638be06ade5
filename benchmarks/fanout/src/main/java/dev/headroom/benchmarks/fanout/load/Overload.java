package dev.headroom.benchmarks.fanout.load;

import dev.headroom.core.model.ErrorKind;
import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What is left at three times the capacity. Arguments: the repository, a folder for logs, and "short" or "full". Prints a table.
 *
 * <p>The capacity is the downstream's: 100 workers, each call holds one for 100 ms, two calls a request, so 500 requests/s.
 * 1,500 are offered, and their clients give up after 2 s. Calls that find no worker wait there, first come, first served, and keep their
 * turn when their client has gone. So whoever sends all of them on has a backlog that grows by 1,000 requests every second: after a
 * second an answer takes over 2 s, and from then on each is for a client that is gone. That is a law and no accident: goodput goes to
 * zero though the downstream is busy with nothing but answers.
 */
public final class Overload {
    private static final int WORKERS = 100;
    private static final Duration HOLD = Duration.ofMillis(100);
    private static final double CAPACITY = WORKERS / Times.seconds(HOLD) / 2;
    private static final double OFFERED = 3 * CAPACITY;
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** When what began in the idle service has been answered or given up. */
    private static final int STEADY_FROM = 4;

    private Overload() {}

    public static void main(String[] arguments) throws Exception {
        Place place = Place.of(arguments[0], arguments[1]);
        int seconds = arguments[2].equals("full") ? 20 : 8;
        System.out.println(
                "| service | bound | goodput, 1/s | of the capacity | p50 of the accepted, ms | p99, ms | refused at once, 1/s | given up by the client, 1/s | other failures, 1/s | resident at its most, MB | CPU, cores |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        for (Bounded bounded : subjects(place)) {
            System.out.println(measure(place, bounded, seconds));
        }
    }

    /** The bounds: 120 calls for 100 workers, a fifth to keep them busy while answers travel, and as many again that wait: 120 requests of two
     * calls. */
    private static List<Bounded> subjects(Place place) {
        List<Bounded> all = new ArrayList<>(List.of(
                new Bounded(
                        Subject.fanout(
                                "--fanout.request.limit=120",
                                "--fanout.request.timeout=1s",
                                "--fanout.downstreams.people.limit=120",
                                "--fanout.downstreams.people.timeout=1s"),
                        "120 requests; gate of 120 calls, queue of 120"),
                new Bounded(webflux("WebFlux, bounded", 120), "120 requests"),
                new Bounded(webflux("WebFlux", 100_000), "none"),
                new Bounded(Subject.threads("--threads.read-timeout=3s"), "none")));
        if (place.hasGateway()) {
            all.add(new Bounded(Subject.gateway("3s"), "none"));
        }
        return all;
    }

    /** Its timeouts are longer than that of the clients: it would put an empty part for one that failed, and that is no goodput. */
    private static Subject webflux(String name, int requests) {
        return Subject.webflux(
                name,
                "--peer.max-in-flight=" + requests,
                "--peer.max-connections=100000",
                "--peer.connect-timeout=5s",
                "--peer.response-timeout=3s",
                "--peer.timeout=4s");
    }

    private static String measure(Place place, Bounded bounded, int seconds) throws Exception {
        Subject subject = bounded.subject();
        int below = Place.freePort();
        int port = Place.freePort();
        try (Running downstream = Running.start(
                        place.downstream(below, "--delay=" + HOLD.toMillis() + "ms", "--workers=" + WORKERS),
                        below,
                        place.out().resolve("downstream.log"),
                        true);
                Running service = Running.start(
                        subject.command(place, port, "http://127.0.0.1:" + below),
                        port,
                        place.out().resolve("overload-" + subject.name().replaceAll("\\W+", "-") + ".log"),
                        subject.jar().isPresent())) {
            // As many as the workers can serve at a time, for compilers and connections
            var uri = service.uri(subject.path());
            Loads.finish(Loads.closed(uri, WORKERS / 2, HOLD, Duration.ofSeconds(seconds < 10 ? 3 : 10)));
            double cpu = service.cpuSeconds();
            var running = Loads.open(uri, OFFERED, Duration.ofSeconds(seconds), TIMEOUT);
            long resident = 0;
            while (!running.offered().isDone()) {
                resident = Math.max(resident, service.residentBytes());
                Thread.sleep(100);
            }
            cpu = service.cpuSeconds() - cpu;
            return row(bounded, Loads.finish(running), seconds, resident, cpu);
        }
    }

    private static String row(Bounded bounded, LoadResult result, int seconds, long resident, double cpu) {
        double goodput = result.series().stream()
                .filter(second -> second.second() >= STEADY_FROM && second.second() < seconds)
                .mapToLong(LoadResult.Second::succeeded)
                .average()
                .orElse(0);
        long refused = result.statuses().getOrDefault(503, 0L);
        long givenUp = result.errors().getOrDefault(ErrorKind.TIMEOUT, 0L);
        boolean none = result.succeeded() == 0;
        String row = String.format(
                Locale.ROOT,
                "| %s | %s | %.0f | %.1f %% | %s | %s | %.0f | %.0f | %.0f | %.0f | %.2f%s |",
                bounded.subject().name(),
                bounded.bound(),
                goodput,
                100 * goodput / CAPACITY,
                none
                        ? "-"
                        : String.format(
                                Locale.ROOT,
                                "%.0f",
                                Times.millis(result.latency().p50())),
                none
                        ? "-"
                        : String.format(
                                Locale.ROOT,
                                "%.0f",
                                Times.millis(result.latency().p99())),
                (double) refused / seconds,
                (double) givenUp / seconds,
                (double) (result.failed() - refused - givenUp) / seconds,
                resident / 1e6,
                cpu / seconds,
                result.generator().binding() ? " (void: the generator was late)" : "");
        System.err.println(row);
        System.err.println("  " + result.statuses() + " " + result.errors());
        return row;
    }

    private record Bounded(Subject subject, String bound) {}
}
