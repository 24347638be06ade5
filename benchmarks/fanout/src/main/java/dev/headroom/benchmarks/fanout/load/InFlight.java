package dev.headroom.benchmarks.fanout.load;

import dev.headroom.core.model.LoadResult;
import dev.headroom.core.model.Times;
import dev.headroom.load.RunningLoad;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What a request takes at 10, 1,000 and 10,000 in flight. Arguments: the repository, a folder for logs, the file descriptors that a process
 * may have, "short" (without the 10,000) or "full", and names of services if not all are wanted. Prints a table.
 *
 * <p>10 and 1,000 are in flight against a downstream that takes 1 s. At 10,000 it takes 10 s: the requests per second are
 * then as many as at 1,000, and the difference is what waits. A request in flight takes three descriptors of the service; where a process
 * may not have as many, two instances share the load.
 */
public final class InFlight {
    private static final int DESCRIPTORS_PER_REQUEST = 3;
    private static final int DESCRIPTORS_TO_SPARE = 1_000;

    private final Place place;
    private final int descriptors;
    private final boolean full;

    private InFlight(Place place, int descriptors, boolean full) {
        this.place = place;
        this.descriptors = descriptors;
        this.full = full;
    }

    public static void main(String[] arguments) throws Exception {
        Place place = Place.of(arguments[0], arguments[1]);
        List<String> only = List.of(arguments).subList(4, arguments.length);
        new InFlight(place, Integer.parseInt(arguments[2]), arguments[3].equals("full")).run(only);
    }

