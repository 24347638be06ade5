package dev.headroom.benchmarks.fanout.load;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.LoadResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What is left at three and ten times the capacity. Arguments: the repository, a folder for logs, and "short" or "full", then of "3", "10" and the
 * names of services what is wanted, if not all is. Prints a table.
 *
 * <p>The capacity is the downstream's: 40 workers, each call holds one for 100 ms, two calls a request, so 200 requests/s.
 * Clients give up after 2 s. Calls that find no worker wait there, first come, first served, and keep their
 * turn when their client has gone. So whoever sends all of them on at three times the capacity has a backlog that grows by 400 requests every second: after a
 * second an answer takes over 2 s, and from then on each is for a client that is gone. That is a law and no accident: goodput goes to
 * zero though the downstream is busy with nothing but answers. The scale is such that one machine of two cores carries services, downstream and load
 * at ten times the capacity; a row whose load was late is void.
 */
public final class Overload {
    private static final int WORKERS = 40;
    private static final Duration HOLD = Duration.ofMillis(100);
    private static final double CAPACITY = WORKERS / Times.seconds(HOLD) / 2;
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** A fifth more than there are workers, to keep them busy while answers travel. */
    private static final int LIMIT = WORKERS * 6 / 5;

    /** In which as many calls end as the gate has permits: so long may a call wait in the gate's queue. */
    private static final String WAIT = HOLD.toMillis() * LIMIT / WORKERS + "ms";

    private static final Duration OFFERED = Duration.ofSeconds(9);
    private static final Duration WARM_UP = Duration.ofSeconds(4);

    /** When what began in the idle service has been answered or given up. */
    private static final int STEADY_FROM = 3;

    private Overload() {}

