package dev.headroom.benchmarks.fanout.load;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.result.LoadResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a request takes with 1,000 in flight. Arguments: the repository, a folder for logs, "short" or "full", then names of services if not
 * all are wanted. Prints a table.
 *
 * <p>The downstream takes 1 s. All services are up at the same time and take turns with the load, in another order each time, once all are
 * warm; and all of it again with new processes. So each turn compares each two of them, within a minute.
 */
public final class InFlight {
    private static final int USERS = 1_000;
    private static final Duration DELAY = Duration.ofSeconds(1);
    private static final Duration WARM_UP = Duration.ofSeconds(45);
    private static final int TURNS = 5;
    private static final Duration COUNTED = Duration.ofSeconds(5);

    private final Map<Subject, Taken> taken = new LinkedHashMap<>();

    private InFlight() {}

    public static void main(String[] arguments) throws Exception {
        Place place = Place.of(arguments[0], arguments[1]);
        boolean full = arguments[2].equals("full");
        List<String> only = List.of(arguments).subList(3, arguments.length);
        List<Subject> subjects = new ArrayList<>(List.of(
                Subject.service("fanout", "/fanout"),
                Subject.threads(),
                Subject.webflux(
                        "WebFlux",
                        "--peer.max-in-flight=20000",
                        "--peer.max-connections=40000",
                        "--peer.connect-timeout=5s",
                        "--peer.response-timeout=30s",
                        "--peer.timeout=30s")));
        if (place.hasGateway()) {
            subjects.add(Subject.gateway("30s"));
        }
        subjects.removeIf(subject -> !only.isEmpty() && !only.contains(subject.name()));
        InFlight all = new InFlight();
        subjects.forEach(subject -> all.taken.put(subject, new Taken()));
        for (int processes = 0; processes < (full ? 2 : 1); processes++) {
            all.measure(place);
        }
        all.print();
    }

    private void measure(Place place) throws Exception {
        List<Served> services = new ArrayList<>();
        try {
            for (Subject subject : taken.keySet()) {
                services.add(Served.start(place, subject, "--delay=" + DELAY.toMillis() + "ms", "--jitter=5ms"));
            }
            for (Served one : services) {
                warmUp(one);
            }
            for (int turn = 0; turn < TURNS; turn++) {
                for (Served one : services) {
                    count(one);
                }
                Collections.rotate(services, 1);
            }
        } finally {
            for (Served one : services) {
                one.close();
            }
        }
    }

    /** Until its memory was looked at with all in flight. */
    private void warmUp(Served one) throws Exception {
        Taken by = taken.get(one.subject());
        Loads.finish(one.closed(10, DELAY, Duration.ofSeconds(3)));
        Running.Memory idle = one.service().memory();
        var load = one.closed(USERS, DELAY, WARM_UP);
        Thread.sleep(WARM_UP.minusSeconds(2));
        Running.Memory inFlight = one.service().memory();
        Loads.finish(load);
        by.resident.add((inFlight.resident() - idle.resident()) / 1024.0 / USERS);
        if (inFlight.heap() > 0) {
            by.heap.add((inFlight.heap() - idle.heap()) / 1024.0 / USERS);
        }
    }

    private void count(Served one) throws Exception {
        Taken by = taken.get(one.subject());
        double cpuBefore = one.service().cpuSeconds();
        LoadResult result = Loads.finish(one.closed(USERS, DELAY, COUNTED));
        double cpu = one.service().cpuSeconds() - cpuBefore;
        by.failed += result.failed();
        by.isVoid |= result.generator().binding();
        by.cpuMillis.add(1_000 * cpu / Math.max(1, result.succeeded()));
        by.perSecond.add(steady(result));
        by.p50.add(Times.millis(result.latency().p50().minus(DELAY)));
        by.p99.add(Times.millis(result.latency().p99().minus(DELAY)));
        System.err.printf(
                Locale.ROOT,
                "%s: %.3f ms of CPU a request, %d answers%n",
                one.subject().name(),
                1_000 * cpu / Math.max(1, result.succeeded()),
                result.succeeded());
    }

    private void print() {
        System.out.println(
                "| service | CPU, ms a request | × threads, in the same turn | requests/s | p50 over the downstream's, ms | p99 over it, ms "
                        + "| resident, KB a request in flight | heap, KB a request in flight | failed |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        Taken threads = taken.get(Subject.threads());
        taken.forEach((subject, by) -> System.out.printf(
                Locale.ROOT,
                "| %s | %s | %s | %.0f | %s | %s | %s | %s | %d%s |%n",
                subject.name(),
                by.cpuMillis.text(2),
                threads == null ? "-" : by.cpuMillis.over(threads.cpuMillis).text(2),
                by.perSecond.median(),
                by.p50.text(0),
                by.p99.text(0),
                by.resident.text(0),
                by.heap.text(0),
                by.failed,
                by.isVoid ? " (void: the generator was late)" : ""));
    }

    /** Answers per second while all users are in: from the second round on until the first user leaves. */
    private static double steady(LoadResult result) {
        return result.series().stream()
                .filter(second -> second.second() > DELAY.toSeconds() && second.second() < COUNTED.toSeconds())
                .mapToLong(LoadResult.Second::succeeded)
                .average()
                .orElse(0);
    }

    /** Of one service, in the order of the turns. */
    private static final class Taken {
        private final Samples cpuMillis = new Samples();
        private final Samples perSecond = new Samples();
        private final Samples p50 = new Samples();
        private final Samples p99 = new Samples();
        private final Samples resident = new Samples();
        private final Samples heap = new Samples();
        private long failed;
        private boolean isVoid;
    }
}