    private void run(List<String> only) throws Exception {
        System.out.println(
                "| in flight | service | instances | requests/s | requests/s per CPU second | CPU, ms a request | p50 over the downstream's, ms | p99 over it, ms "
                        + "| resident, KB a request in flight | heap, KB a request in flight | failed |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        List<Subject> subjects = new ArrayList<>(List.of(
                Subject.fanout(),
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
        List<String> rows = new ArrayList<>();
        subjects.removeIf(subject -> !only.isEmpty() && !only.contains(subject.name()));
        for (Subject subject : subjects) {
            rows.addAll(measure(subject));
        }
        rows.sort(Comparator.comparingInt(
                row -> Integer.parseInt(row.split("\\|")[1].strip().replace(",", ""))));
        rows.forEach(System.out::println);
    }

    private List<String> measure(Subject subject) throws Exception {
        List<String> rows = new ArrayList<>();
        Running.Memory idle;
        try (Instances one = new Instances(subject, 1, "1s")) {
            one.load(10, Duration.ofSeconds(1), Duration.ofSeconds(3)).finish();
            idle = one.memory();
            // The most first: ten requests a second would not warm it up
            rows.add(counted(subject, one, 1_000, Duration.ofSeconds(1), full ? 18 : 5, full ? 8 : 3, idle));
            rows.add(counted(subject, one, 10, Duration.ofSeconds(1), 0, full ? 8 : 3, idle));
        }
        if (!full) {
            return rows;
        }
        int most = (descriptors - DESCRIPTORS_TO_SPARE) / DESCRIPTORS_PER_REQUEST;
        try (Instances many = new Instances(subject, Math.ceilDiv(10_000, most), "10s")) {
            rows.add(counted(subject, many, 10_000, Duration.ofSeconds(10), 8, 10, idle));
        }
        return rows;
    }

    /**
     * Once to warm up, until all are in flight and memory was looked at; then once more, and this counts.
     *
     * @param warmUp seconds with all users in; 0 for no such load
     */
    private String counted(
            Subject subject,
            Instances services,
            int users,
            Duration delay,
            int warmUp,
            int seconds,
            Running.Memory idle)
            throws Exception {
        String memory = " - | - |";
        if (warmUp > 0) {
            Loading load = services.load(users, delay, delay.plusSeconds(warmUp));
            Thread.sleep(delay.plusSeconds(warmUp - 2));
            memory = perRequest(services.memory(), idle, services.count(), users);
            load.finish();
        }

        double cpuBefore = services.cpuSeconds();
        Loading load = services.load(users, delay, delay.plusSeconds(seconds));
        List<LoadResult> results = load.finish();
        double cpu = services.cpuSeconds() - cpuBefore;

        long succeeded = results.stream().mapToLong(LoadResult::succeeded).sum();
        long failed = results.stream().mapToLong(LoadResult::failed).sum();
        boolean isVoid = results.stream().anyMatch(result -> result.generator().binding());
        String row = String.format(
                Locale.ROOT,
                "| %,d | %s | %d | %.1f | %.0f | %.2f | %.0f | %.0f |%s %d%s |",
                users,
                subject.name(),
                services.count(),
                steady(results, delay, seconds),
                succeeded / cpu,
                1_000 * cpu / Math.max(1, succeeded),
                worst(results, result -> Times.millis(result.latency().p50().minus(delay))),
                worst(results, result -> Times.millis(result.latency().p99().minus(delay))),
                memory,
                failed,
                isVoid ? " (void: the generator was late)" : "");
        System.err.println(row);
        return row;
    }

    private static String perRequest(Running.Memory inFlight, Running.Memory idle, int services, int users) {
        double resident = (inFlight.resident() - services * idle.resident()) / 1024.0 / users;
        double heap = (inFlight.heap() - services * idle.heap()) / 1024.0 / users;
        return String.format(Locale.ROOT, inFlight.heap() == 0 ? " %.0f | - |" : " %.0f | %.0f |", resident, heap);
    }

    /** Answers per second while all users are in: from the second round on until the first user leaves. */
    private static double steady(List<LoadResult> results, Duration delay, int seconds) {
        int from = (int) delay.toSeconds() + 1;
        int to = (int) delay.toSeconds() + seconds;
        return results.stream()
                .flatMap(result -> result.series().stream())
                .filter(second -> second.second() >= from && second.second() < to)
                .mapToDouble(second -> (double) second.succeeded() / Math.max(1, to - from))
                .sum();
    }

    private static double worst(List<LoadResult> results, ToDoubleFunction<LoadResult> of) {
        return results.stream().mapToDouble(of).max().orElseThrow();
    }

    /** The loads on all instances. */
    private record Loading(List<RunningLoad> loads) {
        List<LoadResult> finish() {
            return loads.stream().map(Loads::finish).toList();
        }
    }

    /** One service, or several that share the load, each with a downstream of its own. */
    private final class Instances implements AutoCloseable {
        private final Subject subject;
        private final List<Running> downstreams = new ArrayList<>();
        private final List<Running> services = new ArrayList<>();

        Instances(Subject subject, int count, String delay) throws Exception {
            this.subject = subject;
            for (int i = 0; i < count; i++) {
                int below = Place.freePort();
                downstreams.add(Running.start(
                        place.downstream(below, "--delay=" + delay, "--jitter=5ms"),
                        below,
                        place.out().resolve("downstream-" + i + ".log"),
                        true));
                int port = Place.freePort();
                services.add(Running.start(
                        subject.command(place, port, "http://127.0.0.1:" + below),
                        port,
                        place.out().resolve(subject.name().replaceAll("\\W+", "-") + "-" + i + ".log"),
                        subject.jar().isPresent()));
            }
        }

        int count() {
            return services.size();
        }

        Loading load(int users, Duration rampUp, Duration duration) {
            return new Loading(services.stream()
                    .map(service -> {
                        URI uri = service.uri(subject.path());
                        return Loads.closed(uri, users / services.size(), rampUp, duration);
                    })
                    .toList());
        }

        double cpuSeconds() throws Exception {
            double sum = 0;
            for (Running service : services) {
                sum += service.cpuSeconds();
            }
            return sum;
        }

        Running.Memory memory() throws Exception {
            long resident = 0;
            long heap = 0;
            for (Running service : services) {
                Running.Memory one = service.memory();
                resident += one.resident();
                heap += one.heap();
            }
            return new Running.Memory(resident, heap);
        }

        @Override
        public void close() throws InterruptedException {
            for (Running service : services) {
                service.close();
            }
            for (Running downstream : downstreams) {
                downstream.close();
            }
        }
    }
}