    public static void main(String[] arguments) throws Exception {
        Place place = Place.of(arguments[0], arguments[1]);
        boolean full = arguments[2].equals("full");
        List<String> only = List.of(arguments).subList(3, arguments.length);
        List<Row> rows = new ArrayList<>();
        for (int times : List.of(3, 10)) {
            // At ten times nobody without a bound has room for its backlog on one machine
            subjects(place).stream()
                    .filter(bounded -> times == 3 || !bounded.bound().equals("none"))
                    .forEach(bounded -> rows.add(new Row(bounded, times)));
        }
        rows.removeIf(
                row -> !only.isEmpty() && !only.contains(row.bounded.subject().name()));
        for (int round = 0; round < (full ? 2 : 1); round++) {
            for (Row row : rows) {
                measure(place, row);
            }
        }
        System.out.println(
                "| × capacity | service | bound | goodput, 1/s | of the capacity | p50 of the accepted, ms | p99, ms | refused, 1/s | given up by the client, 1/s "
                        + "| other failures, 1/s | calls that the downstream got, 1/s | for an answer in time | resident at its most, MB | CPU, cores |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        rows.forEach(row -> System.out.println(row.text()));
    }

    private static List<Bounded> subjects(Place place) {
        String limit = "--fanout.downstreams.people.limit=" + LIMIT;
        String timeout = "--fanout.downstreams.people.timeout=1s";
        String requestTimeout = "--fanout.request.timeout=1s";
        String readTimeout = "--threads.read-timeout=3s";
        String bound = "--bound.limit=" + LIMIT;
        List<Bounded> all = new ArrayList<>(List.of(
                new Bounded(
                        Subject.service(
                                "fanout", "/fanout", "--fanout.request.limit=" + LIMIT, requestTimeout, limit, timeout),
                        LIMIT + " requests; gate of " + LIMIT + " calls, queue of " + LIMIT),
                new Bounded(
                        Subject.service("fanout, the gate alone", "/fanout", requestTimeout, limit, timeout),
                        "gate of " + LIMIT + " calls, queue of " + LIMIT),
                new Bounded(
                        Subject.service("Resilience4j", "/resilience4j", readTimeout, bound),
                        "bulkhead of " + LIMIT + " calls"),
                new Bounded(
                        Subject.service(
                                "Resilience4j, waiting", "/resilience4j", readTimeout, bound, "--bound.wait=" + WAIT),
                        "bulkhead of " + LIMIT + " calls, which wait " + WAIT),
                new Bounded(Subject.service("semaphore", "/semaphore", readTimeout, bound), LIMIT + " requests"),
                new Bounded(webflux("WebFlux, bounded", LIMIT), LIMIT + " requests"),
                new Bounded(webflux("WebFlux", 100_000), "none"),
                new Bounded(Subject.threads(readTimeout), "none")));
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

    private static void measure(Place place, Row row) throws Exception {
        Subject subject = row.bounded.subject();
        try (Served served =
                Served.start(place, subject, "--delay=" + HOLD.toMillis() + "ms", "--workers=" + WORKERS)) {
            Running service = served.service();
            // As many as the workers can serve at a time, for compilers and connections
            Loads.finish(served.closed(WORKERS / 2, HOLD, WARM_UP));
            long callsBefore = calls(served.downstream());
            double cpu = service.cpuSeconds();
            var running = Loads.open(service.uri(subject.path()), row.times * CAPACITY, OFFERED, TIMEOUT);
            long resident = 0;
            while (!running.offered().isDone()) {
                resident = Math.max(resident, service.residentBytes());
                Thread.sleep(100);
            }
            cpu = service.cpuSeconds() - cpu;
            LoadResult result = Loads.finish(running);
            row.take(result, calls(served.downstream()) - callsBefore, resident, cpu);
        }
    }

    /** That have arrived at the downstream since its start. */
    private static long calls(Running downstream) throws Exception {
        try (var in = downstream.uri("/stats").toURL().openStream()) {
            String stats = new String(in.readAllBytes());
            long sum = 0;
            for (String of : List.of("/profile/\\{id}", "/address/\\{id}", "abandoned", "inFlight")) {
                var found =
                        java.util.regex.Pattern.compile("\"" + of + "\":(\\d+)").matcher(stats);
                sum += found.find() ? Long.parseLong(found.group(1)) : 0;
            }
            return sum;
        }
    }

    private record Bounded(Subject subject, String bound) {}

    /** Of one service at one load, once for each round. */
    private static final class Row {
        private final Bounded bounded;
        private final int times;
        private final Samples goodput = new Samples();
        private final Samples p50 = new Samples();
        private final Samples p99 = new Samples();
        private final Samples refused = new Samples();
        private final Samples givenUp = new Samples();
        private final Samples others = new Samples();
        private final Samples calls = new Samples();
        private final Samples inTime = new Samples();
        private final Samples resident = new Samples();
        private final Samples cpu = new Samples();
        private boolean isVoid;

        Row(Bounded bounded, int times) {
            this.bounded = bounded;
            this.times = times;
        }

        void take(LoadResult result, long callsGot, long residentBytes, double cpuSeconds) {
            double seconds = Times.seconds(OFFERED);
            goodput.add(result.series().stream()
                    .filter(second -> second.second() >= STEADY_FROM && second.second() < seconds)
                    .mapToLong(LoadResult.Second::succeeded)
                    .average()
                    .orElse(0));
            if (result.succeeded() > 0) {
                p50.add(accepted(result, 0.5));
                p99.add(accepted(result, 0.99));
            }
            long full = result.statuses().getOrDefault(503, 0L);
            long late = result.errors().getOrDefault(ErrorKind.TIMEOUT, 0L);
            refused.add(full / seconds);
            givenUp.add(late / seconds);
            others.add((result.failed() - full - late) / seconds);
            calls.add(callsGot / seconds);
            inTime.add(100.0 * 2 * result.succeeded() / Math.max(1, callsGot));
            resident.add(residentBytes / 1e6);
            cpu.add(cpuSeconds / seconds);
            isVoid |= result.generator().binding();
            System.err.println(text());
            System.err.println("  " + result.statuses() + " " + result.errors());
        }

        /** From the curve, in which are none but those that were answered well. */
        private static double accepted(LoadResult result, double share) {
            return result.latency().curve().stream()
                    .filter(point -> point.quantile() >= share)
                    .findFirst()
                    .map(point -> Times.millis(point.value()))
                    .orElseThrow();
        }

        String text() {
            return String.format(
                    Locale.ROOT,
                    "| %d | %s | %s | %s | %.0f %% | %s | %s | %.0f | %.0f | %.0f | %.0f | %.0f %% | %.0f | %.2f%s |",
                    times,
                    bounded.subject().name(),
                    bounded.bound(),
                    goodput.text(0),
                    100 * goodput.median() / CAPACITY,
                    p50.text(0),
                    p99.text(0),
                    refused.median(),
                    givenUp.median(),
                    others.median(),
                    calls.median(),
                    inTime.median(),
                    resident.median(),
                    cpu.median(),
                    isVoid ? " (void: the generator was late)" : "");
        }
    }
}
